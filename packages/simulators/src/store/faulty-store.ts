import { ConnectionLost, type Outside } from '../simulation.ts';
import { type Faults, faultNumber } from '../simulation-faults.ts';
import { cutShort, refusalPage } from '../storefront/broken-answers.ts';

/** What fault injection needs of a simulated store's app side. */
export interface FaultyParts {
  faults: Faults;
  outside: Outside;
  /** Schedules work for a later time: a request that arrived but is applied late. */
  later(at: number, work: (at: number) => void): void;
  /** Returns the API's own answer for a used-up limit, as documented. */
  limitReached(): Response;
}

/** One request of an app, already read; `apply` may be called later, and twice. */
export interface AppRequest {
  /** Address and text of the request, for faults that apply only to some requests. */
  marked: string;
  isWrite: boolean;
  /** Applies the request to the state at this time, by default now. */
  apply(at?: number): Response;
  /** Milliseconds that the store works on the request before it is applied and answered; default none. */
  takesMs?: number;
}

/**
 * Injects faults before a request is processed at all: a dead connection, a slow store, a status from an intermediate
 * server.
 */
export async function beforeAnswering(
  marked: string,
  { faults, outside }: Pick<FaultyParts, 'faults' | 'outside'>,
  refusal: (status: number) => Response,
): Promise<Response | null> {
  if (faults.injectFault('dies', marked)) {
    throw new ConnectionLost();
  }
  const slow = faults.injectFault('slow', marked);
  if (slow) {
    await outside.sleep(faultNumber(slow, 5000));
  }
  const status = faults.injectFault('status', marked);
  return status ? refusal(faultNumber(status, 503)) : null;
}

/**
 * Answers a request with the configured faults: lost before or after it was applied, late, slowly, twice, or truncated.
 */
export async function answerFaultily(
  { marked, isWrite, apply, takesMs = 0 }: AppRequest,
  parts: FaultyParts,
): Promise<Response> {
  if (isWrite) {
    return await write(marked, apply, takesMs, parts);
  }
  return parts.faults.injectFault('cut-body', marked) ? cutShort(apply()) : apply();
}

async function write(
  marked: string,
  apply: AppRequest['apply'],
  takesMs: number,
  { faults, outside, later, limitReached }: FaultyParts,
): Promise<Response> {
  const now = outside.now();
  if (faults.injectFault('lost-before', marked)) {
    throw new ConnectionLost();
  }
  const late = faults.injectFault('late', marked);
  if (late) {
    later(now + faultNumber(late, 10_000), apply);
    throw new ConnectionLost();
  }
  const slow = faults.injectFault('slow-write', marked);
  const twice = faults.injectFault('twice', marked);
  const appliedAfterMs = slow ? faultNumber(slow, 20_000) : takesMs;
  const given =
    appliedAfterMs > 0 ? await appliedLater(now + appliedAfterMs, apply, { outside, later }) : apply();
  if (twice) {
    later(Math.max(now + faultNumber(twice, 0), outside.now()), apply);
  }
  if (faults.injectFault('lost-after', marked)) {
    throw new ConnectionLost();
  }
  const held = faults.injectFault('slow-answer', marked);
  if (held) {
    await outside.sleep(faultNumber(held, 20_000));
  }
  if (faults.injectFault('limit-though-applied', marked)) {
    return limitReached();
  }
  const status = faults.injectFault('status-though-applied', marked);
  if (status) {
    const code = faultNumber(status, 502);
    return refusalPage(code, code === 429 ? { 'retry-after': '2' } : {});
  }
  return faults.injectFault('cut-body', marked) ? cutShort(given) : given;
}

/**
 * Applies a request at this time, and not later however busy the machine is: an earlier inspection of the store already
 * finds it applied.
 */
async function appliedLater(
  at: number,
  apply: AppRequest['apply'],
  { outside, later }: Pick<FaultyParts, 'outside' | 'later'>,
): Promise<Response> {
  const work: { begun: boolean; answer: Response | null } = { begun: false, answer: null };
  const once = () => {
    if (!work.begun) {
      work.begun = true;
      work.answer = apply(at);
    }
  };
  later(at, once);
  await outside.sleep(at - outside.now());
  once();
  return work.answer ?? refusalPage(500);
}
