import type { getWorkplace } from '@bowerbird/contract/figures/dashboard';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

type Need = AnswerOf<typeof getWorkplace>['needsYou'][number];

/** Most problems of one kind that are shown. */
const shownMax = 5;

/** Fields that a problem leaves empty. */
const nothing = { runId: null, storeId: null, fault: null, cause: null, product: null };

/** Finds what a person must decide, each with one action; leaves out what continues automatically. */
export async function findNeeds(db: OwnerDb, ownerId: string): Promise<Need[]> {
  return [
    ...(await lostStores(db, ownerId)),
    ...(await openListings(db, ownerId)),
    ...(await partialCollects(db, ownerId)),
    ...(await mergeConflicts(db, ownerId)),
  ];
}

async function lostStores(db: OwnerDb, ownerId: string): Promise<Need[]> {
  const { rows } = await sql<{ id: string; name: string; fault: Fault | null }>`
    select id, name, fault from store
    where owner_id = ${ownerId} and removed_at is null and state in ('lost', 'rights-missing')
    order by name limit ${shownMax}
  `.execute(db);
  return rows.map(({ id, name, fault }) => ({
    ...nothing,
    kind: 'access-lost',
    count: 1,
    title: name,
    storeId: id,
    fault,
  }));
}

/** Returns listings that are rejected, in conflict or unresolved: by store and cause, each with its newest product. */
async function openListings(db: OwnerDb, ownerId: string): Promise<Need[]> {
  const { rows } = await sql<Omit<Need, 'cause'>>`
    select problem.kind, problem.count, problem.title, problem."storeId", sample.fault,
      (select run_id from listing_item where owner_id = ${ownerId} and listing_id = sample.id order by run_id desc limit 1) as "runId",
      (select jsonb_build_object('id', product.id, 'title', product.title, 'imageUrl', product.image_url)
        from product where product.id = sample.product_id and product.owner_id = ${ownerId}) as product
    from (
      select listing.state as kind, count(*)::integer as count, store.name as title, store.id as "storeId",
        (array_agg(listing.id order by listing.id desc))[1] as newest
      from listing join store on store.shop_id = listing.shop_id and store.owner_id = listing.owner_id
      where listing.owner_id = ${ownerId} and listing.state in ('refused', 'verifying', 'conflict') and store.removed_at is null
      group by listing.state, store.name, store.id, listing.fault ->> 'code'
      order by count(*) desc, store.name limit ${shownMax}
    ) as problem join listing as sample on sample.id = problem.newest
    order by problem.count desc, problem.title
  `.execute(db);
  return rows.map((row) => ({ ...row, cause: null }));
}

/**
 * Returns collecting runs of the last week that left something out, if the shop has not been collected completely
 * since.
 */
async function partialCollects(db: OwnerDb, ownerId: string): Promise<Need[]> {
  const { rows } = await sql<Pick<Need, 'count' | 'title' | 'runId' | 'fault' | 'cause'>>`
    select greatest(run.failed, 1) as count, run.title, run.id as "runId", run.fault,
      (select code from collect_skip where owner_id = ${ownerId} and run_id = run.id
        group by code order by count(*) desc, code limit 1) as cause
    from run join collect_run on collect_run.run_id = run.id
    where run.owner_id = ${ownerId} and run.kind = 'collect' and run.state in ('partial', 'failed')
      and run.ended_at > now() - interval '7 days'
      and not exists (
        select from run as later join collect_run as newer on newer.run_id = later.id
        where later.owner_id = ${ownerId} and later.id > run.id and newer.shop = collect_run.shop
          and newer.platform = collect_run.platform)
    order by run.id desc limit ${shownMax}
  `.execute(db);
  return rows.map((row) => ({ ...nothing, kind: 'partial-collect', ...row }));
}

/**
 * Returns fields that both a source and the merchant changed, of all sources together, with the newest product among
 * them.
 */
async function mergeConflicts(db: OwnerDb, ownerId: string): Promise<Need[]> {
  const { rows } = await sql<Pick<Need, 'count' | 'product'>>`
    select sum(jsonb_array_length(conflict.fields))::integer as count,
      (array_agg(jsonb_build_object('id', product.id, 'title', product.title, 'imageUrl', product.image_url)
        order by conflict.at desc))[1] as product
    from merge_conflict as conflict join product on product.id = conflict.product_id
    where conflict.owner_id = ${ownerId} having count(*) > 0
  `.execute(db);
  return rows.map((row) => ({ ...nothing, kind: 'merge', title: '', ...row }));
}
