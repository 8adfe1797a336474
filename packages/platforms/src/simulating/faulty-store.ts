import { ConnectionLost, type Outside } from '../simulation.ts';
import { type Faults, faultNumber } from '../simulation-faults.ts';
import { cutShort, refusalPage } from './broken-answers.ts';

/** What a played store's app side goes wrong by. */
export interface FaultyParts {
  faults: Faults;
  outside: Outside;
  /** Has work done at a later time: a request that arrived but is applied late. */
  later(at: number, work: (at: number) => void): void;
}

/** One request of an app, read; `apply` may be called later, and twice. */
export interface AppRequest {
  /** Where and what was asked, for faults that strike only some. */
  marked: string;
  isWrite: boolean;
  /** Applies it to the books as they are at this time, by default now. */
  apply(at?: number): Response;
}

/** What can be wrong before a request is looked at at all: a dead connection, a slow store, a status of the way there. */
export async function beforeAnswering(
  marked: string,
  { faults, outside }: FaultyParts,
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

/** Answers a request as the store was told to: lost before or after it was applied, late, twice, or cut. */
export function answerFaultily({ marked, isWrite, apply }: AppRequest, parts: FaultyParts): Response {
  return isWrite
    ? write(marked, apply, parts)
    : parts.faults.strike('cut-body', marked)
      ? cutShort(apply())
      : apply();
}

function write(
  marked: string,
  apply: AppRequest['apply'],
  { faults, outside, later }: FaultyParts,
): Response {
  const now = outside.now();
  if (faults.strike('lost-before', marked)) {
    throw new ConnectionLost();
  }
  const late = faults.strike('late', marked);
  if (late) {
    later(now + faultNumber(late, 10_000), apply);
    throw new ConnectionLost();
  }
  const twice = faults.strike('twice', marked);
  const given = apply();
  if (twice) {
    later(now + faultNumber(twice, 0), apply);
  }
  if (faults.strike('lost-after', marked)) {
    throw new ConnectionLost();
  }
  const status = faults.strike('status-though-applied', marked);
  if (status) {
    return refusalPage(faultNumber(status, 502));
  }
  return faults.strike('cut-body', marked) ? cutShort(given) : given;
}
