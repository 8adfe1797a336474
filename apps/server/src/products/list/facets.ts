import type { getProductFacets } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';

interface ValueCount {
  value: string;
  count: number;
}

/** Maximum number of values returned for each kind. */
const valuesMax = 200;

/** Returns the values that an owner's products can be filtered by, most used first. */
export async function findFacets(db: OwnerDb, ownerId: string): Promise<AnswerOf<typeof getProductFacets>> {
  const sources = await sql<ValueCount & { platform: string }>`
    select source_host as value, platform, count(*)::integer as count from product
    where owner_id = ${ownerId} and source_host is not null and platform is not null
    group by source_host, platform order by count desc, value limit ${valuesMax}`.execute(db);
  return {
    tags: await valuesOf(db, ownerId, 'tags'),
    categories: await valuesOf(db, ownerId, 'categories'),
    sources: sources.rows,
    vendors: await oneOf(db, ownerId, 'vendor'),
    productTypes: await oneOf(db, ownerId, 'product_type'),
  };
}

async function valuesOf(db: OwnerDb, ownerId: string, column: 'tags' | 'categories'): Promise<ValueCount[]> {
  const { rows } = await sql<ValueCount>`
    select value, count(*)::integer as count from product, unnest(${sql.ref(column)}) as value
    where owner_id = ${ownerId} group by value order by count desc, value limit ${valuesMax}`.execute(db);
  return rows;
}

async function oneOf(db: OwnerDb, ownerId: string, name: 'vendor' | 'product_type'): Promise<ValueCount[]> {
  const column = sql.ref(name);
  const { rows } = await sql<ValueCount>`
    select ${column} as value, count(*)::integer as count from product
    where owner_id = ${ownerId} and ${column} is not null
    group by 1 order by count desc, value limit ${valuesMax}`.execute(db);
  return rows;
}
