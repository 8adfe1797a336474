import { getUser } from '@bowerbird/contract/account';
import type { AnswerOf, BodyOf, BrowserRoute, ParamsOf, QueryOf, Route } from '@bowerbird/contract/route';
import { apiBase } from '@bowerbird/contract/route';
import { safeParse } from 'zod/mini';
import { CallFailure, failureFrom } from './call-failure.ts';
import { readToken } from './token.ts';
import { isLeaving, isOtherSignIn, leaveWindow, settleSignIn } from './window-person.ts';

/** How long a call may take, in milliseconds. */
export const callTimeoutMs = 60_000;

type Part<Name extends string, Value> = unknown extends Value
  ? { [K in Name]?: never }
  : Record<string, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** What a call of this route is given; a part it does not know cannot be given. */
export type CallInput<R> = Part<'params', ParamsOf<R>> & Part<'query', QueryOf<R>> & Part<'body', BodyOf<R>>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Sent in place of a JSON body, where the route takes files. */
  form?: FormData;
  /** How long this call may take, in milliseconds, where that is not `callTimeoutMs`. */
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
 * Asks the server and answers what stands under `data`, read by the route's own schema. Every failure is a
 * `CallFailure`; an aborted call throws the abort itself.
 */
export async function call<R extends Route>(route: R, ...rest: CallArguments<R>): Promise<AnswerOf<R>> {
  const input: LooseInput = rest[0] ?? {};
  const response = await send(route, input, rest[1]);
  const received: unknown = await response.json().catch(() => undefined);
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
  // The schema that has just read it is the one the type is inferred from.
  return read.data as AnswerOf<R>;
}

let settling: Promise<'same' | 'left'> | null = null;

/**
 * Another window of this browser signed in or out: nothing leaves this one for somebody else. The same person goes on;
 * for anybody else the window loads again, and this promise stays open.
 */
export async function settleOtherSignIn(): Promise<void> {
  if (isOtherSignIn()) {
    if (readToken() === null) {
      leaveWindow();
      await neverAgain();
    }
    settling ??= personOfToken()
      // Without an answer the window keeps its data to itself: the next call tries again.
      .then((id) => (id === null ? 'same' : settleSignIn(id)))
      .finally(() => {
        settling = null;
      });
    await settling;
  }
  // The window's own token went when it was left: what is there now is somebody else's.
  if (isLeaving() && readToken() !== null) {
    await neverAgain();
  }
}

/** The window is about to load again; whoever waits for an answer in it waits until then. */
function neverAgain(): Promise<never> {
  return new Promise(() => undefined);
}

/** The id of the person whose token this browser holds now; null when the server did not say. */
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
  { signal, form, timeoutMs = callTimeoutMs }: CallOptions = {},
): Promise<Response> {
  await settleOtherSignIn();
  if (isOtherSignIn()) {
    throw new CallFailure({ code: 'call.unreachable', status: 0, message: 'the sign-in has changed' });
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await request(
      route,
      input,
      signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      form,
    );
  } catch (thrown) {
    if (signal?.aborted) {
      throw thrown;
    }
    const code = timeout.aborted ? 'call.timeout' : navigator.onLine ? 'call.unreachable' : 'call.offline';
    throw new CallFailure({ code, status: 0, message: String(thrown) });
  }
}

function request(route: Route, input: LooseInput, signal: AbortSignal, form?: FormData): Promise<Response> {
  const token = readToken();
  return fetch(addressOf(route, input), {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(token === null ? {} : { 'Access-Token': token }),
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(form === undefined ? {} : { body: form }),
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    signal,
  });
}

/** The address of a call or of a file or stream that the browser fetches by itself. */
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

/** Hears of every refused call, whoever made it; the frame tells the person about 401 and 403. */
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
