import { AppError } from '@bowerbird/contract/errors';
import { readBody } from '../../net/body.ts';
import { type GatedInit, oneTry } from '../../net/gated.ts';
import { TooLate } from '../../net/too-late.ts';
import { parseBoundedJson } from '../../reading/json/bounded-json.ts';
import type { ListerContext, StoreAccess } from './access.ts';

/** Largest accepted answer of a store API, in bytes. Real answers are at most a few megabytes. */
const answerBytesMax = 32 * 1024 * 1024;

/** One request to a store. */
export interface StoreRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** Result of one request: an answer, whatever it says, or none that could be read to its end. */
export type StoreAnswer =
  | { kind: 'answer'; status: number; headers: Headers; text: string }
  | { kind: 'silent'; because: string; failure: AppError };

/** The sender of a write did not pass its send gate: a bug of ours, and it is unknown when the write left. */
export class GateMissed extends Error {
  override readonly name = 'GateMissed';

  constructor() {
    super('a write went out by a fetch that asks no gate');
  }
}

/** Returns an origin with `http` for simulated shops on this machine, and with `https` for every other. */
export function originOf(domain: string): string {
  const host = domain.replace(/\/[\s\S]*$/, '').replace(/:\d+$/, '');
  return `${/(^|\.)localhost$|^127\.0\.0\.1$/.test(host) ? 'http' : 'https'}://${domain}`;
}

/**
 * Sends one request, once. Never throws for what the store or the network does. Throws only when we stop, and for the
 * gate, which is passed with a gated request to whatever code writes it. A stop does not abort a write in flight: its
 * answer is worth more than the second it takes.
 */
export async function requestOnce(
  { method, url, headers, body }: StoreRequest,
  store: StoreAccess,
  context: ListerContext,
  { gated, timeoutMs }: { gated: boolean; timeoutMs: number },
): Promise<StoreAnswer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const one = gated ? oneTry(context.gate) : null;
  const init: GatedInit = {
    method,
    headers,
    redirect: 'manual',
    signal: gated ? limit : AbortSignal.any([context.signal, limit]),
    ...(body !== undefined && { body }),
    ...(one && { gate: one.gate }),
  };
  try {
    const response = await context.fetch(url, init);
    if (one && !one.requested) {
      throw new GateMissed();
    }
    const text = await textOf(response);
    return { kind: 'answer', status: response.status, headers: response.headers, text };
  } catch (thrown) {
    if (one?.shut) {
      throw one.shut.because;
    }
    if (thrown instanceof TooLate || thrown instanceof GateMissed || (!gated && context.signal.aborted)) {
      throw thrown;
    }
    const because = `no answer: ${wordsOf(thrown, Object.values(store.credentials))}`;
    const named = thrown instanceof AppError && thrown.code.startsWith('address.') ? thrown : null;
    return { kind: 'silent', because, failure: named ?? new AppError('store.unreachable', because) };
  }
}

/** Returns the body, up to the largest size of an answer; throws beyond. */
export async function textOf(response: Response): Promise<string> {
  return await readBody(response, answerBytesMax);
}

/** Returns the parsed JSON of a text; undefined for invalid JSON. */
export function jsonOf(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

/** Shortens the store's message to fit a table row. */
export function shorten(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim();
  return words.length > 240 ? `${words.slice(0, 239)}…` : words;
}

/** Returns the SHA-256 as lower-case hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Describes what went wrong with a connection, without secrets: the error for a header that cannot be sent contains the
 * header's value.
 */
function wordsOf(thrown: unknown, secrets: readonly string[]): string {
  if (!(thrown instanceof Error)) {
    return 'unknown';
  }
  const said = secrets
    .filter((secret) => secret !== '')
    .reduce((words, secret) => words.replaceAll(secret, '[secret]'), thrown.message);
  return shorten(`${thrown.name} ${said}`);
}
