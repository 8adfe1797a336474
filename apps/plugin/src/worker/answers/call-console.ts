import type { AnswerOf, BodyOf, Route } from '@bowerbird/contract/route';
import { apiBase } from '@bowerbird/contract/route';
import { safeParse, z } from 'zod/mini';

/** A worker is terminated when a response takes 30 s. */
const timeoutMs = 25_000;

export type ConsoleAnswer<Data> =
  | { ok: true; data: Data }
  | {
      ok: false;
      /** 0 if the console did not respond. */
      status: number;
      code: string;
      /** How long the console requested us to wait. */
      waitMs: number | null;
    };

const Refusal = z.object({ code: z.string() });

/**
 * Calls the console and parses the response with the route's own schema. Never throws. A response that is not the
 * console's (a proxy's page, a network's sign-in) counts as unreachable, so that nothing is considered delivered.
 * Redirects are not followed: the token is sent to this origin only.
 */
export async function callConsole<R extends Route>(
  access: { console: string; token: string | null },
  route: R,
  body: BodyOf<R>,
): Promise<ConsoleAnswer<AnswerOf<R>>> {
  const unreachable = { ok: false, status: 0, code: 'plugin.unreachable', waitMs: null } as const;
  let response: Response;
  let received: unknown;
  try {
    response = await fetch(`${access.console}${apiBase}${route.path}`, {
      method: route.method,
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(access.token === null ? {} : { 'Access-Token': access.token }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    // biome-ignore lint/plugin: the answer of the merchant's own console
    received = await response.json().catch(() => undefined);
  } catch {
    return unreachable;
  }
  if (response.ok) {
    const data = dataOf(received);
    const read = safeParse(route.answer, data);
    // Cast: the type is inferred from the schema that has just parsed it.
    return read.success ? { ok: true, data: read.data as AnswerOf<R> } : unreachable;
  }
  const refusal = safeParse(Refusal, received);
  const { status } = response;
  return refusal.success
    ? { ok: false, status, code: refusal.data.code, waitMs: waitIn(response.headers) }
    : {
        ok: false,
        status: status >= 500 || status === 429 ? status : 0,
        code: 'plugin.unreachable',
        waitMs: null,
      };
}

function dataOf(received: unknown): unknown {
  return typeof received === 'object' && received !== null && 'data' in received ? received.data : undefined;
}

function waitIn(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
}
