import type { CollectScope } from '@bowerbird/contract/collect/collect';
import { AppError, isErrorCode } from '@bowerbird/contract/errors';
import type { CollectRequest, Seen } from '@bowerbird/platforms/collecting/collector';

/** A job for a collector in a separate process, as data that can be sent. */
export type ApartJob =
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

export type SentSeen = Pick<Seen, 'status'> & { url: string; headers: [string, string][]; page: Page };

/** The beginning of a page as it came over the wire, packed by these codings. */
export interface Page {
  bytes: Uint8Array<ArrayBuffer>;
  codings: readonly string[];
}

export function sentSeen({ url, status, headers, page }: Omit<Seen, 'body'> & { page: Page }): SentSeen {
  return { url: url.href, status, headers: [...headers], page };
}

/** An `AppError`, or any other failure, in a form that can be sent. */
export interface SentFailure {
  code: string | null;
  message: string;
  params: Record<string, string | number>;
  waitMs: number | null;
}

/** From the process: its requests to the network, its results, and signs of life. */
export type FromApart =
  | { kind: 'alive' }
  | { kind: 'fetch'; id: number; url: string; init: SentRequest }
  /** Requests the next chunk of the body that came with response `of`. */
  | { kind: 'pull'; id: number; of: number }
  /** Ends a request, a wait, or the body of a response. */
  | { kind: 'cancel'; id: number }
  | { kind: 'sleep'; id: number; ms: number }
  | { kind: 'event'; event: unknown }
  | { kind: 'end' }
  | { kind: 'failed'; failure: SentFailure };

export interface SentRequest {
  method: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
  redirect: RequestRedirect;
}

export interface SentAnswer {
  status: number;
  url: string;
  headers: [string, string][];
  /** Codings by which the body is packed; null if there is no body. */
  codings: readonly string[] | null;
}

/** To the process. `now` is the program's clock, in milliseconds: a separate process has no clock of its own. */
export type ToApart = { now: number } & (
  | { kind: 'start'; job: ApartJob }
  | { kind: 'next' }
  | { kind: 'answer'; id: number; answer: SentAnswer }
  /** Null after the last chunk. */
  | { kind: 'chunk'; id: number; chunk: Uint8Array | null }
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
