import type { CollectScope } from '@bowerbird/contract/collect';
import { AppError, isErrorCode } from '@bowerbird/contract/errors';
import type { CollectAsk, Seen } from '@bowerbird/platforms/collecting/collector';

/** What a collector is asked to do in a thread, as data that can be sent. */
export type ThreadJob =
  | ({ platform: string } & (
      | {
          kind: 'collect';
          ask: Omit<CollectAsk, 'addresses' | 'alreadyGot'>;
          addresses: string[];
          got: string[];
        }
      | { kind: 'preview'; url: string; scope: CollectScope }
      | { kind: 'categories'; url: string; access: CollectAsk['access'] }
    ))
  /** Each platform is shown the same; the answers come in their order. */
  | { kind: 'recognise'; platforms: string[]; seen: SentSeen };

export type SentSeen = Pick<Seen, 'status' | 'body'> & { url: string; headers: [string, string][] };

export function sentSeen({ url, status, headers, body }: Seen): SentSeen {
  return { url: url.href, status, headers: [...headers], body };
}

/** An `AppError`, or any other failure, as it can be sent. */
export interface SentFailure {
  code: string | null;
  message: string;
  params: Record<string, string | number>;
  waitMs: number | null;
}

/** From the thread: what it asks of the outside world, what it found, and that it is alive. */
export type FromThread =
  | { kind: 'alive' }
  | { kind: 'fetch'; id: number; url: string; init: SentRequest }
  | { kind: 'cancel'; id: number }
  | { kind: 'sleep'; id: number; ms: number }
  | { kind: 'event'; event: unknown }
  | { kind: 'end' }
  | { kind: 'failed'; failure: SentFailure };

export interface SentRequest {
  method: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
  redirect: RequestRedirect;
}

export interface SentAnswer {
  status: number;
  url: string;
  headers: [string, string][];
  body: ReadableStream<Uint8Array> | null;
}

/** To the thread. `now` is the program's clock, milliseconds: a thread has none of its own. */
export type ToThread = { now: number } & (
  | { kind: 'start'; job: ThreadJob }
  | { kind: 'next' }
  | { kind: 'answer'; id: number; answer: SentAnswer }
  | { kind: 'slept'; id: number }
  | { kind: 'refused'; id: number; failure: SentFailure }
);

export function sentFailure(thrown: unknown): SentFailure {
  const { code, message, params, waitMs } = AppError.from(thrown);
  return { code: thrown instanceof AppError ? code : null, message, params, waitMs: waitMs ?? null };
}

export function failureSent({ code, message, params, waitMs }: SentFailure): Error {
  return code !== null && isErrorCode(code)
    ? new AppError(code, message, { params, ...(waitMs !== null && { waitMs }) })
    : new Error(message);
}
