import { AppError } from '@bowerbird/contract/errors';
import { uploadLimits } from '@bowerbird/contract/files/uploads';
import { type Hop, nextHop } from '../../fetch/redirect.ts';
import type { Services } from '../../services/services.ts';
import type { PartFiles } from '../../uploads/storing/part-files.ts';
import { requireEncrypted, withAuthorization } from './address.ts';
import { continued } from './continued.ts';
import { type Received, receiveStream, tooLarge } from './receive-stream.ts';
import { fileNameIn } from './shown-address.ts';

/** Longest time for fetching a file, in milliseconds: a gigabyte at 300 kB/s. */
const fetchMs = 60 * 60_000;

/** What a server stated of a file, by which it says later that the file is the same. */
export interface Validators {
  etag: string | null;
  modified: string | null;
}

export interface FetchedFile extends Validators {
  received: Received;
  /** The name that the server or the address gives it; null for none. */
  name: string | null;
}

/**
 * Fetches a file through the guarded fetch into a new file for imports; null if its server says that it is the same as the
 * one of the validators. Where the connection breaks, the rest of the same file is requested, if its server can say that it is the same.
 * No error holds anything of the address but its host.
 */
export async function fetchAddress(
  { fetch, config }: Pick<Services, 'fetch'> & { config: Pick<Services['config'], 'allowedPrivateHosts'> },
  address: URL,
  before: Validators,
  {
    files,
    signal,
    bytesMax = uploadLimits.bytes,
  }: { files: PartFiles; signal: AbortSignal; bytesMax?: number },
): Promise<FetchedFile | null> {
  const { url, headers } = withAuthorization(address);
  const host = url.hostname;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]);
  try {
    const request = async (more: Record<string, string>) => {
      let hop: Hop = {
        url,
        method: 'GET',
        headers: new Headers({
          ...headers,
          accept: 'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*;q=0.5',
          // As it stands: what is stored is what was sent, and no small answer expands.
          'accept-encoding': 'identity',
          ...more,
        }),
      };
      // Each address on the way is checked before it is asked: whoever reads one of them decides where it leads.
      for (let hops = 0; ; hops += 1) {
        requireEncrypted(hop.url, config.allowedPrivateHosts);
        const answer = await fetch(hop.url, { headers: hop.headers, signal: deadline, redirect: 'manual' });
        const next = nextHop(hop, answer, 'follow', hops);
        if (next === null) {
          return answer;
        }
        await answer.body?.cancel().catch(() => undefined);
        hop = next;
      }
    };
    const answer = await request({
      ...(before.etag !== null && { 'if-none-match': before.etag }),
      ...(before.modified !== null && { 'if-modified-since': before.modified }),
    });
    try {
      const hadValidators = before.etag !== null || before.modified !== null;
      if (answer.status === 304 && hadValidators) {
        return null;
      }
      if (answer.status !== 200 || answer.body === null) {
        throw refusal(host, answer.status);
      }
      const stated = Number(answer.headers.get('content-length') ?? Number.NaN);
      if (stated > bytesMax) {
        throw tooLarge(bytesMax);
      }
      const received = await receiveStream(
        files,
        continued(answer, request, { host, signal: deadline }),
        deadline,
        bytesMax,
      );
      return {
        received,
        name: nameIn(answer.headers.get('content-disposition')) ?? fileNameIn(url),
        etag: shortened(answer.headers.get('etag')),
        modified: shortened(answer.headers.get('last-modified')),
      };
    } catch (thrown) {
      await answer.body?.cancel().catch(() => undefined);
      throw thrown;
    }
  } catch (thrown) {
    signal.throwIfAborted();
    throw deadline.aborted
      ? new AppError('source.timeout', `${host}: not fetched within ${fetchMs} ms`, { params: { host } })
      : thrown;
  }
}

function refusal(host: string, status: number): AppError {
  const params = { host, status };
  if (status === 404 || status === 410) {
    return new AppError('import.watch-not-found', `${host} answered ${status}`, { params });
  }
  const code = status === 401 || status === 403 ? 'import.watch-denied' : 'import.watch-server-error';
  return new AppError(code, `${host} answered ${status}`, { params });
}

/** A longer one is no help for a later request. */
function shortened(value: string | null): string | null {
  return value === null || value.length > 500 ? null : value;
}

/** Returns the file's name in a `Content-Disposition` header, as far as it is written plainly. */
function nameIn(header: string | null): string | null {
  const found = /(?:^|;)\s*filename="?([^";\\/]{1,200})"?/i.exec(header ?? '')?.[1]?.trim();
  return found === undefined || found === '' ? null : found;
}
