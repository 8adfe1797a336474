import { getRun } from '../runs/runs.ts';
import { Stopped } from '../runs/work.ts';
import { saveThrottle } from '../stores/queries.ts';
import { tickMs } from './counted.ts';
import { addCounts, countItems, doneOf, noItems } from './items.ts';
import { inLane, type Lane } from './lane.ts';
import { changeLane } from './lanes.ts';
import { bearWitness } from './witness/own-past.ts';

const lookEveryMs = 1000;
const witnessEveryMs = 30_000;

/**
 * Beside a lane at work: looks whether a person wants it to stop, tells how far it came, counts the shop's time, bears
 * witness. Stopped, it has told the last.
 */
export function report(lane: Lane, control: AbortController): { stop(): Promise<void> } {
  const { clock } = lane;
  const over = new AbortController();
  const began = clock.monotonic();
  let counted = began;
  let witnessed = began;
  let doneAtStart: number | null = null;

  const look = async () => {
    const run = await inLane(lane, (db) => getRun(db, lane.ownerId, lane.runId));
    if (run.wanted !== 'go' || run.state === 'cancelled') {
      control.abort(new Stopped(run.wanted === 'pause' ? 'pause' : 'cancel'));
    }
    const now = clock.monotonic();
    if (now - counted >= tickMs) {
      counted = now;
      await lane.counted.count();
    }
    if (now - witnessed >= witnessEveryMs) {
      witnessed = now;
      await bearWitness(lane);
    }
    await tell(now);
  };

  const tell = async (now: number) => {
    await inLane(lane, async (db) => {
      const counts = (await countItems(db, lane.ownerId, lane.runId)).get(lane.shopId) ?? noItems();
      const { done, total } = doneOf(addCounts([counts]));
      doneAtStart ??= done;
      const seconds = (now - began) / 1000;
      const perSecond = seconds >= 1 && done > doneAtStart ? (done - doneAtStart) / seconds : null;
      await changeLane(db, lane.ownerId, lane, {
        perSecond,
        limitUsed: lane.session.limit.share(),
        secondsLeft: perSecond === null ? null : (total - done) / perSecond,
      });
      if (lane.session.limit.reported) {
        await saveThrottle(db, lane.ownerId, lane.shopId, lane.session.limit.reported);
      }
    });
  };

  const loop = (async () => {
    while (!over.signal.aborted && !lane.signal.aborted) {
      await clock.sleep(lookEveryMs, over.signal).catch(() => undefined);
      if (!over.signal.aborted) {
        await look().catch((thrown: unknown) => {
          lane.services.log.warn(
            { thrown: String(thrown), runId: lane.runId },
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
      await tell(clock.monotonic()).catch(() => undefined);
    },
  };
}
