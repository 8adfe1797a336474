import { getUser } from '@bowerbird/contract/account/account';
import type { AnswerOf, BodyOf, BrowserRoute, ParamsOf, QueryOf, Route } from '@bowerbird/contract/route';
import { apiBase } from '@bowerbird/contract/route';
import { safeParse } from 'zod/mini';
import { readToken } from '../person/token.ts';
import { isLeaving, isOtherSignIn, leaveWindow, settleSignIn } from '../person/window-person.ts';
import { CallFailure, failureFrom } from './call-failure.ts';

/** Timeout of a call, in milliseconds. */
export const callTimeoutMs = 60_000;

/** How often a call is sent again that the server was too busy for. */
const busyTriesMax = 2;

type Part<Name extends string, Value> = unknown extends Value
  ? { [K in Name]?: never }
  : Record<string, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** Input of a call of this route; a part that the route does not define cannot be given. */
export type CallInput<R> = Part<'params', ParamsOf<R>> & Part<'query', QueryOf<R>> & Part<'body', BodyOf<R>>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Sent instead of a JSON body, if the route accepts files. */
  form?: FormData;
  /** Sent as they are, if the route accepts raw bytes. */
  bytes?: Blob;
  /** Timeout of this call, in milliseconds, if it is not `callTimeoutMs`. */
  timeoutMs?: number;
}

type CallArguments<R> =
  Record<string, never> extends CallInput<R>
    ? [input?: CallInput<R>, options?: CallOptions]
    : [input: CallInput<R>, options?: CallOptions];

interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Calls the server and returns the response's `data`, parsed by the route's own schema. Every failure is a
 * `CallFailure`; an aborted call throws the abort itself.
 */
export async function call<R extends Route>(route: R, ...rest: CallArguments<R>): Promise<AnswerOf<R>> {
  const { response, received } = await answerTo(route, rest[0] ?? {}, rest[1] ?? {});
  if (!response.ok) {
    throw announced(failureFrom(response, received));
  }
  const data =
    typeof received === 'object' && received !== null && 'data' in received ? received.data : undefined;
  const read = safeParse(route.answer, data);
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.') ?? '';
    throw new CallFailure({
      code: 'unexpected',
      status: response.status,
      message: `answer of ${route.path} at "${where}"`,
    });
  }
  // Cast: the type is inferred from the schema that has just parsed it.
  return read.data as AnswerOf<R>;
}

/**
 * Sends a call, and sends it again when the server says that it was too busy and did nothing of it, after the time that
 * it names.
 */
async function answerTo(
  route: Route,
  input: LooseInput,
  options: CallOptions,
): Promise<{ response: Response; received: unknown }> {
  for (let left = busyTriesMax; ; left -= 1) {
    const response = await send(route, input, options);
    const received: unknown = await response.json().catch(() => undefined);
    const isBusy = response.status === 503 && failureFrom(response, received).code === 'server.busy';
    if (!isBusy || left === 0) {
      return { response, received };
    }
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    options.signal?.throwIfAborted();
  }
}

let settling: Promise<'same' | 'left'> | null = null;

/**
 * Handles a sign-in or sign-out in another window of this browser, so that nothing of this window is sent for another
 * person. For the same person it resolves; for anyone else the window reloads, and this promise stays pending.
 */
export async function settleOtherSignIn(): Promise<void> {
  if (isOtherSignIn()) {
    if (readToken() === null) {
      leaveWindow();
      await neverAgain();
    }
    settling ??= personOfToken()
      // Without a response, the window keeps its data to itself: the next call tries again.
      .then((id) => (id === null ? 'same' : settleSignIn(id)))
      .finally(() => {
        settling = null;
      });
    await settling;
  }
  // The window's own token was removed when it was left: the current one belongs to someone else.
  if (isLeaving() && readToken() !== null) {
    await neverAgain();
  }
}

/** Returns a promise that never resolves: the window is about to reload, and callers must wait until then. */
function neverAgain(): Promise<never> {
  return new Promise(() => undefined);
}

/** Returns the id of the person whose token this browser holds now; null if the server did not say. */
async function personOfToken(): Promise<string | null> {
  const response = await request(getUser, {}, AbortSignal.timeout(callTimeoutMs)).catch(() => null);
  const received: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined;
  const data =
    typeof received === 'object' && received !== null && 'data' in received ? received.data : undefined;
  const read = safeParse(getUser.answer, data);
  return read.success ? read.data.id : null;
}

async function send(
  route: Route,
  input: LooseInput,
  { signal, form, bytes, timeoutMs = callTimeoutMs }: CallOptions,
): Promise<Response> {
  await settleOtherSignIn();
  if (isOtherSignIn()) {
    throw new CallFailure({ code: 'call.unreachable', status: 0, message: 'the sign-in has changed' });
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await request(route, input, signal === undefined ? timeout : AbortSignal.any([signal, timeout]), {
      form,
      bytes,
    });
  } catch (thrown) {
    if (signal?.aborted) {
      throw thrown;
    }
    const code = timeout.aborted ? 'call.timeout' : navigator.onLine ? 'call.unreachable' : 'call.offline';
    throw new CallFailure({ code, status: 0, message: String(thrown) });
  }
}

function request(
  route: Route,
  input: LooseInput,
  signal: AbortSignal,
  { form, bytes }: { form?: FormData | undefined; bytes?: Blob | undefined } = {},
): Promise<Response> {
  const token = readToken();
  return fetch(addressOf(route, input), {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(token === null ? {} : { 'Access-Token': token }),
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(bytes === undefined ? {} : { 'Content-Type': 'application/octet-stream' }),
    },
    ...(form === undefined ? {} : { body: form }),
    ...(bytes === undefined ? {} : { body: bytes }),
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    signal,
  });
}

/** Returns the address of a call, or of a file or stream that the browser fetches by itself. */
export function addressOf(route: Pick<Route | BrowserRoute, 'path'>, input: LooseInput = {}): string {
  const params = new Map(entriesOf(input.params));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params.get(name) ?? ''));
  const query = new URLSearchParams(entriesOf(input.query)).toString();
  return `${apiBase}${path}${query && `?${query}`}`;
}

function entriesOf(values: unknown): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] satisfies [string, string]],
  );
}

const listeners = new Set<(failure: CallFailure) => void>();

/** Registers a listener for every failed call, wherever it came from; the frame reports 401 and 403 to the person. */
export function onCallFailure(listener: (failure: CallFailure) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announced(failure: CallFailure): CallFailure {
  for (const listener of listeners) {
    listener(failure);
  }
  return failure;
}
