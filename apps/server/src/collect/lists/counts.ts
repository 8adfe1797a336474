import type { CollectedFilter } from '@bowerbird/contract/collect/collected';
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { counting, roundBelow } from '../../db/pages/counting.ts';
import type { Tables } from '../../db/schema.ts';
import { foundBy, whereFilter } from './filter.ts';
import { isKept, keptCounts } from './kept-counts.ts';

/** How many collected products of a filter there are in each state. */
export interface CountedStates {
  all: number;
  unclaimed: number;
  claimed: number;
  /** There are more than these: counting ended there. */
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
  const { from, where } = foundBy(ownerId, { ...filter, state: 'all' });
  const matching = sql`select product_id from ${from} where ${where}`;
  if (countAll || filter.runId !== undefined) {
    return exactly(await countOf(db, matching));
  }
  const { all } = await keptCounts(db, ownerId, { state: 'all' });
  if (all > counting.wholeShop) {
    const { rows } = await newestQuery(db, ownerId, filter).execute(db);
    const [newest = { all: 0, claimed: 0 }] = rows;
    return {
      all: roundBelow(newest.all),
      claimed: roundBelow(newest.claimed),
      unclaimed: roundBelow(newest.all - newest.claimed),
      areEstimates: true,
    };
  }
  const first = await countOf(db, sql`${matching} limit ${counting.matches + 1}`);
  return first.all > counting.matches
    ? { ...exactly(first), all: counting.matches, areEstimates: true }
    : exactly(first);
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

async function countOf(db: OwnerDb, some: RawBuilder<unknown>): Promise<{ all: number; claimed: number }> {
  const { rows } = await countQuery(some).execute(db);
  return rows[0] ?? { all: 0, claimed: 0 };
}

function countQuery(some: RawBuilder<unknown>) {
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
  const where = whereFilter(ownerId, { ...filter, state: 'all' }, 'by looking');
  return countQuery(
    sql`select product_id from (${newest}) as own_collected where ${where(expressionBuilder<Tables, 'own_collected'>())}`,
  );
}
