import type { Product } from '@bowerbird/catalog/product';
import type { Fault } from '@bowerbird/contract/runs';
import type { Fit } from '@bowerbird/platforms/listing/lister';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { type ImagesForStore, imagesForStore } from '../images/for-store.ts';
import { productsByIds } from '../products/selection.ts';
import { findTold } from '../rules/facts.ts';
import { type ForShop, findRuling, readyFor } from '../rules/ruling.ts';
import { findAttempts } from './attempts.ts';
import { record } from './engine/record.ts';
import { type ItemRow, writeItem } from './items.ts';
import { inLane, type Lane } from './lane.ts';
import { type ListingRow, takeRows } from './ledger.ts';
import { withOwnCodes } from './own-codes.ts';
import { findNarrowing } from './states/narrowing.ts';
import { atTheBeginning, type Work } from './work.ts';

/**
 * Takes up items of the run: the newest content of each product by the store's rules, and its row in the ledger. A product
 * deleted meanwhile, or one that the gate stops or the store would surely refuse, is told and left out. What was begun before
 * it was stopped comes to its end as it was written down then.
 */
export async function takeUp(lane: Lane, items: readonly ItemRow[]): Promise<Work[]> {
  const { ownerId, shopId } = lane;
  const ids = items.map(({ product_id }) => product_id);
  const { products, rows, ruling, told, narrow } = await inLane(lane, async (db) => {
    await holdProducts(db, ownerId, ids);
    const found = await productsByIds(db, ownerId, ids);
    const wanted = found.map(({ id, revision }) => ({ productId: id, revision }));
    return {
      products: new Map(found.map((each) => [each.id, each])),
      rows: await takeRows(db, ownerId, lane.installationId, shopId, wanted),
      ruling: await findRuling(db, ownerId, shopId),
      told: await findTold(db, ownerId, shopId, ids),
      narrow: await findNarrowing(db, ownerId, lane.runId, shopId, ids),
    };
  });

  const works: Work[] = [];
  for (const item of items) {
    const stored = products.get(item.product_id);
    const row = rows.get(item.product_id);
    if (!stored || !row) {
      await inLane(lane, (db) =>
        writeItem(db, ownerId, item.id, { state: 'cancelled', fault: { code: 'not-found', params: {} } }),
      );
      continue;
    }
    const named = withOwnCodes(stored.product, row.own_codes);
    const ready = readyFor(ruling, named, told.get(stored.id), lane.options, fitOf(lane), imagesOf(lane));
    const refusal = refusalOf(ready);
    const begun = refusal && row.open_attempt !== null ? await begunWork(lane, item, row) : null;
    if (begun) {
      works.push(begun);
    } else if (refusal) {
      await tellRefused(lane, item, row, refusal);
    } else {
      const { options } = ready;
      const narrowed = narrow(stored.id, ready.product);
      const hash = await lane.lister.hashOf(narrowed.product, options);
      works.push({ row, item, ...narrowed, revision: stored.revision, options, hash, ...atTheBeginning });
    }
  }
  return works;
}

/** What is under way already, with the content it was begun with; null when nobody knows that content any more. */
async function begunWork(lane: Lane, item: ItemRow, row: ListingRow): Promise<Work | null> {
  const attempts = await inLane(lane, (db) => findAttempts(db, lane.ownerId, row.id));
  const newest = attempts.findLast(({ body }) => body !== null);
  if (!newest?.body) {
    return null;
  }
  const { body: product, revision, options } = newest;
  const hash = newest.hash ?? (await lane.lister.hashOf(product, options));
  return { row, item, product, revision, options, hash, ...atTheBeginning };
}

/** From here to the end of the transaction none of these is deleted: its row in the ledger would outlive it unseen. */
export async function holdProducts(db: OwnerDb, ownerId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from product where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id for key share
  `.execute(db);
}

/** The store's own check of a product, by what the shop told of its limits. */
export function fitOf({ lister, session: { shop } }: Pick<Lane, 'lister' | 'session'>) {
  return (product: Product): Fit[] =>
    lister.fit(product, {
      maximumVariants: shop.maximum_variants,
      maximumOptions: shop.maximum_options,
      currency: shop.currency,
    });
}

/** How uploaded images reach the lane's store. */
export function imagesOf({
  services,
  lister,
  session,
}: Pick<Lane, 'services' | 'lister' | 'session'>): ImagesForStore {
  return imagesForStore(services, lister, session.store);
}

/** Why a product does not go into a store, and the field that it is about. */
export interface Refusal {
  fault: Fault;
  field: string | null;
}

/** What stops a product, by the merchant's own gate or for what the store takes; undefined lets it go. */
export function refusalOf({ unfit, stopped }: Pick<ForShop, 'unfit' | 'stopped'>): Refusal | undefined {
  const [risk] = stopped;
  if (risk) {
    return { fault: { code: risk.code, params: risk.params }, field: risk.field };
  }
  const refused = unfit.find(({ kind }) => kind === 'refused');
  return (
    refused && {
      fault: { code: refused.code, params: refused.params },
      field: typeof refused.params.field === 'string' ? refused.params.field : null,
    }
  );
}

/** What is refused is not sent. What the store already has of the product stays as it is. */
async function tellRefused(
  lane: Lane,
  item: ItemRow,
  row: ListingRow,
  { fault, field }: Refusal,
): Promise<void> {
  const change = { state: 'refused' as const, listingId: row.id, fault, field };
  if (row.store_product_id === null && row.open_attempt === null) {
    await record(lane, row, 'notSendable', { set: { fault, field }, item: { line: item, change } });
  } else {
    await inLane(lane, (db) => writeItem(db, lane.ownerId, item.id, change));
  }
}
