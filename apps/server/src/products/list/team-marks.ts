import type { TeamMarks } from '@bowerbird/contract/products/mark-values';
import { sql } from 'kysely';
import { plannedOnce } from '../../db/connecting/planned-once.ts';
import type { OwnerDb } from '../../db/database.ts';

/** The marks of a product that nobody has marked. */
export const unmarked: TeamMarks = {
  group: null,
  colour: null,
  assignee: null,
  note: null,
  by: null,
  at: null,
};

/** Returns how the team has marked these products, by id; those without a mark are left out. */
export async function findTeamMarks(
  db: OwnerDb,
  ownerId: string,
  productIds: readonly string[],
): Promise<Map<string, TeamMarks>> {
  const rows = await db
    .selectFrom('team_mark')
    .leftJoin('product_group', 'product_group.id', 'team_mark.group_id')
    .leftJoin('user as assignee', (join) =>
      join.onRef('assignee.id', '=', 'team_mark.assignee_id').on('assignee.owner_id', '=', ownerId),
    )
    .leftJoin('user as marker', (join) =>
      join.onRef('marker.id', '=', 'team_mark.user_id').on('marker.owner_id', '=', ownerId),
    )
    .select([
      'product_id',
      'product_group.id as group_id',
      'product_group.name as group_name',
      'colour',
      'assignee.id as assignee_id',
      'assignee.name as assignee_name',
      'note',
      'marker.name as by',
      'team_mark.at',
    ])
    .where('team_mark.owner_id', '=', ownerId)
    .where(sql<boolean>`team_mark.product_id = any(${productIds}::uuid[])`)
    .modifyEnd(plannedOnce)
    .execute();
  return new Map(
    rows.map((row) => [
      row.product_id,
      {
        group: named(row.group_id, row.group_name),
        colour: row.colour,
        assignee: named(row.assignee_id, row.assignee_name),
        note: row.note,
        by: row.by,
        at: row.at.toISOString(),
      },
    ]),
  );
}

function named(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null || name === null ? null : { id, name };
}
