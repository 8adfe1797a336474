import { AppError } from '@bowerbird/contract/errors';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { sql } from 'kysely';
import { asOwner, type Db } from '../../db/database.ts';
import { isOwnKey } from '../ledger/key.ts';
import type { ListingRow } from '../ledger/ledger.ts';

/** How a store and the ledger differ, each product counted once. */
export interface StoreFindings {
  /** In the store under the same key as the product that the ledger is bound to, and not that product. */
  duplicates: number;
  /** In the ledger, and not in the store. */
  missing: number;
  /** In the store under a key of this installation that the ledger does not know. */
  orphans: number;
  /** In the store, hidden, of products that the store rejected: left over from their creation. */
  unfinished: number;
}

/** Whose ledger is compared with which shop. */
export interface AuditedShop {
  db: Db;
  ownerId: string;
  shopId: string;
  installationId: string;
}

/**
 * Pages of products that were all returned before, after which a scan is given up: a store that lists the same again
 * and again has no end.
 */
const repeatsMax = 20;
/** Pages of any kind, after which a scan is given up. */
const pagesMax = 50_000;

/**
 * Compares everything in a store that has a key of ours with every row of its ledger, product by product: one lost and
 * one duplicated product do not cancel each other out. Memory grows with the number of ids alone. Throws `store.unwell`
 * where the store's list has no end.
 */
export async function compareStore(
  shop: AuditedShop,
  fullScan: AsyncIterable<readonly SeenProduct[]>,
): Promise<StoreFindings> {
  const began = await boundIn(shop);
  const findings: StoreFindings = { duplicates: 0, missing: 0, orphans: 0, unfinished: 0 };
  const there = new Set<string>();
  let repeats = 0;
  let pages = 0;
  for await (const page of fullScan) {
    const fresh = page.filter(({ storeProductId }) => !there.has(storeProductId));
    repeats = page.length > 0 && fresh.length === 0 ? repeats + 1 : 0;
    pages += 1;
    if (repeats > repeatsMax || pages > pagesMax) {
      throw new AppError('store.unwell', 'the list of products has no end');
    }
    for (const { storeProductId } of fresh) {
      there.add(storeProductId);
    }
    await judgePage(shop, fresh, findings);
  }
  findings.missing = await countMissing(shop, there, began);
  return findings;
}

async function judgePage(
  shop: AuditedShop,
  page: readonly SeenProduct[],
  findings: StoreFindings,
): Promise<void> {
  const ours = page.filter(
    ({ key, status }) => key !== null && isOwnKey(shop.installationId, key) && status !== 'trash',
  );
  const rows = await rowsByKey(
    shop,
    ours.map(({ key }) => key ?? ''),
  );
  for (const { key, storeProductId } of ours) {
    const row = rows.get(key ?? '');
    if (!row) {
      findings.orphans += 1;
    } else if (row.store_product_id !== null && row.store_product_id !== storeProductId) {
      findings.duplicates += 1;
    } else if (isUnfinished(row)) {
      findings.unfinished += 1;
    }
  }
}

const columns = [
  'key',
  'state',
  'published',
  'taken_down',
  'sent_hash',
  'open_attempt',
  'store_product_id',
] as const;
type LedgerRow = Pick<ListingRow, (typeof columns)[number]>;

/**
 * Reports whether the store rejected the product or never took it whole, and shoppers never saw it: what is in the
 * store is a part of it.
 */
function isUnfinished({ state, published, taken_down, sent_hash, open_attempt }: LedgerRow): boolean {
  const isRejected = state === 'refused' || state === 'conflict';
  return !published && !taken_down && open_attempt === null && (isRejected || sent_hash === null);
}

async function rowsByKey(
  { db, ownerId, shopId }: AuditedShop,
  keys: readonly string[],
): Promise<Map<string, LedgerRow>> {
  const rows = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('listing')
      .select(columns)
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', shopId)
      .where(sql<boolean>`key = any(${[...keys]}::text[])`)
      .execute(),
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** What the ledger is bound to: the token of each row, by the store's id of its product. */
type Bound = ReadonlyMap<string, string>;

/**
 * Counts what is bound and not there. What was written while the store was read may be on a page that was read before:
 * such a row has another token than when the comparison began.
 */
async function countMissing(shop: AuditedShop, there: ReadonlySet<string>, began: Bound): Promise<number> {
  const now = await boundIn(shop);
  return [...now].filter(([id, token]) => !there.has(id) && began.get(id) === token).length;
}

async function boundIn({ db, ownerId, shopId }: AuditedShop): Promise<Bound> {
  const rows = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('listing')
      .select(['store_product_id', 'token'])
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', shopId)
      .where('store_product_id', 'is not', null)
      .where('state', '<>', 'gone')
      .execute(),
  );
  return new Map(rows.map(({ store_product_id, token }) => [store_product_id ?? '', token]));
}
