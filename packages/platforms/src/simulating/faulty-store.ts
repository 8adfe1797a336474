import { ConnectionLost, type Outside } from '../simulation.ts';
import { type Faults, faultNumber } from '../simulation-faults.ts';
import { cutShort, refusalPage } from './broken-answers.ts';

/** What a played store's app side goes wrong by. */
export interface FaultyParts {
  faults: Faults;
  outside: Outside;
  /** Has work done at a later time: a request that arrived but is applied late. */
  later(at: number, work: (at: number) => void): void;
  /** The API's own answer that its limit is used up, as its documentation has it. */
  limitReached(): Response;
}

/** One request of an app, read; `apply` may be called later, and twice. */
export interface AppRequest {
  /** Where and what was asked, for faults that strike only some. */
  marked: string;
  isWrite: boolean;
  /** Applies it to the books as they are at this time, by default now. */
  apply(at?: number): Response;
  /** How long the store works on it, in milliseconds, before it is applied and answered; left out, no time. */
  takesMs?: number;
}

/** What can be wrong before a request is looked at at all: a dead connection, a slow store, a status of the way there. */
export async function beforeAnswering(
  marked: string,
  { faults, outside }: Pick<FaultyParts, 'faults' | 'outside'>,
  refusal: (status: number) => Response,
): Promise<Response | null> {
  if (faults.strike('dies', marked)) {
    throw new ConnectionLost();
  }
  const slow = faults.strike('slow', marked);
  if (slow) {
    await outside.sleep(faultNumber(slow, 5000));
  }
  const status = faults.strike('status', marked);
  return status ? refusal(faultNumber(status, 503)) : null;
}

/** Answers a request as the store was told to: lost before or after it was applied, late, slowly, twice, or cut. */
export async function answerFaultily(
  { marked, isWrite, apply, takesMs = 0 }: AppRequest,
  parts: FaultyParts,
): Promise<Response> {
  if (isWrite) {
    return await write(marked, apply, takesMs, parts);
  }
  return parts.faults.strike('cut-body', marked) ? cutShort(apply()) : apply();
}

async function write(
  marked: string,
  apply: AppRequest['apply'],
  takesMs: number,
  { faults, outside, later, limitReached }: FaultyParts,
): Promise<Response> {
  const now = outside.now();
  if (faults.strike('lost-before', marked)) {
    throw new ConnectionLost();
  }
  const late = faults.strike('late', marked);
  if (late) {
    later(now + faultNumber(late, 10_000), apply);
    throw new ConnectionLost();
  }
  const slow = faults.strike('slow-write', marked);
  const twice = faults.strike('twice', marked);
  const appliedAfterMs = slow ? faultNumber(slow, 20_000) : takesMs;
  const given =
    appliedAfterMs > 0 ? await appliedLater(now + appliedAfterMs, apply, { outside, later }) : apply();
  if (twice) {
    later(Math.max(now + faultNumber(twice, 0), outside.now()), apply);
  }
  if (faults.strike('lost-after', marked)) {
    throw new ConnectionLost();
  }
  const held = faults.strike('slow-answer', marked);
  if (held) {
    await outside.sleep(faultNumber(held, 20_000));
  }
  if (faults.strike('limit-though-applied', marked)) {
    return limitReached();
  }
  const status = faults.strike('status-though-applied', marked);
  if (status) {
    const code = faultNumber(status, 502);
    return refusalPage(code, code === 429 ? { 'retry-after': '2' } : {});
  }
  return faults.strike('cut-body', marked) ? cutShort(given) : given;
}

/** Applies a request at this time, not later however busy the machine is: whoever looks at the store before us finds it done. */
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
