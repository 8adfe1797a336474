import type { Product } from '@bowerbird/catalog/product';
import type { Fit } from '@bowerbird/platforms/platform';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { productsByIds } from '../products/selection.ts';
import { type ItemRow, writeItem } from './items.ts';
import { inLane, type Lane } from './lane.ts';
import { type ListingRow, takeRows, writeRow } from './ledger.ts';
import type { Work } from './work.ts';

/**
 * Takes up items of the run: the newest content of each product and its row in the ledger. A product deleted meanwhile,
 * or one that the store would surely refuse, is told and left out.
 */
export async function takeUp(lane: Lane, items: readonly ItemRow[]): Promise<Work[]> {
  const { ownerId, shopId } = lane;
  const { products, rows } = await inLane(lane, async (db) => {
    await holdProducts(
      db,
      ownerId,
      items.map(({ product_id }) => product_id),
    );
    const found = await productsByIds(
      db,
      ownerId,
      items.map(({ product_id }) => product_id),
    );
    const wanted = found.map(({ id, revision }) => ({ productId: id, revision }));
    const taken = await takeRows(db, ownerId, lane.installationId, shopId, wanted);
    return { products: new Map(found.map((each) => [each.id, each])), rows: taken };
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
    const refusal = fitRefusal(lane, stored.product);
    if (refusal && row.open_attempt === null) {
      await tellUnfit(lane, item, row, refusal);
      continue;
    }
    works.push({
      row,
      item,
      product: stored.product,
      revision: stored.revision,
      options: lane.options,
      hash: await lane.lister.hashOf(stored.product, lane.options),
      firstLook: null,
      sends: 0,
    });
  }
  return works;
}

/** From here to the end of the transaction none of these is deleted: its row in the ledger would outlive it unseen. */
export async function holdProducts(db: OwnerDb, ownerId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from product where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id for key share
  `.execute(db);
}

export function fitRefusal(lane: Pick<Lane, 'lister' | 'session'>, product: Product): Fit | undefined {
  const { shop } = lane.session;
  return lane.lister
    .fit(product, {
      maximumVariants: shop.maximum_variants,
      maximumOptions: shop.maximum_options,
      currency: shop.currency,
    })
    .find(({ kind }) => kind === 'refused');
}

/** What the store would surely refuse is not sent. What it has of the product already stays as it is. */
async function tellUnfit(lane: Lane, item: ItemRow, row: ListingRow, { code, params }: Fit): Promise<void> {
  const fault = { code, params };
  const field = typeof params.field === 'string' ? params.field : null;
  await inLane(lane, async (db) => {
    if (row.store_product_id === null) {
      await writeRow(db, row, { state: 'refused', fault, field });
    }
    await writeItem(db, lane.ownerId, item.id, { state: 'refused', listingId: row.id, fault, field });
  });
}
