import * as contract from '@bowerbird/contract/dashboard';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { type Served, serve } from '../http/serve.ts';
import { findFirstRun } from './first-run.ts';
import { findNeeds } from './needs-you.ts';

type Workplace = AnswerOf<typeof contract.getWorkplace>;

/** An administrator has no goods and nothing to be guided through. */
const nothing: Workplace = {
  today: { collected: 0, edited: 0, listed: 0 },
  needsYou: [],
  recent: [],
  unclaimed: 0,
  firstRun: null,
};

export const dashboardRoutes: Served[] = [
  serve(contract.getWorkplace, async (_input, call) => {
    const { ownerId } = call.user;
    if (ownerId === null) {
      return nothing;
    }
    return await call.db(async (db) => ({
      today: await countToday(db, ownerId),
      needsYou: await findNeeds(db, ownerId),
      recent: await findRecent(db, ownerId),
      unclaimed: await countUnclaimed(db, ownerId),
      firstRun: await findFirstRun(db, ownerId, call.services.practice),
    }));
  }),

  serve(contract.hideFirstRun, async (_input, call) => {
    await call.db((db) =>
      db.updateTable('owner').set({ first_run_hidden: true }).where('id', '=', call.ownerId).execute(),
    );
    return { hidden: true as const };
  }),
];

async function countToday(db: OwnerDb, ownerId: string): Promise<Workplace['today']> {
  const { rows } = await sql<Workplace['today']>`
    select
      (select count(*)::integer from collected where owner_id = ${ownerId} and collected_at >= date_trunc('day', now())) as collected,
      (select count(distinct product_id)::integer from product_change join edit_set on edit_set.id = edit_set_id
        where product_change.owner_id = ${ownerId} and kind = 'edited' and product_change.at >= date_trunc('day', now())) as edited,
      (select count(distinct listing_id)::integer from listing_attempt
        where owner_id = ${ownerId} and fate = 'applied' and kind = 'create' and answered_at >= date_trunc('day', now())) as listed
  `.execute(db);
  return rows[0] ?? nothing.today;
}

async function findRecent(db: OwnerDb, ownerId: string): Promise<Workplace['recent']> {
  const { rows } = await sql<Workplace['recent'][number]>`
    select id, title, picture_url as "pictureUrl", price_min::text as price, currency from collected
    where owner_id = ${ownerId} order by collected_at desc, id desc limit 6
  `.execute(db);
  return rows;
}

async function countUnclaimed(db: OwnerDb, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from collected where owner_id = ${ownerId} and product_id is null
  `.execute(db);
  return rows[0]?.count ?? 0;
}
