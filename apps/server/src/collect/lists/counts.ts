import type { CollectedFilter } from '@bowerbird/contract/collect/collected';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { counting, roundBelow } from '../../db/pages/counting.ts';
import { foundBy, matching } from './filter.ts';
import { isKept, keptCounts } from './kept-counts.ts';

/** How many collected products of a filter there are in each state. */
export interface CountedStates {
  all: number;
  unclaimed: number;
  claimed: number;
  /** Counting ended there: there may be more of each. */
  areEstimates: boolean;
}

/**
 * Counts the collected products of a filter, whatever its state: from the kept counts where they know it, otherwise as far
 * as that is quick, or to the end where `countAll` asks for it.
 */
export async function countStates(
  db: OwnerDb,
  ownerId: string,
  filter: CollectedFilter,
  countAll = false,
): Promise<CountedStates> {
  if (isKept(filter)) {
    return exactly(await keptCounts(db, ownerId, filter));
  }
  if (!countAll && filter.runId !== undefined) {
    const isLarge = (await countMet(db, ownerId, filter.runId)) > counting.matches;
    const counted = await countOf(db, foundQuery(ownerId, filter, counting.matches + 1));
    return isLarge ? moreThan(counted) : exactly(counted);
  }
  const found = foundQuery(ownerId, filter);
  if (countAll) {
    return exactly(await countOf(db, found));
  }
  const { all } = await keptCounts(db, ownerId, { state: 'all' });
  if (all > counting.wholeShop) {
    const { rows } = await newestQuery(db, ownerId, filter).execute(db);
    return moreThan(rows[0] ?? { all: 0, claimed: 0 });
  }
  const first = await countOf(db, sql`${found} limit ${counting.matches + 1}`);
  return first.all > counting.matches ? moreThan(first) : exactly(first);
}

/** Returns how many products a run met, those too that were deleted since. */
export async function countMet(db: OwnerDb, ownerId: string, runId: string): Promise<number> {
  const run = await db
    .selectFrom('collect_run')
    .select('got')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return run?.got ?? 0;
}

/** What could not be read is no collected product. */
export function stateOf({ state }: CollectedFilter): 'all' | 'unclaimed' | 'claimed' {
  return state === 'failed' ? 'all' : state;
}

/** Counts what could not be read. */
export async function countFailed(
  db: OwnerDb,
  ownerId: string,
  { platforms }: CollectedFilter,
): Promise<number> {
  const { failed } = await db
    .selectFrom('collect_skip')
    .select(sql<number>`count(*)::integer`.as('failed'))
    .where('owner_id', '=', ownerId)
    .$if((platforms ?? []).length > 0, (query) => query.where('platform', 'in', platforms ?? []))
    .executeTakeFirstOrThrow();
  return failed;
}

function exactly({ all, claimed }: { all: number; claimed: number }): CountedStates {
  return { all, claimed, unclaimed: all - claimed, areEstimates: false };
}

/** So many were counted, and there may be others: of each there are more than this. */
function moreThan({ all, claimed }: { all: number; claimed: number }): CountedStates {
  return {
    all: roundBelow(all),
    claimed: roundBelow(claimed),
    unclaimed: roundBelow(all - claimed),
    areEstimates: true,
  };
}

async function countOf(db: OwnerDb, some: RawBuilder<unknown>): Promise<{ all: number; claimed: number }> {
  const { rows } = await countQuery(some).execute(db);
  return rows[0] ?? { all: 0, claimed: 0 };
}

/** Builds the query of all matches, whatever their state; of a run, of those among the first `metMax` products that it met. */
export function foundQuery(ownerId: string, filter: CollectedFilter, metMax?: number) {
  const { from, where } = foundBy(ownerId, { ...filter, state: 'all' }, metMax);
  return sql`select product_id from ${from} where ${where}`;
}

/** Builds the query that counts some of the products. */
export function countQuery(some: RawBuilder<unknown>) {
  return sql<{ all: number; claimed: number }>`
    select count(*)::integer as "all", count(product_id)::integer as claimed from (${some}) as own_collected`;
}

/** Builds the query of the matches among the newest products. */
export function newestQuery(db: OwnerDb, ownerId: string, filter: CollectedFilter) {
  const newest = db
    .selectFrom('own_collected')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('collected_at', 'desc')
    .orderBy('id', 'desc')
    .limit(counting.newest);
  return countQuery(
    sql`select product_id from (${newest}) as own_collected where ${matching(ownerId, { ...filter, state: 'all' }, 'by looking')}`,
  );
}
