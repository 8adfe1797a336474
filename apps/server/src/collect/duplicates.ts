import { type Likeness, likenesses } from '@bowerbird/catalog/likeness';
import type { DuplicateGroup } from '@bowerbird/contract/collected';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { openGroups } from './filter.ts';
import { ofPlatforms, rowColumns, tellRows } from './list.ts';

/** As many of a group are shown. */
const shownMax = 12;

interface DuplicatesAsk {
  /** Groups with at least one of this platform. */
  platform?: string | undefined;
  /** The last group that was told. */
  cursor: string | null;
  limit: number;
}

/** Groups of what is alike and was not said to stay, newest first; each comes once. */
export async function listDuplicates(
  db: OwnerDb,
  ownerId: string,
  { platform, cursor, limit }: DuplicatesAsk,
) {
  const ofPlatform = ofPlatforms(ownerId, platform === undefined ? undefined : [platform]);
  const { rows: groups } = await sql<{ id: string; reasons: Likeness[]; count: number; total: number }>`
    with open as (select group_id from (${openGroups(ownerId)}) as open where true ${ofPlatform})
    select likeness.group_id as id, array_agg(distinct reason) as reasons, count(*)::integer as count,
      (select count(*)::integer from open) as total
    from likeness
    where owner_id = ${ownerId} and likeness.group_id in (
      select group_id from open where ${cursor}::uuid is null or group_id < ${cursor}::uuid
      order by group_id desc limit ${limit})
    group by likeness.group_id order by likeness.group_id desc
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
    .selectFrom('likeness')
    .innerJoin('collected', 'collected.id', 'likeness.collected_id')
    .select(rowColumns.map((column) => `collected.${column}` as const))
    .select('likeness.group_id')
    .where('likeness.owner_id', '=', ownerId)
    .where(sql<boolean>`likeness.group_id = any(${groupIds}::uuid[])`)
    .orderBy('collected.id')
    .execute();
  const shown = groupIds.flatMap((group) =>
    members.filter(({ group_id }) => group_id === group).slice(0, shownMax),
  );
  const told = await tellRows(db, ownerId, shown);
  return Map.groupBy(told, ({ id }) => shown.find((row) => row.id === id)?.group_id ?? '');
}

/** These groups stay; answers how many there were. */
export async function keepDuplicates(
  db: OwnerDb,
  ownerId: string,
  groupIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ group_id: string }>`
    with kept as (
      update likeness set kept = true where owner_id = ${ownerId} and group_id = any(${groupIds}::uuid[])
      returning group_id)
    select distinct group_id from kept
  `.execute(db);
  return rows.length;
}

function leastSure(reasons: readonly Likeness[]): Likeness {
  return likenesses.findLast((one) => reasons.includes(one)) ?? 'similar-title';
}
