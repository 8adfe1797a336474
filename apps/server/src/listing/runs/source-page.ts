import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { whereSelected } from '../../products/list/filter.ts';
import type { NewItem } from './items.ts';
import type { Preparation } from './preparation.ts';

/** States of items that another run need not process again. */
const settledItems = ['listed', 'gone', 'done'] as const;

/** Some products of a run, in the order of their ids. */
export interface SourcePage {
  ids: string[];
  /** Returns their items in one shop. */
  itemsFor(shopId: string): NewItem[];
}

/** Reads the next products that a run is to have, up to the limit; none once all are read. */
export async function nextPage(db: OwnerDb, row: Preparation, limit: number): Promise<SourcePage> {
  return row.source.kind === 'selection'
    ? await selectedPage(db, row, row.source.selection, limit)
    : await restPage(db, row, row.source.runId, limit);
}

type Selection = Parameters<typeof whereSelected>[1];

async function selectedPage(
  db: OwnerDb,
  { owner_id, after, products }: Preparation,
  selection: Selection,
  limit: number,
): Promise<SourcePage> {
  const selected = await db
    .selectFrom('own_product')
    .select('id')
    .where(whereSelected(owner_id, selection))
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = selected.map(({ id }) => id);
  const rows = await db
    .selectFrom('product')
    .select(['id', 'title', 'revision'])
    .where('owner_id', '=', owner_id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();
  const items = rows.map(({ id, title, revision }, place) => ({
    productId: id,
    title,
    revision,
    position: products + place,
  }));
  return { ids, itemsFor: () => items };
}

async function restPage(
  db: OwnerDb,
  { owner_id, totals, after }: Preparation,
  runId: string,
  limit: number,
): Promise<SourcePage> {
  const left = () =>
    db
      .selectFrom('listing_item')
      .where('owner_id', '=', owner_id)
      .where('run_id', '=', runId)
      .where('state', 'not in', settledItems)
      .where(sql<boolean>`shop_id = any(${Object.keys(totals)}::uuid[])`);
  const found = await left()
    .select('product_id')
    .$if(after !== null, (query) => query.where('product_id', '>', after ?? ''))
    .groupBy('product_id')
    .orderBy('product_id')
    .limit(limit)
    .execute();
  const ids = found.map(({ product_id }) => product_id);
  const rows = await left()
    .select(['product_id', 'shop_id', 'title', 'revision', 'position'])
    .where(sql<boolean>`product_id = any(${ids}::uuid[])`)
    .execute();
  const byShop = Map.groupBy(rows, ({ shop_id }) => shop_id);
  return {
    ids,
    itemsFor: (shopId) =>
      (byShop.get(shopId) ?? []).map(({ product_id, title, revision, position }) => ({
        productId: product_id,
        title,
        revision,
        position,
      })),
  };
}

/** Counts what a run left rejected or open, by shop. What was not yet written of it is counted too. */
export async function countRest(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<Map<string, { storeId: string; count: number }>> {
  const { rows } = await sql<{ shop_id: string; store_id: string; count: number }>`
    select store_job.shop_id, store_job.store_id, (
      select count(*)::integer from listing_item as item
      where item.owner_id = ${ownerId} and item.run_id = store_job.run_id and item.shop_id = store_job.shop_id
        and item.state <> all(${[...settledItems]}::text[])
    ) + coalesce((
      select (preparation.totals ->> store_job.shop_id::text)::integer - preparation.products
      from listing_preparation as preparation
      where preparation.owner_id = ${ownerId} and preparation.run_id = store_job.run_id and preparation.fault is null
    ), 0) as count
    from listing_store_job as store_job where store_job.owner_id = ${ownerId} and store_job.run_id = ${runId}
  `.execute(db);
  return new Map(
    rows
      .filter(({ count }) => count > 0)
      .map(({ shop_id, store_id, count }) => [shop_id, { storeId: store_id, count }]),
  );
}
