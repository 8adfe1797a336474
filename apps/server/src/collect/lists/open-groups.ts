import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { looksAt } from '../../db/pages/in-steps.ts';
import { keptCounts } from './kept-counts.ts';

/** So many groups are counted at most. */
const countedMax = 300;

interface OfPlatforms {
  /** Only groups with at least one product of these platforms. */
  platforms?: string[] | undefined;
}

/** Groups of more than one, with at least one product that is new since a person marked the group as kept. */
export function openGroups(ownerId: string) {
  return sql<{ group_id: string }>`
    select group_id from similarity where owner_id = ${ownerId}
    group by group_id having count(*) > 1 and not bool_and(kept)`;
}

/** Counts groups of similar products, up to `countedMax`; `isEstimate`: there are more. */
export async function countOpenGroups(
  db: OwnerDb,
  ownerId: string,
  of: OfPlatforms = {},
): Promise<{ count: number; isEstimate: boolean }> {
  const page = await findOpenGroups(db, ownerId, { ...of, cursor: null, limit: countedMax + 1 });
  return { count: Math.min(page.length, countedMax), isEstimate: page.length > countedMax };
}

/** Returns the ids of groups of similar products, newest first: the next `limit` after the cursor. */
export async function findOpenGroups(
  db: OwnerDb,
  ownerId: string,
  { platforms, cursor, limit }: OfPlatforms & { cursor: string | null; limit: number },
): Promise<string[]> {
  const wanted = platforms?.length ? await ofPlatforms(db, ownerId, platforms) : sql<SqlBool>``;
  const { rows } = await groupsQuery(ownerId, { wanted, cursor, limit }).execute(db);
  return rows.map(({ group_id }) => group_id);
}

/** Builds the query of the next open groups, which reads the groups in their order until there are enough. */
export function groupsQuery(
  ownerId: string,
  { wanted, cursor, limit }: { wanted: RawBuilder<SqlBool>; cursor: string | null; limit: number },
) {
  const beyond = cursor === null ? sql`` : sql`and group_id < ${cursor}::uuid`;
  return sql<{ group_id: string }>`
    select group_id from similarity as mine where owner_id = ${ownerId} ${beyond} ${wanted}
    group by group_id having count(*) > 1 and not bool_and(kept)
    order by group_id desc limit ${limit}`;
}

/**
 * The condition that a group has a product of these platforms: from the products where there are few of them, otherwise from the
 * groups, of which many have one.
 */
async function ofPlatforms(db: OwnerDb, ownerId: string, platforms: string[]): Promise<RawBuilder<SqlBool>> {
  const { all } = await keptCounts(db, ownerId, { state: 'all', platforms });
  return all <= looksAt.matches
    ? sql`and group_id in (
        select group_id from similarity join collected on collected.id = collected_id
        where similarity.owner_id = ${ownerId} and collected.owner_id = ${ownerId} and platform = any(${platforms}::text[]))`
    : sql`and exists (
        select from similarity as other
        cross join lateral (select platform from collected where id = other.collected_id limit 1) as found
        where other.owner_id = ${ownerId} and other.group_id = mine.group_id and found.platform = any(${platforms}::text[]))`;
}
