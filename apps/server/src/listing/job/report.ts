import { getRun } from '../../runs/runs.ts';
import { Stopped } from '../../runs/work.ts';
import { saveThrottle } from '../../stores/queries.ts';
import { confirmEpoch } from '../epoch/own-past.ts';
import { addCounts, countItems, doneOf, noItems } from '../runs/items.ts';
import { changeStoreJob } from '../runs/store-jobs.ts';
import { tickMs } from '../store-job/counted.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

const lookEveryMs = 1000;
const epochEveryMs = 30_000;

/**
 * Runs next to a working store job: looks whether a person wants it to stop, reports progress, counts the shop's time,
 * writes the epoch file. Stopping waits for the last report.
 */
export function report(storeJob: StoreJob, control: AbortController): { stop(): Promise<void> } {
  const { clock } = storeJob;
  const over = new AbortController();
  const began = clock.monotonic();
  let counted = began;
  let witnessed = began;
  let doneAtStart: number | null = null;

  const look = async () => {
    const run = await inStoreJob(storeJob, (db) => getRun(db, storeJob.ownerId, storeJob.runId));
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
    await report(now);
  };

  const report = async (now: number) => {
    await inStoreJob(storeJob, async (db) => {
      const counts =
        (await countItems(db, storeJob.ownerId, storeJob.runId)).get(storeJob.shopId) ?? noItems();
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
    });
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
