import type { getWorkplace } from '@bowerbird/contract/figures/dashboard';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { Services } from '../services/services.ts';

type FirstRun = NonNullable<AnswerOf<typeof getWorkplace>['firstRun']>;

/**
 * Returns the progress of the guided first run over the practice shop. Null if there is no practice shop or the guide
 * was hidden, and permanently once listing to a real store has begun: from then on the Workplace shows what needs the
 * merchant.
 */
export async function findFirstRun(
  db: OwnerDb,
  ownerId: string,
  practice: Services['practice'],
): Promise<FirstRun | null> {
  if (practice === null || (await isOver(db, ownerId))) {
    return null;
  }
  const shop = new URL(practice.shop).host;
  const { rows: stores } = await sql<{ id: string }>`
    select id from store where owner_id = ${ownerId} and practice and removed_at is null order by id limit 1
  `.execute(db);
  const { rows: collects } = await sql<NonNullable<FirstRun['collect']>>`
    select run.id as "runId", run.state, collect_run.got, run.total as promised, run.worked_ms / 1000.0::float8 as seconds
    from run join collect_run on collect_run.run_id = run.id
    where run.owner_id = ${ownerId} and collect_run.shop = ${shop} order by run.id desc limit 1
  `.execute(db);
  const { rows: claims } = await sql<{ products: number }>`
    select count(*)::integer as products from product where owner_id = ${ownerId} and source_host = ${shop}
  `.execute(db);
  const storeId = stores[0]?.id ?? null;
  const listings = storeId === null ? [] : await findListings(db, ownerId, storeId, shop);
  return {
    shopAddress: practice.shop,
    categoryAddress: practice.category,
    storeId,
    collect: collects[0] ?? null,
    claim: claims[0] && claims[0].products > 0 ? claims[0] : null,
    listing: listings[0] ?? null,
  };
}

async function isOver(db: OwnerDb, ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select first_run_hidden or exists (
      select from run join listing_store_job on listing_store_job.run_id = run.id join store on store.id = listing_store_job.store_id
      join listing_run on listing_run.run_id = run.id
      where run.owner_id = ${ownerId} and not store.practice and not listing_run.dry
    ) as over
    from owner where id = ${ownerId}
  `.execute(db);
  return rows[0]?.over !== false;
}

/**
 * Returns how many of the practice shop's products are in the store, and the run that listed most of them, the newest
 * of several: a later update of one product is not the practice. None where all products of a run are deleted (undoing
 * the practice deletes them).
 */
async function findListings(
  db: OwnerDb,
  ownerId: string,
  storeId: string,
  shop: string,
): Promise<NonNullable<FirstRun['listing']>[]> {
  const { rows } = await sql<NonNullable<FirstRun['listing']>>`
    with listed as (
      select run.id, run.state, listing_store_job.shop_id, of_run.items
      from run
      join listing_store_job on listing_store_job.run_id = run.id
      join listing_run on listing_run.run_id = run.id
      cross join lateral (
        select count(*)::integer as items from listing_item join product on product.id = listing_item.product_id
        where listing_item.owner_id = ${ownerId} and listing_item.run_id = run.id and product.source_host = ${shop}
      ) as of_run
      where run.owner_id = ${ownerId} and listing_store_job.store_id = ${storeId} and not listing_run.dry
        and run.kind = 'listing' and run.request ->> 'act' is null and of_run.items > 0
      order by of_run.items desc, run.id desc limit 1
    )
    select listed.id as "runId", listed.state, held.listed, greatest(held.all, listed.items) as total
    from listed cross join lateral (
      select count(*)::integer as all, (count(*) filter (where listing.state = 'listed'))::integer as listed
      from listing join product on product.id = listing.product_id
      where listing.owner_id = ${ownerId} and listing.shop_id = listed.shop_id and product.source_host = ${shop}
    ) as held
  `.execute(db);
  return rows;
}
