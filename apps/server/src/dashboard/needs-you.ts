import type { getWorkplace } from '@bowerbird/contract/dashboard';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

type Need = AnswerOf<typeof getWorkplace>['needsYou'][number];

/** As many of one kind as are told. */
const toldMax = 5;

/** What a person must decide, each with one act; what goes on by itself is not among it. */
export async function findNeeds(db: OwnerDb, ownerId: string): Promise<Need[]> {
  return [
    ...(await lostStores(db, ownerId)),
    ...(await openListings(db, ownerId)),
    ...(await partialCollects(db, ownerId)),
    ...(await mergeQuestions(db, ownerId)),
  ];
}

async function lostStores(db: OwnerDb, ownerId: string): Promise<Need[]> {
  const { rows } = await sql<{ id: string; name: string; fault: Fault | null }>`
    select id, name, fault from store
    where owner_id = ${ownerId} and removed_at is null and state in ('lost', 'rights-missing')
    order by name limit ${toldMax}
  `.execute(db);
  return rows.map(({ id, name, fault }) => ({
    kind: 'access-lost',
    count: 1,
    title: name,
    runId: null,
    storeId: id,
    fault,
  }));
}

async function openListings(db: OwnerDb, ownerId: string): Promise<Need[]> {
  const { rows } = await sql<Need>`
    select listing.state as kind, count(*)::integer as count, store.name as title, store.id as "storeId",
      (select run_id from listing_item where owner_id = ${ownerId} and store_id = store.id and state = listing.state
        order by run_id desc limit 1) as "runId",
      (array_agg(listing.fault) filter (where listing.fault is not null))[1] as fault
    from listing join store on store.shop_id = listing.shop_id and store.owner_id = listing.owner_id
    where listing.owner_id = ${ownerId} and listing.state in ('refused', 'unsure', 'conflict') and store.removed_at is null
    group by listing.state, store.name, store.id order by count desc limit ${toldMax}
  `.execute(db);
  return rows;
}

/** Collecting that left something out, of the last week, where nobody has collected that shop whole since. */
async function partialCollects(db: OwnerDb, ownerId: string): Promise<Need[]> {
  const { rows } = await sql<Need>`
    select 'partial-collect' as kind, greatest(run.failed, 1) as count, run.title, run.id as "runId", null as "storeId", run.fault
    from run join collect_run on collect_run.run_id = run.id
    where run.owner_id = ${ownerId} and run.kind = 'collect' and run.state in ('partial', 'failed')
      and run.ended_at > now() - interval '7 days'
      and not exists (
        select from run as later join collect_run as newer on newer.run_id = later.id
        where later.owner_id = ${ownerId} and later.id > run.id and newer.shop = collect_run.shop
          and newer.platform = collect_run.platform)
    order by run.id desc limit ${toldMax}
  `.execute(db);
  return rows;
}

/** Fields that a source and the merchant both changed, of all sources together. */
async function mergeQuestions(db: OwnerDb, ownerId: string): Promise<Need[]> {
  const { rows } = await sql<Need>`
    select 'merge' as kind, sum(jsonb_array_length(fields))::integer as count, '' as title, null as "runId",
      null as "storeId", null as fault
    from merge_question where owner_id = ${ownerId} having count(*) > 0
  `.execute(db);
  return rows;
}
