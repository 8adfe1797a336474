import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product } from '@bowerbird/catalog/product';
import type { Fault } from '@bowerbird/contract/runs';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { Decided, Difference } from '../../db/tables/listing-states.ts';
import { recordIn } from '../../listing/engine/record.ts';
import { type ListingRow, unlessFenced } from '../../listing/ledger/ledger.ts';
import { differencesOf, underOurIds } from '../../listing/states/differences.ts';
import { valueAt } from '../../listing/states/keys.ts';
import { saveSnapshot } from '../../listing/states/snapshot.ts';
import type { StoreSession } from '../../stores/session.ts';
import { stillComparable } from './comparable.ts';
import { findOurs, kindsOf, type Ours, undecided, withPassedOver } from './ours.ts';
import { type Read, withReadings } from './snapshots.ts';

const gone: Fault = { code: 'store.product-gone', params: {} };

/**
 * Compares a page of listed products with the store: all are looked up, and those that differ, or where a look-up
 * cannot show a difference, are read. Products that are no longer there become gone. A product that a run began to
 * write meanwhile is left out.
 * @param readAll where a rule needs the store's inventory quantity of every product
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
  const seen = await lister.reader.lookByIds(ids, access, context);
  const repriced = await repricedAmong(session, known, signal);

  const toRead = known.filter((each, at) => {
    const one = seen[at];
    return one && (isToRead(each, one, lister) || repriced.has(each.row.id) || readAll);
  });
  const reported = await lister.reader.content.read(
    toRead.map(({ row }) => row.store_product_id ?? ''),
    access,
    context,
  );
  const products = new Map(toRead.map(({ row }, at) => [row.id, reported[at] ?? null]));

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

/** A read listing with the content the store last received, as far as it can be known; null where it cannot. */
interface KnownRead extends Read {
  content: Product | null;
}

/**
 * Returns what was sent; where the ledger does not keep it, what would be sent of a product that was not changed since.
 */
function contentOf({ row, sent }: Read, ours: Ours | undefined): Product | null {
  return sent ?? (ours && ours.revision === row.listed_revision ? ours.ready : null);
}

function isToRead(each: KnownRead, seen: SeenProduct, { reader, writer }: Lister): boolean {
  const { row, content, snapshot } = each;
  const wasDrifted = snapshot !== undefined && snapshot.differences.length > 0;
  const isInHash = content === null || reader.content.readAlways?.(content) !== true;
  // No hash includes whether shoppers see the product.
  const isShownOtherwise = wasToBeSeen(each) === writer.visibility.isHidden(seen);
  return seen.hash !== row.listed_hash || wasDrifted || !isInHash || isShownOtherwise;
}

/** Returns the products whose prices or SKUs and barcodes were changed, where the platform can report that. */
async function repricedAmong(
  session: StoreSession,
  known: readonly KnownRead[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const listed = known.flatMap(({ row, content }) =>
    content ? [{ id: row.id, storeProductId: row.store_product_id ?? '', product: content }] : [],
  );
  if (!session.lister.reader.repriced || listed.length === 0) {
    return new Set();
  }
  const access = await session.access(signal);
  const reported = await session.lister.reader.repriced(listed, access, session.context(signal));
  return new Set(listed.filter((_, at) => reported[at]).map(({ id }) => id));
}

interface Found {
  seen: SeenProduct | null;
  product: Product | null;
  ours: Ours | undefined;
  lister: Lister;
}

async function note(db: OwnerDb, ownerId: string, each: Read, found: Found): Promise<void> {
  const { row, snapshot } = each;
  const { seen, product, ours, lister } = found;
  if (!seen || seen.status === 'trash') {
    await recordIn(db, null, row, 'seenGone', { set: { fault: gone } });
    return;
  }
  if (row.seen_hash !== seen.hash || row.address !== seen.address) {
    await recordIn(db, null, row, 'noted', { set: { seenHash: seen.hash, address: seen.address } });
  }
  if (product === null) {
    if (snapshot && seen.hash === row.listed_hash) {
      const none = { differences: [], kinds: [], decided: snapshot.decided };
      await saveSnapshot(db, ownerId, row, {
        ...none,
        seenHash: seen.hash,
        product: null,
        clean: snapshot.clean,
      });
    }
    return;
  }
  const ids = each.sent ?? ours?.ready;
  const store = ids ? underOurIds(product, ids) : product;
  const isOfNow = snapshot?.attempt_id === row.listed_attempt;
  const isHashSame = seen.hash === row.listed_hash;
  // The first snapshot of this content: later ones may show changes that no hash covers.
  const clean = (isOfNow ? snapshot?.clean : null) ?? (isHashSame ? store : null);
  const decided = stillHeld(snapshot?.decided ?? {}, store);
  const plain = differencesOf({
    sent: each.sent ?? ours?.ready ?? null,
    clean,
    store,
    isHashSame,
    wasToBeSeen: wasToBeSeen(each),
    reports: lister.reader.content,
  });
  const differences = orOther(withPassedOver(plain, decided, store), row, seen);
  await saveSnapshot(db, ownerId, row, {
    seenHash: seen.hash,
    product: store,
    clean,
    differences,
    kinds: kindsOf(undecided(differences, decided, ours)),
    decided,
  });
}

/** A part that we do not read was changed: only the fact of a change can be reported. */
function orOther(differences: Difference[], row: ListingRow, seen: SeenProduct): Difference[] {
  const reported = differences.some(({ kind }) => kind !== 'stock');
  return reported || seen.hash === row.listed_hash
    ? differences
    : [...differences, { key: 'other', kind: 'other', sent: null, store: seen.hash }];
}

/**
 * Whether shoppers were to see it when it was last written, hidden or shown by us; null where that is not known, or
 * where the store did not show it when it was requested to.
 */
function wasToBeSeen({ row, options }: Read): boolean | null {
  if (row.taken_down) {
    return false;
  }
  return options === null || row.fault !== null || (isToBeSeen(options) && !row.published)
    ? null
    : isToBeSeen(options);
}

/** Returns the decisions about values that the store still holds. */
function stillHeld(decided: Record<string, Decided>, store: Product): Record<string, Decided> {
  return Object.fromEntries(
    Object.entries(decided).filter(([key, entry]) => {
      const now = valueAt(store, key);
      return now === undefined || isSame(now, entry.store);
    }),
  );
}
