import { asOwner, type OwnerDb } from '../db/database.ts';
import { changeRun, type RunRow } from '../runs/runs.ts';
import type { RunControl, RunEnd } from '../runs/work.ts';
import type { Services } from '../services/services.ts';
import { countOutcomes, findOpenPages, finishPage, type Page, type PageResult, takePage } from './pages.ts';

/**
 * Works on the pages of a run that are still to do, each in one transaction: its products are written and it is marked
 * as done, or neither. Stopped or killed anywhere and started again, or started twice at once, it does each page once.
 * @param atOnce number of transactions at once: while the database writes one page, the next one is computed
 */
export async function workPages(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
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
  let failed = before.rejected + before.impossible;
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
        failed += [...result.outcomes.values()].filter(
          ({ outcome }) => outcome === 'rejected' || outcome === 'impossible',
        ).length;
        const msEach = (clock.monotonic() - startedMs) / (done - doneBefore);
        control.progress({ done, failed, total, secondsLeft: (msEach * Math.max(0, total - done)) / 1000 });
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workNext));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) {
    throw broken.reason;
  }
  return await asOwner(db, ownerId, async (owned) => {
    const {
      changed: _changed,
      'changed-since': _since,
      unchanged: _same,
      restored: _back,
      ...left
    } = await countOutcomes(owned, ownerId, runId);
    await changeRun(owned, ownerId, runId, { done: total, failed: left.rejected + left.impossible });
    return { state: sumOf(Object.values(left)) === 0 ? 'complete' : 'partial' };
  });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
