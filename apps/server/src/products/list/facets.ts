import type { getProductFacets } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { type CountKind, foldCounts } from './kept-counts.ts';

interface ValueCount {
  value: string;
  count: number;
}

/** Maximum number of values returned for each kind. */
const valuesMax = 200;

/** Returns the values that an owner's products can be filtered by, most used first, from the kept counts. */
export async function findFacets(db: OwnerDb, ownerId: string): Promise<AnswerOf<typeof getProductFacets>> {
  await foldCounts(db, ownerId);
  const sources = await mostUsed(db, ownerId, 'source');
  return {
    tags: await valuesOf(db, ownerId, 'tag'),
    categories: await valuesOf(db, ownerId, 'category'),
    sources: sources.filter(({ platform }) => platform !== ''),
    vendors: await valuesOf(db, ownerId, 'vendor'),
    productTypes: await valuesOf(db, ownerId, 'type'),
  };
}

async function valuesOf(db: OwnerDb, ownerId: string, kind: CountKind): Promise<ValueCount[]> {
  const rows = await mostUsed(db, ownerId, kind);
  return rows.map(({ value, count }) => ({ value, count }));
}

/** The most used by an index, and those that changed since they were added up. */
async function mostUsed(
  db: OwnerDb,
  ownerId: string,
  kind: CountKind,
): Promise<(ValueCount & { platform: string })[]> {
  const { rows } = await sql<ValueCount & { platform: string }>`
    with changed as materialized (
      select value, platform, sum(change) as change from product_count_change
      where owner_id = ${ownerId} and kind = ${kind} group by value, platform
    ), most as (
      select value, platform, count from product_count as kept
      where owner_id = ${ownerId} and kind = ${kind}
        and not exists (select from changed where changed.value = kept.value and changed.platform = kept.platform)
      order by count desc, value limit ${valuesMax}
    ), moved as (
      select changed.value, changed.platform, coalesce(kept.count, 0) + change as count
      from changed left join product_count as kept on kept.owner_id = ${ownerId} and kept.kind = ${kind}
        and kept.value = changed.value and kept.platform = changed.platform
    )
    select value, platform, count::integer from (select * from most union all select * from moved) as each
    where count > 0 order by count desc, value limit ${valuesMax}
  `.execute(db);
  return rows;
}
