import type { OwnerDb } from '../../../db/database.ts';
import { getRun } from '../../../runs/runs.ts';
import { Stopped } from '../../../runs/work.ts';
import { saveThrottle } from '../../../stores/queries.ts';
import { confirmEpoch } from '../../epoch/own-past.ts';
import { addCounts, countItems, doneOf, type ItemCounts, noItems } from '../../runs/items.ts';
import { changeStoreJob } from '../../runs/store-jobs.ts';
import { tickMs } from '../../store-job/counted.ts';
import { inStoreJob, type StoreJob } from '../../store-job/store-job.ts';

const lookEveryMs = 1000;
const epochEveryMs = 30_000;
/** A store job of which nothing changed, as while it waits for late answers, is reported this often. */
const reportEveryMs = 10_000;

/**
 * Runs next to a working store job: looks whether a person wants it to stop, reports what changed, counts the shop's
 * time, writes the epoch file. Stopping waits for the last report.
 */
export function report(storeJob: StoreJob, control: AbortController): { stop(): Promise<void> } {
  const { clock } = storeJob;
  const over = new AbortController();
  const began = clock.monotonic();
  let counted = began;
  let witnessed = began;
  let doneAtStart: number | null = null;
  let reported = '';
  let reportedAt = began;

  const look = async () => {
    const { run, counts } = await inStoreJob(storeJob, async (db) => ({
      run: await getRun(db, storeJob.ownerId, storeJob.runId),
      counts: await countsIn(db),
    }));
    if (run.wanted !== 'go' || run.state === 'cancelled') {
      control.abort(new Stopped(run.wanted === 'pause' ? 'pause' : 'cancel'));
    }
    const now = clock.monotonic();
    if (now - counted >= tickMs) {
      counted = now;
      await storeJob.counted.count();
    }
    if (now - witnessed >= epochEveryMs) {
      witnessed = now;
      await confirmEpoch(storeJob);
    }
    if (newsOf(counts) !== reported || now - reportedAt >= reportEveryMs) {
      await report(now);
    }
  };

  const countsIn = async (db: OwnerDb) =>
    (await countItems(db, storeJob.ownerId, storeJob.runId)).get(storeJob.shopId) ?? noItems();

  /** What is reported, without what the mere passing of time changes. */
  const newsOf = (counts: ItemCounts) => JSON.stringify([counts, storeJob.session.limit.reported]);

  const report = async (now: number) => {
    const news = await inStoreJob(storeJob, async (db) => {
      const counts = await countsIn(db);
      const { done, total } = doneOf(addCounts([counts]));
      doneAtStart ??= done;
      const seconds = (now - began) / 1000;
      const perSecond = seconds >= 1 && done > doneAtStart ? (done - doneAtStart) / seconds : null;
      await changeStoreJob(db, storeJob.ownerId, storeJob, {
        perSecond,
        limitUsed: storeJob.session.limit.share(),
        secondsLeft: perSecond === null ? null : (total - done) / perSecond,
      });
      if (storeJob.session.limit.reported) {
        await saveThrottle(db, storeJob.ownerId, storeJob.shopId, storeJob.session.limit.reported);
      }
      return newsOf(counts);
    });
    reported = news;
    reportedAt = now;
  };

  const loop = (async () => {
    while (!over.signal.aborted && !storeJob.signal.aborted) {
      await clock.sleep(lookEveryMs, over.signal).catch(() => undefined);
      if (!over.signal.aborted) {
        await look().catch((thrown: unknown) => {
          storeJob.services.log.warn(
            { thrown: String(thrown), runId: storeJob.runId },
            'A listing run could not be looked at',
          );
        });
      }
    }
  })();
  return {
    async stop() {
      over.abort();
      await loop;
      await report(clock.monotonic()).catch(() => undefined);
    },
  };
}
