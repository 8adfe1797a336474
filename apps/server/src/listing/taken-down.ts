import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import { inLane, type Lane, tellItem } from './lane.ts';
import { Fenced, writeRow } from './ledger.ts';
import type { Next, Work } from './work.ts';

/**
 * What a person delisted or removed, in a run that began by itself: it is told so, and not a byte of it is sent, so that it
 * comes back only when a person shows it again or lists it. Null where the product goes on; a run that a person began, and one that shows
 * again what was delisted, takes it for listed as any other.
 */
export async function leftTakenDown(lane: Lane, work: Work): Promise<Next | null> {
  const { row, item, options } = work;
  if (!row.taken_down || item === null) {
    return null;
  }
  if (isToBeLeft(lane, work)) {
    await inLane(lane, async (db) => {
      // Until it changes once more, there is nothing of it for a run to bring.
      await writeRow(db, row, { wantedRevision: work.revision });
      const fault = { code: 'listing.delisted', params: {} };
      await tellItem(db, lane, item, { state: 'done', listingId: row.id, fault });
    });
    return { kind: 'done' };
  }
  if (row.store_product_id !== null && !isToBeSeen(options)) {
    return null;
  }
  const free = await inLane(lane, (db) => writeRow(db, row, { takenDown: false }));
  return { kind: 'again', work: { ...work, row: free } };
}

/** What is written as a draft is not shown by it; what was removed is made anew by no run that began by itself. */
function isToBeLeft({ options: { delisted } }: Lane, { row, options }: Work): boolean {
  if (delisted === undefined) {
    return false;
  }
  return row.store_product_id === null || (delisted === 'leave' && isToBeSeen(options));
}

/**
 * Looks whether the merchant hid products in the store itself, or showed them again there, since we knew of them: of those
 * that a run which began by itself would write.
 */
export async function lookForHidden(lane: Lane, works: readonly Work[]): Promise<void> {
  const { shelf } = lane.lister;
  if (!shelf || lane.options.delisted !== 'leave') {
    return;
  }
  const shown = await shownOnes(lane, works.filter(isToBeLookedAt));
  const asked = works.filter(
    (work) => isToBeLookedAt(work) && (work.row.taken_down || shown.has(work.row.id)),
  );
  if (asked.length === 0) {
    return;
  }
  const access = await lane.session.access(lane.cut);
  const ids = asked.map(({ row }) => row.store_product_id ?? '');
  const seen = await lane.lister.lookByIds(ids, access, lane.session.context(lane.cut));
  for (const [index, { row }] of asked.entries()) {
    const now = seen[index];
    if (!now || shelf.isHidden(now) === row.taken_down) {
      continue;
    }
    const change = { takenDown: !row.taken_down, published: row.taken_down, address: now.address };
    await inLane(lane, (db) => writeRow(db, row, change)).catch((thrown: unknown) => {
      // Another wrote it meanwhile: it is decided from the row as it is then.
      if (!(thrown instanceof Fenced)) {
        throw thrown;
      }
    });
  }
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
