import { AppError } from '@bowerbird/contract/errors';
import { readBody } from '../body.ts';
import { parseBoundedJson } from '../bounded-json.ts';
import { type GatedInit, oneTry } from '../gated.ts';
import { TooLate } from '../too-late.ts';
import type { ListerContext, StoreAccess } from './store.ts';

/** Answers of store APIs are at most a few megabytes; anything beyond is no answer of one. */
const answerBytesMax = 32 * 1024 * 1024;

/** One request to a store. */
export interface StoreRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** What came back of one request: an answer, whatever it says, or none that could be read to its end. */
export type StoreAnswer =
  | { kind: 'answer'; status: number; headers: Headers; text: string }
  | { kind: 'silent'; because: string; failure: AppError };

/** Whoever was to send a write did not ask its gate: an error of ours, and no telling when the write left. */
export class GateMissed extends Error {
  override readonly name = 'GateMissed';

  constructor() {
    super('a write went out by a fetch that asks no gate');
  }
}

/** `http` for shops played on this machine, `https` for every other. */
export function originOf(domain: string): string {
  const host = domain.replace(/\/[\s\S]*$/, '').replace(/:\d+$/, '');
  return `${/(^|\.)localhost$|^127\.0\.0\.1$/.test(host) ? 'http' : 'https'}://${domain}`;
}

/**
 * Sends one request, once. Never throws for what the store or the network does; only for our own stop, and for the gate, which
 * goes along with a gated request to whoever writes it. A write under way is not broken off by a stop: its answer is worth more
 * than the second it takes.
 */
export async function askOnce(
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
    if (one && !one.asked) {
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

/** The body, up to what an answer can have; throws beyond. */
export async function textOf(response: Response): Promise<string> {
  return await readBody(response, answerBytesMax);
}

/** The JSON of a text; undefined for what is none. */
export function jsonOf(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

/** The store's words, short enough for a row. */
export function shorten(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim();
  return words.length > 240 ? `${words.slice(0, 239)}…` : words;
}

/** SHA-256 as lower-case hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What went wrong with a connection. A header that cannot be sent is told with its value, and that is a secret. */
function wordsOf(thrown: unknown, secrets: readonly string[]): string {
  if (!(thrown instanceof Error)) {
    return 'unknown';
  }
  const said = secrets
    .filter((secret) => secret !== '')
    .reduce((words, secret) => words.replaceAll(secret, '[secret]'), thrown.message);
  return shorten(`${thrown.name} ${said}`);
}
