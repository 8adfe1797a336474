import { answerFaultily, type FaultyParts } from '../../store/faulty-store.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { hasEnded } from './bulk-state.ts';

/** Paths for uploads and for result files; the store's separate hosts for them are simulated on the shop's own host. */
export const stagedPath = '/admin/staged-uploads';
export const resultsPath = '/admin/bulk-results';

/**
 * Largest size that the policy of a staged upload was seen to allow, in bytes (`shopify/readme.md`, Bulk operations).
 */
export const uploadBytesMax = 20_971_520;

/** Answers an upload or the download of a result file: neither needs a token, both need the address that was issued. */
export async function answerFile(request: Request, ledger: Ledger, parts: FaultyParts): Promise<Response> {
  const url = new URL(request.url);
  ledger.catchUp(parts.outside.now());
  if (url.pathname === stagedPath && request.method === 'POST') {
    const form = await request.formData().catch(() => null);
    const taken = form && (await takenFrom(form, ledger));
    const apply = () => {
      if (taken && 'key' in taken) {
        ledger.bulk.staged.set(taken.key, taken.content);
        return xml(201, `<PostResponse><Key>${taken.key}</Key></PostResponse>`);
      }
      return xml(400, `<Error><Code>${taken?.refused ?? 'MalformedPOSTRequest'}</Code></Error>`);
    };
    return answerFaultily({ marked: url.pathname, isWrite: true, apply }, parts);
  }
  const apply = () => resultFile(url, ledger);
  return answerFaultily({ marked: url.pathname, isWrite: false, apply }, parts);
}

/** Accepts an upload: all parameters as fields, and the file as the last (`shopify/readme.md`, Images). */
async function takenFrom(
  form: FormData,
  ledger: Ledger,
): Promise<{ key: string; content: string } | { refused: string }> {
  const key = form.get('key');
  const [lastName, file] = [...form].at(-1) ?? [];
  if (typeof key !== 'string' || !ledger.bulk.staged.has(key) || form.get('policy') === null) {
    return { refused: 'AccessDenied' };
  }
  if (lastName !== 'file' || !(file instanceof Blob)) {
    return { refused: 'InvalidArgument' };
  }
  return file.size > uploadBytesMax ? { refused: 'EntityTooLarge' } : { key, content: await file.text() };
}

function resultFile({ pathname, searchParams }: URL, ledger: Ledger): Response {
  const id = Number(/\/bulk-(\d+)\.jsonl$/.exec(pathname)?.[1]);
  const run = ledger.bulk.runs.get(id);
  if (!run || !hasEnded(run.status) || searchParams.get('Signature') !== run.secret) {
    return xml(403, '<Error><Code>AccessDenied</Code></Error>');
  }
  const lines = [...run.results];
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const some = lines.splice(0, 200);
      if (some.length === 0) {
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(`${some.join('\n')}\n`));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/jsonl' } });
}

function xml(status: number, body: string): Response {
  return new Response(`<?xml version='1.0' encoding='UTF-8'?>${body}`, {
    status,
    headers: { 'content-type': 'application/xml; charset=UTF-8' },
  });
}
