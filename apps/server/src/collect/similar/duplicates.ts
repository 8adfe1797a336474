import { type Similarity, similarities } from '@bowerbird/catalog/similar/similarity';
import type { DuplicateGroup } from '@bowerbird/contract/collect/collected';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { openGroups } from '../lists/filter.ts';
import { ofPlatforms, reportRows, rowColumns } from '../lists/list.ts';

/** Most products of a group that are shown. */
const shownMax = 12;

interface DuplicatesRequest {
  /** Only groups with at least one product of this platform. */
  platform?: string | undefined;
  /** The last group that was returned. */
  cursor: string | null;
  limit: number;
}

/** Returns groups of similar products that were not marked as kept, newest first; each group once. */
export async function listDuplicates(
  db: OwnerDb,
  ownerId: string,
  { platform, cursor, limit }: DuplicatesRequest,
) {
  const ofPlatform = ofPlatforms(ownerId, platform === undefined ? undefined : [platform]);
  const { rows: groups } = await sql<{ id: string; reasons: Similarity[]; count: number; total: number }>`
    with open as (select group_id from (${openGroups(ownerId)}) as open where true ${ofPlatform})
    select similarity.group_id as id, array_agg(distinct reason) as reasons, count(*)::integer as count,
      (select count(*)::integer from open) as total
    from similarity
    where owner_id = ${ownerId} and similarity.group_id in (
      select group_id from open where ${cursor}::uuid is null or group_id < ${cursor}::uuid
      order by group_id desc limit ${limit})
    group by similarity.group_id order by similarity.group_id desc
  `.execute(db);
  const rows = await findMembers(
    db,
    ownerId,
    groups.map(({ id }) => id),
  );
  return {
    items: groups.map(
      ({ id, reasons, count }): DuplicateGroup => ({
        id,
        reason: leastSure(reasons),
        count,
        rows: rows.get(id) ?? [],
      }),
    ),
    total: groups[0]?.total ?? 0,
    totalIsEstimate: false,
    nextCursor: groups.length === limit ? (groups.at(-1)?.id ?? null) : null,
  };
}

async function findMembers(db: OwnerDb, ownerId: string, groupIds: readonly string[]) {
  const members = await db
    .selectFrom('similarity')
    .innerJoin('collected', 'collected.id', 'similarity.collected_id')
    .select(rowColumns.map((column) => `collected.${column}` as const))
    .select('similarity.group_id')
    .where('similarity.owner_id', '=', ownerId)
    .where(sql<boolean>`similarity.group_id = any(${groupIds}::uuid[])`)
    .orderBy('collected.id')
    .execute();
  const shown = groupIds.flatMap((group) =>
    members.filter(({ group_id }) => group_id === group).slice(0, shownMax),
  );
  const reported = await reportRows(db, ownerId, shown);
  return Map.groupBy(reported, ({ id }) => shown.find((row) => row.id === id)?.group_id ?? '');
}

/** Marks these groups as kept; returns how many there were. */
export async function keepDuplicates(
  db: OwnerDb,
  ownerId: string,
  groupIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ group_id: string }>`
    with kept as (
      update similarity set kept = true where owner_id = ${ownerId} and group_id = any(${groupIds}::uuid[])
      returning group_id)
    select distinct group_id from kept
  `.execute(db);
  return rows.length;
}

function leastSure(reasons: readonly Similarity[]): Similarity {
  return similarities.findLast((one) => reasons.includes(one)) ?? 'similar-title';
}
