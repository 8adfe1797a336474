import { sql } from 'kysely';
import { inLane, type Lane } from './lane.ts';

/**
 * Waits for operations of ours that our database, put back to an older state, knows nothing of: they may write for hours yet,
 * and S is not long enough for them. What they made is found by its key afterwards, like all else.
 */
export async function outwaitUnknown(lane: Lane): Promise<void> {
  const way = lane.lister.bulk;
  while (way) {
    const access = await lane.session.access(lane.cut);
    const underWay = await way.underWay(access, lane.session.context(lane.cut));
    const known = await inLane(lane, (db) =>
      db
        .selectFrom('listing_bulk')
        .select('id')
        .where('owner_id', '=', lane.ownerId)
        .where(sql<boolean>`id = any(${underWay}::uuid[])`)
        .execute(),
    );
    if (underWay.length === known.length) {
      return;
    }
    await lane.strike('restore.step');
    await lane.clock.sleep(way.pollMs, lane.signal);
  }
}
