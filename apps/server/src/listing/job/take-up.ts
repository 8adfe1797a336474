import type { Product } from '@bowerbird/catalog/product';
import type { Fault } from '@bowerbird/contract/runs';
import type { Fit } from '@bowerbird/platforms/listing/planner';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { type ImagesForStore, imagesForStore } from '../../images/for-store.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { findReported } from '../../rules/facts.ts';
import { type ForShop, findRuling, readyFor } from '../../rules/ruling.ts';
import { record } from '../engine/record.ts';
import { atTheBeginning, type Work } from '../engine/work.ts';
import { findAttempts } from '../ledger/attempts.ts';
import { type ListingRow, takeRows } from '../ledger/ledger.ts';
import { withOwnCodes } from '../ledger/own-codes.ts';
import { type ItemRow, writeItem } from '../runs/items.ts';
import { findNarrowing } from '../states/narrowing.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';

/**
 * Takes up items of the run: the newest content of each product by the store's rules, and its row in the ledger. A
 * product deleted meanwhile, or one that the risk check stops or the store would surely reject, is reported and left
 * out. What was begun before it was stopped is completed with the content recorded then.
 */
export async function takeUp(storeJob: StoreJob, items: readonly ItemRow[]): Promise<Work[]> {
  const { ownerId, shopId } = storeJob;
  const ids = items.map(({ product_id }) => product_id);
  const { products, rows, ruling, reported, narrow } = await inStoreJob(storeJob, async (db) => {
    await holdProducts(db, ownerId, ids);
    const found = await productsByIds(db, ownerId, ids);
    const wanted = found.map(({ id, revision }) => ({ productId: id, revision }));
    return {
      products: new Map(found.map((each) => [each.id, each])),
      rows: await takeRows(db, ownerId, storeJob.installationId, shopId, wanted),
      ruling: await findRuling(db, ownerId, shopId),
      reported: await findReported(db, ownerId, shopId, ids),
      narrow: await findNarrowing(db, ownerId, storeJob.runId, shopId, ids),
    };
  });

  const works: Work[] = [];
  for (const item of items) {
    const stored = products.get(item.product_id);
    const row = rows.get(item.product_id);
    if (!stored || !row) {
      await inStoreJob(storeJob, (db) =>
        writeItem(db, ownerId, item.id, { state: 'cancelled', fault: { code: 'not-found', params: {} } }),
      );
      continue;
    }
    const named = withOwnCodes(stored.product, row.own_codes);
    const ready = readyFor(
      ruling,
      named,
      reported.get(stored.id),
      storeJob.options,
      fitOf(storeJob),
      imagesOf(storeJob),
    );
    const refusal = refusalOf(ready);
    const begun = refusal && row.open_attempt !== null ? await begunWork(storeJob, item, row) : null;
    if (begun) {
      works.push(begun);
    } else if (refusal) {
      await reportRefused(storeJob, item, row, refusal);
    } else {
      const { options } = ready;
      const narrowed = narrow(stored.id, ready.product);
      const hash = await storeJob.lister.planner.hashOf(narrowed.product, options);
      works.push({ row, item, ...narrowed, revision: stored.revision, options, hash, ...atTheBeginning });
    }
  }
  return works;
}

/** Returns what is under way already, with the content it was begun with; null when that content is no longer known. */
async function begunWork(storeJob: StoreJob, item: ItemRow, row: ListingRow): Promise<Work | null> {
  const attempts = await inStoreJob(storeJob, (db) => findAttempts(db, storeJob.ownerId, row.id));
  const newest = attempts.findLast(({ body }) => body !== null);
  if (!newest?.body) {
    return null;
  }
  const { body: product, revision, options } = newest;
  const hash = newest.hash ?? (await storeJob.lister.planner.hashOf(product, options));
  return { row, item, product, revision, options, hash, ...atTheBeginning };
}

/**
 * Locks the products until the end of the transaction, so that none is deleted: its row in the ledger would remain
 * unnoticed.
 */
export async function holdProducts(db: OwnerDb, ownerId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from product where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id for key share
  `.execute(db);
}

/** Returns the store's own check of a product, by what the shop reported of its limits. */
export function fitOf({ lister, session: { shop } }: Pick<StoreJob, 'lister' | 'session'>) {
  return (product: Product): Fit[] =>
    lister.planner.fit(product, {
      maximumVariants: shop.maximum_variants,
      maximumOptions: shop.maximum_options,
      currency: shop.currency,
    });
}

/** Returns how uploaded images reach the store of the store job. */
export function imagesOf({
  services,
  lister,
  session,
}: Pick<StoreJob, 'services' | 'lister' | 'session'>): ImagesForStore {
  return imagesForStore(services, lister.writer, session.store);
}

/** Why a product does not go into a store, and the field concerned. */
export interface Refusal {
  fault: Fault;
  field: string | null;
}

/**
 * Returns what stops a product, by the merchant's own risk check or by what the store accepts; undefined lets it go.
 */
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

/** Records a product as rejected and does not send it. What the store already has of the product stays as it is. */
async function reportRefused(
  storeJob: StoreJob,
  item: ItemRow,
  row: ListingRow,
  { fault, field }: Refusal,
): Promise<void> {
  const change = { state: 'refused' as const, listingId: row.id, fault, field };
  if (row.store_product_id === null && row.open_attempt === null) {
    await record(storeJob, row, 'notSendable', { set: { fault, field }, item: { line: item, change } });
  } else {
    await inStoreJob(storeJob, (db) => writeItem(db, storeJob.ownerId, item.id, change));
  }
}
