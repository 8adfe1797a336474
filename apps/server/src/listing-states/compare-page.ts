import type { Product } from '@bowerbird/catalog/product';
import { isSame } from '@bowerbird/catalog/same';
import type { Fault } from '@bowerbird/contract/runs';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { asOwner, type OwnerDb } from '../db/database.ts';
import type { Decided, Difference } from '../db/tables/listing-states.ts';
import { recordIn } from '../listing/engine/record.ts';
import { type ListingRow, unlessFenced } from '../listing/ledger.ts';
import { valueAt } from '../listing/states/keys.ts';
import type { StoreSession } from '../stores/session.ts';
import { stillComparable } from './comparable.ts';
import { differencesOf, underOurIds } from './differences.ts';
import { findOurs, kindsOf, type Ours, undecided, withPassedOver } from './ours.ts';
import { type Read, saveReading, withReadings } from './readings.ts';

const gone: Fault = { code: 'store.product-gone', params: {} };

/**
 * Holds a page of listed products against the store: all are looked at, and those that differ, or of which no look can tell, are
 * read. What is not there any more is gone. A product that a run began to write meanwhile is left out.
 * @param readAll where a rule must know of every product how many pieces the store counts
 * @returns the listings that were compared
 */
export async function comparePage(
  session: StoreSession,
  rows: readonly ListingRow[],
  readAll: boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const { ownerId, lister, services } = session;
  const owned = <T>(work: (db: OwnerDb) => Promise<T>) => asOwner(services.db, ownerId, work);
  const productIds = rows.map(({ product_id }) => product_id);
  const oursIn = (db: OwnerDb) => findOurs(db, ownerId, session.shop.id, productIds);
  const known = await owned(async (db) => {
    const ours = await oursIn(db);
    const reads = await withReadings(db, ownerId, rows);
    return reads.map((read) => ({ ...read, content: contentOf(read, ours.get(read.row.product_id)) }));
  });
  const access = await session.access(signal);
  const context = session.context(signal);
  const ids = rows.map(({ store_product_id }) => store_product_id ?? '');
  const seen = await lister.lookByIds(ids, access, context);
  const repriced = await repricedAmong(session, known, signal);

  const toRead = known.filter((each, at) => {
    const one = seen[at];
    return one && lister.reading && (isToRead(each, one, lister) || repriced.has(each.row.id) || readAll);
  });
  const told = await lister.reading?.read(
    toRead.map(({ row }) => row.store_product_id ?? ''),
    access,
    context,
  );
  const products = new Map(toRead.map(({ row }, at) => [row.id, told?.[at] ?? null]));

  return await owned(async (db) => {
    const ours = await oursIn(db);
    const comparable = await stillComparable(db, ownerId, rows);
    for (const [at, each] of known.entries()) {
      if (comparable.has(each.row.id)) {
        const found = {
          seen: seen[at] ?? null,
          product: products.get(each.row.id) ?? null,
          ours: ours.get(each.row.product_id),
          lister,
        };
        await unlessFenced(() => note(db, ownerId, each, found), undefined);
      }
    }
    return [...comparable];
  });
}

/** A read with what the store got last, as far as that can be known; null where it cannot. */
interface KnownRead extends Read {
  content: Product | null;
}

/** What was sent, or, where the ledger does not keep it, what would be sent of a product that nobody changed since. */
function contentOf({ row, sent }: Read, ours: Ours | undefined): Product | null {
  return sent ?? (ours && ours.revision === row.listed_revision ? ours.ready : null);
}

function isToRead(each: KnownRead, seen: SeenProduct, { reading: tells, shelf }: Lister): boolean {
  const { row, content, reading } = each;
  const wasDrifted = reading !== undefined && reading.differences.length > 0;
  const isInHash = content === null || tells?.readAlways?.(content) !== true;
  // Whether shoppers see it is in no hash.
  const isShownOtherwise = shelf !== undefined && wasToBeSeen(each) === shelf.isHidden(seen);
  return seen.hash !== row.listed_hash || wasDrifted || !isInHash || isShownOtherwise;
}

/** Of which products prices or codes were changed, where the platform tells that apart. */
async function repricedAmong(
  session: StoreSession,
  known: readonly KnownRead[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const listed = known.flatMap(({ row, content }) =>
    content ? [{ id: row.id, storeProductId: row.store_product_id ?? '', product: content }] : [],
  );
  if (!session.lister.repriced || listed.length === 0) {
    return new Set();
  }
  const access = await session.access(signal);
  const told = await session.lister.repriced(listed, access, session.context(signal));
  return new Set(listed.filter((_, at) => told[at]).map(({ id }) => id));
}

interface Found {
  seen: SeenProduct | null;
  product: Product | null;
  ours: Ours | undefined;
  lister: Lister;
}

async function note(db: OwnerDb, ownerId: string, each: Read, found: Found): Promise<void> {
  const { row, reading } = each;
  const { seen, product, ours, lister } = found;
  if (!seen || seen.status === 'trash') {
    await recordIn(db, null, row, 'seenGone', { set: { fault: gone } });
    return;
  }
  if (row.seen_hash !== seen.hash || row.address !== seen.address) {
    await recordIn(db, null, row, 'noted', { set: { seenHash: seen.hash, address: seen.address } });
  }
  if (product === null || !lister.reading) {
    if (reading && seen.hash === row.listed_hash) {
      const none = { differences: [], kinds: [], decided: reading.decided };
      await saveReading(db, ownerId, row, {
        ...none,
        seenHash: seen.hash,
        product: null,
        clean: reading.clean,
      });
    }
    return;
  }
  const ids = each.sent ?? ours?.ready;
  const store = ids ? underOurIds(product, ids) : product;
  const isOfNow = reading?.attempt_id === row.listed_attempt;
  const isHashSame = seen.hash === row.listed_hash;
  // The first reading of this content: later ones may tell changes that no hash does.
  const clean = (isOfNow ? reading?.clean : null) ?? (isHashSame ? store : null);
  const decided = stillHeld(reading?.decided ?? {}, store);
  const plain = differencesOf({
    sent: each.sent ?? ours?.ready ?? null,
    clean,
    store,
    isHashSame,
    wasToBeSeen: wasToBeSeen(each),
    tells: lister.reading,
  });
  const differences = orOther(withPassedOver(plain, decided, store), row, seen);
  await saveReading(db, ownerId, row, {
    seenHash: seen.hash,
    product: store,
    clean,
    differences,
    kinds: kindsOf(undecided(differences, decided, ours)),
    decided,
  });
}

/** Somebody changed what we do not read: all that can be told is that it is so. */
function orOther(differences: Difference[], row: ListingRow, seen: SeenProduct): Difference[] {
  const told = differences.some(({ kind }) => kind !== 'stock');
  return told || seen.hash === row.listed_hash
    ? differences
    : [...differences, { key: 'other', kind: 'other', sent: null, store: seen.hash }];
}

/** Null for what somebody hid with us, or what the store did not show when it was asked to. */
function wasToBeSeen({ row, options }: Read): boolean | null {
  return options === null || row.fault !== null || (isToBeSeen(options) && !row.published)
    ? null
    : isToBeSeen(options);
}

/** What was decided of values that the store still holds. */
function stillHeld(decided: Record<string, Decided>, store: Product): Record<string, Decided> {
  return Object.fromEntries(
    Object.entries(decided).filter(([key, entry]) => {
      const now = valueAt(store, key);
      return now === undefined || isSame(now, entry.store);
    }),
  );
}
