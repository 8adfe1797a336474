import type { listTraits as contract } from '@bowerbird/contract/collect/collected';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { keptCounts } from './kept-counts.ts';

type Traits = AnswerOf<typeof contract>;

const namesMax = 40;
const valuesMax = 30;
/** Names whose values differ for nearly every product, so they are useless as filters. */
const single = new Set(['spu', 'subtitle']);

/** The traits of so many products are counted at most. */
export const newestMax = 10_000;

/**
 * Returns what collected products can be filtered by: the facts of their platforms and the attributes of the products,
 * most frequent first. Of a merchant with more products the newest are counted, which `newest` says.
 */
export async function listTraits(
  db: OwnerDb,
  ownerId: string,
  platform: string | undefined,
): Promise<Traits> {
  const { all } = await keptCounts(db, ownerId, {
    state: 'all',
    ...(platform !== undefined && { platforms: [platform] }),
  });
  const { rows } = await traitsQuery(ownerId, platform).execute(db);
  const valuesOf = (kind: string, name: string) =>
    rows
      .filter((row) => row.kind === kind && row.name === name)
      .slice(0, valuesMax)
      .map(({ value, count }) => ({ value, count }));
  const factNames = [
    ...new Set(rows.flatMap(({ kind, name }) => (kind === 'm' && !single.has(name) ? [name] : []))),
  ];
  return {
    newest: all > newestMax ? newestMax : null,
    facts: factNames.map((name) => ({ name, values: valuesOf('m', name) })),
    attributes: rows
      .filter(({ kind }) => kind === 'n')
      .slice(0, namesMax)
      .map(({ name, count }) => ({ name, count, values: valuesOf('a', name) })),
  };
}

interface TraitCount {
  kind: string;
  name: string;
  value: string;
  count: number;
}

/** Builds the query of the most frequent traits of the newest products. */
export function traitsQuery(ownerId: string, platform: string | undefined) {
  const ofPlatform = platform === undefined ? sql`` : sql`and (platform || '') = ${platform}`;
  return sql<TraitCount>`
    select split_part(trait, e'\\t', 1) as kind, split_part(trait, e'\\t', 2) as name, split_part(trait, e'\\t', 3) as value, count
    from (
      select trait, count(*)::integer as count
      from (
        select traits from own_collected where owner_id = ${ownerId} ${ofPlatform}
        order by collected_at desc, id desc limit ${newestMax}
      ) as newest, unnest(traits) as trait
      group by trait order by count desc, trait limit 3000
    ) as counted`;
}
