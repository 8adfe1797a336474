import type { CollectScope } from '@bowerbird/contract/collect/collect';
import { AppError, isErrorCode } from '@bowerbird/contract/errors';
import type { CollectRequest, Seen } from '@bowerbird/platforms/collecting/collector';

/** A job for a collector in a thread, as data that can be sent. */
export type ThreadJob =
  | ({ platform: string } & (
      | {
          kind: 'collect';
          request: Omit<CollectRequest, 'addresses' | 'alreadyGot'>;
          addresses: string[];
          got: string[];
        }
      | { kind: 'preview'; url: string; scope: CollectScope }
      | { kind: 'categories'; url: string; access: CollectRequest['access'] }
    ))
  /** Each platform gets the same page; the results come in their order. */
  | { kind: 'recognise'; platforms: string[]; seen: SentSeen };

export type SentSeen = Pick<Seen, 'status' | 'body'> & { url: string; headers: [string, string][] };

export function sentSeen({ url, status, headers, body }: Seen): SentSeen {
  return { url: url.href, status, headers: [...headers], body };
}

/** An `AppError`, or any other failure, in a form that can be sent. */
export interface SentFailure {
  code: string | null;
  message: string;
  params: Record<string, string | number>;
  waitMs: number | null;
}

/** From the thread: its requests to the network, its results, and signs of life. */
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

/** To the thread. `now` is the program's clock, in milliseconds: a thread has no clock of its own. */
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
