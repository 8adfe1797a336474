import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import { record } from './engine/record.ts';
import { inLane, type Lane } from './lane.ts';
import { type ListingRow, unlessFenced } from './ledger.ts';
import type { Work } from './work.ts';

/**
 * Looks whether the merchant hid products in the store itself, or showed them again there, since we knew of them: of those
 * that a run which began by itself would write. Answers all of them, with their rows as they are then.
 */
export async function lookForHidden(lane: Lane, works: readonly Work[]): Promise<readonly Work[]> {
  const { shelf } = lane.lister;
  if (!shelf || lane.options.delisted !== 'leave') {
    return works;
  }
  const shown = await shownOnes(lane, works.filter(isToBeLookedAt));
  const asked = works.filter(
    (work) => isToBeLookedAt(work) && (work.row.taken_down || shown.has(work.row.id)),
  );
  if (asked.length === 0) {
    return works;
  }
  const access = await lane.session.access(lane.cut);
  const ids = asked.map(({ row }) => row.store_product_id ?? '');
  const seen = await lane.lister.lookByIds(ids, access, lane.session.context(lane.cut));
  const rows = new Map<string, ListingRow>();
  for (const [index, { row }] of asked.entries()) {
    const now = seen[index];
    if (!now || shelf.isHidden(now) === row.taken_down) {
      continue;
    }
    const set = { takenDown: !row.taken_down, published: row.taken_down, address: now.address };
    // Where another wrote it meanwhile: what is decided from the row as it was read is refused by its token.
    rows.set(row.id, await unlessFenced(() => record(lane, row, 'noted', { set }), row));
  }
  return works.map((work) => ({ ...work, row: rows.get(work.row.id) ?? work.row }));
}

function isToBeLookedAt({ row, item, options, hash }: Work): boolean {
  const isWritten = row.sent_hash !== hash || row.unhealed;
  const isWhole = row.state === 'listed' && row.store_product_id !== null && row.open_attempt === null;
  return isWhole && isWritten && item?.state === 'waiting' && isToBeSeen(options);
}

/** Those of them that stand there for shoppers to see, as far as we know. */
async function shownOnes(lane: Lane, works: readonly Work[]): Promise<Set<string>> {
  const ids = works.flatMap(({ row }) => (row.published && !row.taken_down ? [row.id] : []));
  const rows = await inLane(lane, (db) =>
    db
      .selectFrom('listing')
      .innerJoin('listing_attempt as attempt', 'attempt.id', 'listing.listed_attempt')
      .select(['listing.id', 'attempt.options'])
      .where('listing.owner_id', '=', lane.ownerId)
      .where('attempt.owner_id', '=', lane.ownerId)
      .where(sql<boolean>`listing.id = any(${ids}::uuid[])`)
      .execute(),
  );
  return new Set(rows.flatMap(({ id, options }) => (isToBeSeen(options) ? [id] : [])));
}
