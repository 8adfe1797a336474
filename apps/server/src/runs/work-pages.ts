import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { PageOutcome } from '../db/tables/pages.ts';
import type { Clock } from '../time/clock.ts';
import { countOutcomes, findOpenPages, finishPage, type Page, type PageResult, takePage } from './pages.ts';
import { changeRun, type RunRow } from './runs.ts';
import type { RunControl, RunEnd } from './work.ts';

/** An item with one of these is left as it was, and a person may want to know. */
const leftAlone: readonly PageOutcome[] = ['rejected', 'impossible', 'kept', 'gone'];
const failed: readonly PageOutcome[] = ['rejected', 'impossible'];

/**
 * Works on the pages of a run that are still to do, each in one transaction: its items are written and it is marked
 * as done, or neither. Stopped or killed anywhere and started again, or started twice at once, it does each page once.
 * @param atOnce number of transactions at once: while the database writes one page, the next one is computed
 */
export async function workPages(
  { db, clock }: { db: Db; clock: Clock },
  run: RunRow,
  control: RunControl,
  atOnce: number,
  work: (db: OwnerDb, page: Page) => Promise<PageResult>,
): Promise<RunEnd> {
  const { id: runId, owner_id: ownerId } = run;
  const { open, before } = await asOwner(db, ownerId, async (owned) => ({
    open: await findOpenPages(owned, ownerId, runId),
    before: await countOutcomes(owned, ownerId, runId),
  }));
  const doneBefore = sumOf(Object.values(before));
  const total = run.total ?? 0;
  const startedMs = clock.monotonic();
  let done = doneBefore;
  let failures = sumOf(failed.map((outcome) => before[outcome]));
  let next = 0;
  const workNext = async () => {
    for (let page = open[next++]; page !== undefined; page = open[next++]) {
      control.signal.throwIfAborted();
      const number = page;
      const result = await asOwner(db, ownerId, async (owned) => {
        const taken = await takePage(owned, ownerId, runId, number);
        if (taken === null) {
          return null;
        }
        const outcomes = await work(owned, taken);
        await finishPage(owned, ownerId, runId, taken, outcomes);
        return { outcomes, count: taken.ids.length };
      });
      if (result !== null) {
        done += result.count;
        failures += [...result.outcomes.values()].filter(({ outcome }) => failed.includes(outcome)).length;
        const msEach = (clock.monotonic() - startedMs) / (done - doneBefore);
        control.progress({
          done,
          failed: failures,
          total,
          secondsLeft: (msEach * Math.max(0, total - done)) / 1000,
        });
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workNext));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) {
    throw broken.reason;
  }
  return await asOwner(db, ownerId, async (owned) => {
    const counts = await countOutcomes(owned, ownerId, runId);
    await changeRun(owned, ownerId, runId, {
      done: total,
      failed: sumOf(failed.map((outcome) => counts[outcome])),
    });
    const left = sumOf(leftAlone.map((outcome) => counts[outcome]));
    return { state: left === 0 ? 'complete' : 'partial' };
  });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
