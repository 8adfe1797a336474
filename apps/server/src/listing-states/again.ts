import { AppError } from '@bowerbird/contract/errors';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import type { listAgain as againRoute } from '@bowerbird/contract/listing/states';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { createListingRun } from '../listing/runs/create-run.ts';
import type { Services } from '../services/services.ts';
import { findStores } from '../stores/queries.ts';

/** The most products that one call lists again. */
const againMax = 10_000;

/** How a product was last listed in a store. */
export interface AsBefore {
  product_id: string;
  shop_id: string;
  options: ListingOptions | null;
}

/** Returns the owner's listings that match a condition, oldest first up to a limit, with how each was last listed. */
export async function listedBefore(
  db: OwnerDb,
  ownerId: string,
  shopIds: readonly string[],
  condition: ReturnType<typeof sql<boolean>>,
  limit: number,
): Promise<AsBefore[]> {
  const { rows } = await sql<AsBefore>`
    select listing.product_id, listing.shop_id, (
      select listing_run.options from listing_item as item
      join listing_run on listing_run.run_id = item.run_id and not listing_run.dry and listing_run.action = 'list'
      where item.listing_id = listing.id order by item.run_id desc limit 1
    ) as options
    from listing
    where listing.owner_id = ${ownerId} and listing.shop_id = any(${shopIds}::uuid[]) and ${condition}
      and exists (select from product where product.id = listing.product_id and product.owner_id = ${ownerId})
    order by listing.id limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * What a person released then must be released again, and whether the run began by itself is not copied; all other
 * options are.
 */
function optionsOf(
  { options }: AsBefore,
  { again, byItself = false }: { again: boolean; byItself?: boolean },
): ListingOptions {
  const {
    released: _released,
    delisted: _delisted,
    ...before
  } = options ?? { status: 'active', publish: true };
  return { ...before, again, ...(byItself && { delisted: 'leave' }) };
}

type WriteWith = Parameters<typeof createListingRun>[3];

/** Starts a run for each store and set of options; returns the runs. */
export async function startAsBefore(
  services: Services,
  ownerId: string,
  found: readonly AsBefore[],
  request: {
    again: boolean;
    /** No person requested it now: what was delisted stays delisted. */
    byItself?: boolean;
    createdBy: string | null;
    /** Writes what belongs to the run of these products in this shop, in the same transaction as the run. */
    writeWith?: (shopId: string, productIds: readonly string[]) => WriteWith;
  },
): Promise<string[]> {
  const stores = await asOwner(services.db, ownerId, (db) => findStores(db, ownerId));
  const storeOf = new Map(stores.map(({ store, shop }) => [shop.id, store.id]));
  const groups = Map.groupBy(found, (row) => JSON.stringify([row.shop_id, optionsOf(row, request)]));
  const runIds: string[] = [];
  for (const rows of groups.values()) {
    const [first] = rows;
    const storeId = first && storeOf.get(first.shop_id);
    if (first && storeId !== undefined) {
      const productIds = rows.map(({ product_id }) => product_id);
      const run = {
        storeIds: [storeId],
        selection: { ids: productIds },
        options: optionsOf(first, request),
        dryRun: false,
        createdBy: request.createdBy,
      };
      const writeWith = request.writeWith?.(first.shop_id, productIds);
      runIds.push(await createListingRun(services, ownerId, run, writeWith));
    }
  }
  return runIds;
}

/** Lists again what was rejected, is in conflict, or was deleted in a store. */
export async function listAgain(
  services: Services,
  ownerId: string,
  { what, storeIds, reason, productIds }: BodyOf<typeof againRoute>,
  createdBy: string | null,
): Promise<AnswerOf<typeof againRoute>> {
  const found = await asOwner(services.db, ownerId, async (db) => {
    const stores = await findStores(db, ownerId);
    const shopIds = stores
      .filter(({ store }) => storeIds === undefined || storeIds.includes(store.id))
      .map(({ shop }) => shop.id);
    const condition = sql<boolean>`
      listing.state = ${what}
      and (${reason ?? null}::text is null or listing.fault ->> 'code' = ${reason ?? null})
      and (${productIds ?? null}::uuid[] is null or listing.product_id = any(${productIds ?? null}::uuid[]))
    `;
    return await listedBefore(db, ownerId, shopIds, condition, againMax);
  });
  if (found.length === 0) {
    throw new AppError('selection.empty', `nothing is ${what}`);
  }
  const runIds = await startAsBefore(services, ownerId, found, { again: what === 'gone', createdBy });
  return { runIds, products: new Set(found.map(({ product_id }) => product_id)).size };
}
