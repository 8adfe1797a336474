import { type Similarity, similarities } from '@bowerbird/catalog/similar/similarity';
import type { DuplicateGroup } from '@bowerbird/contract/collect/collected';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { type ListedRow, reportRows, rowColumns } from '../lists/list.ts';
import { countOpenGroups, findOpenGroups } from '../lists/open-groups.ts';

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
  const platforms = platform === undefined ? undefined : [platform];
  const found = await findOpenGroups(db, ownerId, { platforms, cursor, limit });
  const { rows: groups } = await sql<{ id: string; reasons: Similarity[]; count: number }>`
    select group_id as id, array_agg(distinct reason) as reasons, count(*)::integer as count
    from similarity where owner_id = ${ownerId} and group_id = any(${found}::uuid[])
    group by group_id order by group_id desc
  `.execute(db);
  const total = await countOpenGroups(db, ownerId, { platforms });
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
    total: total.count,
    totalIsEstimate: total.isEstimate,
    nextCursor: groups.length === limit ? (groups.at(-1)?.id ?? null) : null,
  };
}

async function findMembers(db: OwnerDb, ownerId: string, groupIds: readonly string[]) {
  // The first of each group, however many it has.
  const { rows: shown } = await sql<ListedRow & { group_id: string }>`
    select shown.*, given.group_id from unnest(${groupIds}::uuid[]) as given (group_id), lateral (
      select ${sql.join(rowColumns.map((column) => sql.ref(`collected.${column}`)))}
      from similarity join collected on collected.id = similarity.collected_id
      where similarity.owner_id = ${ownerId} and similarity.group_id = given.group_id
      order by collected.id limit ${shownMax}
    ) as shown
  `.execute(db);
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
