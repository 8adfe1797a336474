import type { listTraits as contract } from '@bowerbird/contract/collect/collected';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';

type Traits = AnswerOf<typeof contract>;

const namesMax = 40;
const valuesMax = 30;
/** Names whose values differ for nearly every product, so they are useless as filters. */
const single = new Set(['spu', 'subtitle']);

/**
 * Returns what collected products can be filtered by: the facts of their platforms and the attributes of the products,
 * most frequent first.
 */
export async function listTraits(
  db: OwnerDb,
  ownerId: string,
  platform: string | undefined,
): Promise<Traits> {
  const ofPlatform = platform === undefined ? sql`` : sql`and platform = ${platform}`;
  const { rows } = await sql<{ kind: string; name: string; value: string; count: number }>`
    select split_part(trait, e'\\t', 1) as kind, split_part(trait, e'\\t', 2) as name, split_part(trait, e'\\t', 3) as value, count
    from (
      select trait, count(*)::integer as count from collected, unnest(traits) as trait
      where owner_id = ${ownerId} ${ofPlatform} group by trait order by count desc, trait limit 3000
    ) as counted
  `.execute(db);
  const valuesOf = (kind: string, name: string) =>
    rows
      .filter((row) => row.kind === kind && row.name === name)
      .slice(0, valuesMax)
      .map(({ value, count }) => ({ value, count }));
  const factNames = [
    ...new Set(rows.flatMap(({ kind, name }) => (kind === 'm' && !single.has(name) ? [name] : []))),
  ];
  return {
    facts: factNames.map((name) => ({ name, values: valuesOf('m', name) })),
    attributes: rows
      .filter(({ kind }) => kind === 'n')
      .slice(0, namesMax)
      .map(({ name, count }) => ({ name, count, values: valuesOf('a', name) })),
  };
}
