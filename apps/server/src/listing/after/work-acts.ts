import { afterCheck, isCheckOwed } from '../after-check.ts';
import { guarded, heldBy } from '../guarded.ts';
import { countItems, type ItemRow, noItems, openItems } from '../items.ts';
import { inLane, type Lane } from '../lane.ts';
import type { LaneChange, ListingRunRow } from '../lanes.ts';
import { report } from '../report.ts';
import { outwaitRestore } from '../restore.ts';
import { bearWitness, requireOwnPast, requireUnheld } from '../witness/own-past.ts';
import { actOn } from './act-on.ts';

const chunk = 100;
/** How often it is looked whether an after-check that items wait for has come. */
const lookEveryMs = 1000;

/**
 * Works on one run in one shop that does not list: delists, shows again, removes or takes another run back. What is sent is
 * written down before, looked at by id in any doubt, and done at most once more than needed: run twice, or by two at once,
 * it comes to the same.
 */
export async function workThroughActs(
  lane: Lane,
  listing: ListingRunRow,
  control: AbortController,
  tellLane: (change: LaneChange) => Promise<void>,
): Promise<void> {
  const beside = report(lane, control);
  try {
    await requireOwnPast(lane);
    await inLane(lane, (db) => requireUnheld(db, lane));
    await lane.counted.count();
    await outwaitRestore(lane);
    await allItems(lane, listing);
    await bearWitness(lane);
    await beside.stop();
    const counts =
      (await inLane(lane, (db) => countItems(db, lane.ownerId, lane.runId))).get(lane.shopId) ?? noItems();
    const failed = counts.refused + counts.gone + counts.cancelled;
    await tellLane({
      state: failed === 0 ? 'complete' : counts.done === 0 ? 'failed' : 'partial',
      secondsLeft: null,
    });
  } catch (thrown) {
    await beside.stop();
    throw await heldBy(lane, thrown);
  }
}

/** Every item, in chunks, until none is open. Each look and send ends an item or counts against it, so that it ends. */
async function allItems(lane: Lane, listing: ListingRunRow): Promise<void> {
  const sends = new Map<string, number>();
  for (;;) {
    let after = -1;
    let seen = 0;
    let waiting = 0;
    for (;;) {
      lane.signal.throwIfAborted();
      const items = await inLane(lane, (db) => openItems(db, lane.ownerId, lane, after, chunk));
      if (items.length === 0) {
        break;
      }
      seen += items.length;
      after = lastPosition(items);
      waiting += await actOn(lane, listing, items, sends);
    }
    if (seen === 0) {
      return;
    }
    if (waiting === seen) {
      await outwait(lane);
    }
  }
}

function lastPosition(items: readonly ItemRow[]): number {
  return items.at(-1)?.position ?? -1;
}

/** Makes the after-checks of the shop whose time has come; waits a little where none has. */
async function outwait(lane: Lane): Promise<void> {
  if ((await isCheckOwed(lane)) && (await guarded(lane, () => afterCheck(lane))) > 0) {
    return;
  }
  await lane.clock.sleep(lookEveryMs, lane.signal);
}
