import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { Json } from '../../context.ts';
import type { BulkKind } from '../../listing/bulk.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { originOf } from '../../listing/store-client.ts';
import type { ToUpdate } from '../../listing/writes.ts';
import { stageUpload } from './bulk-operations.ts';
import { readData } from './client.ts';
import { understood } from './understood.ts';
import { createVariables, updateVariables } from './write.ts';

/** Uploads were seen cut off at 20 MB (platform notes 3.9). */
const bytesMax = 18 * 1024 * 1024;
const uploadMs = 120_000;

const Staged = z.object({
  stagedTargets: z
    .array(
      z.object({
        url: z.string(),
        parameters: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    )
    .nullish(),
});

/** Puts a file of variables where the store reads it, one line an item, as many of the first as it holds. */
export async function upload(
  kind: BulkKind,
  items: readonly ToUpdate[],
  store: StoreAccess,
  context: ListerContext,
): Promise<{ file: string; lines: number }> {
  const { content, lines } = await written(kind, items, store);
  if (lines === 0) {
    return { file: '', lines };
  }
  const input = [
    {
      resource: 'BULK_MUTATION_VARIABLES',
      filename: 'bowerbird.jsonl',
      mimeType: 'text/jsonl',
      httpMethod: 'POST',
    },
  ];
  const data = await readData(stageUpload, { input }, 11, store, context);
  const [target] = understood(Staged, data.stagedUploadsCreate).stagedTargets ?? [];
  const key = target?.parameters.find(({ name }) => name === 'key')?.value;
  if (!target || key === undefined) {
    throw new AppError('store.unwell', 'no place for an upload was given');
  }
  const form = new FormData();
  for (const { name, value } of target.parameters) {
    form.append(name, value);
  }
  // The last of the fields: what comes after it is not read.
  form.append('file', new Blob(content, { type: 'text/jsonl' }), 'bowerbird.jsonl');
  await put(form, target.url, store, context);
  return { file: key, lines };
}

/** Each line in bytes, so that the whole is never held twice. */
async function written(
  kind: BulkKind,
  items: readonly ToUpdate[],
  store: StoreAccess,
): Promise<{ content: Uint8Array<ArrayBuffer>[]; lines: number }> {
  const encoder = new TextEncoder();
  const content: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const item of items) {
    const variables = await variablesOf(kind, item, store);
    if (variables === null) {
      break;
    }
    const line = encoder.encode(`${JSON.stringify(variables)}\n`);
    bytes += line.byteLength;
    if (bytes > bytesMax) {
      break;
    }
    content.push(line);
  }
  return { content, lines: content.length };
}

/** Null for what cannot go this way: showing products without the right to. */
async function variablesOf(kind: BulkKind, item: ToUpdate, store: StoreAccess): Promise<Json | null> {
  switch (kind) {
    case 'create':
      return await createVariables(item, store);
    case 'update':
      return await updateVariables(item, store);
    case 'publish': {
      const { publicationId } = store.prepared;
      return typeof publicationId === 'string'
        ? { id: item.storeProductId, input: [{ publicationId }] }
        : null;
    }
  }
}

async function put(form: FormData, url: string, store: StoreAccess, context: ListerContext): Promise<void> {
  const address = fileAddress(url, store);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(uploadMs)]);
  let status: number;
  try {
    const answer = await context.fetch(address, { method: 'POST', body: form, redirect: 'manual', signal });
    ({ status } = answer);
    await answer.body?.cancel();
  } catch (thrown) {
    context.signal.throwIfAborted();
    throw thrown instanceof AppError ? thrown : new AppError('store.unreachable', 'an upload was broken off');
  }
  if (status < 200 || status > 299) {
    throw new AppError('store.unwell', `an upload was answered with HTTP ${status}`);
  }
}

/** A file's address as the store gave it: never in the clear, but for a shop played on this machine. */
export function fileAddress(url: string, store: StoreAccess): URL {
  const address = URL.parse(url);
  if (!address || (address.protocol !== 'https:' && address.origin !== originOf(store.domain))) {
    throw new AppError('store.unwell', 'an address of a file that is none');
  }
  return address;
}
