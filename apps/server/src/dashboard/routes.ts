import * as contract from '@bowerbird/contract/figures/dashboard';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { countAll, countProductsListed } from '../figures/counted.ts';
import { dayIn, spanOf } from '../figures/days.ts';
import { type Served, serve } from '../http/serve.ts';
import { findFirstRun } from './first-run.ts';
import { findNeeds } from './needs-you.ts';

type Workplace = AnswerOf<typeof contract.getWorkplace>;

/** An administrator has no products and no guided first run. */
const nothing: Workplace = {
  today: { collected: 0, edited: 0, listed: 0, productsListed: 0 },
  needsYou: [],
  recent: [],
  unclaimed: 0,
  firstRun: null,
};

export const dashboardRoutes: Served[] = [
  serve(contract.getWorkplace, async ({ query }, call) => {
    const { ownerId } = call.user;
    if (ownerId === null) {
      return nothing;
    }
    const now = new Date(call.services.clock.wall());
    return await call.db(async (db) => ({
      today: await countToday(db, ownerId, query.zone ?? 'UTC', now),
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

/** Counts the current day in the reader's time zone, the same as Analysis shows for "Today". */
async function countToday(
  db: OwnerDb,
  ownerId: string,
  zone: string,
  now: Date,
): Promise<Workplace['today']> {
  const day = dayIn(zone, now);
  const bounds = spanOf({ from: day, to: day, zone }, now)?.bounds ?? [];
  const today = { from: bounds[0] ?? now, to: bounds.at(-1) ?? now };
  return {
    collected: await countAll(db, ownerId, 'collected', today),
    edited: await countAll(db, ownerId, 'edited', today),
    listed: await countAll(db, ownerId, 'listed', today),
    productsListed: await countProductsListed(db, ownerId, today),
  };
}

async function findRecent(db: OwnerDb, ownerId: string): Promise<Workplace['recent']> {
  const { rows } = await sql<Workplace['recent'][number]>`
    select id, title, image_url as "imageUrl", price_min::text as price, currency from collected
    where owner_id = ${ownerId} order by collected_at desc, id desc limit 6
  `.execute(db);
  return rows;
}

async function countUnclaimed(db: OwnerDb, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(collected - claimed), 0)::integer as count from collected_count where owner_id = ${ownerId}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
