import { type Cell, pathOf } from '@bowerbird/catalog/change/cell';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { type MarkField, type Marks, markFields } from '../../db/tables/team-marks.ts';

/** The column of each mark in `team_mark`, and its type. */
export const markColumns: Readonly<Record<MarkField, { column: string; type: 'uuid' | 'text' }>> = {
  group: { column: 'group_id', type: 'uuid' },
  colour: { column: 'colour', type: 'text' },
  assignee: { column: 'assignee_id', type: 'uuid' },
  note: { column: 'note', type: 'text' },
};

/** The path of a mark's cell: `marks/colour`. */
export function markPath(field: MarkField): string {
  return pathOf('marks', field);
}

/** Waits until other markings of this merchant's products are committed: what each replaces is recorded. */
export async function lockMarks(db: OwnerDb, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`marks ${ownerId}`}, 0))`.execute(db);
}

/** The names of groups and people by id. */
export async function namesOfMarks(
  db: OwnerDb,
  ownerId: string,
  marks: readonly Marks[],
): Promise<Map<string, string>> {
  const ids = [...new Set(marks.flatMap(({ group, assignee }) => [group ?? [], assignee ?? []].flat()))];
  if (ids.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from product_group where owner_id = ${ownerId} and id = any(${ids}::uuid[])
    union all select id, name from "user" where owner_id = ${ownerId} and id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns what changed as cells for people: groups and people by their names, one that is gone as nothing. */
export function markCells(before: Marks, after: Marks, names: ReadonlyMap<string, string>): Cell[] {
  const shown = (field: MarkField, value: string | null | undefined) =>
    value !== null && value !== undefined && (field === 'group' || field === 'assignee')
      ? names.get(value)
      : (value ?? undefined);
  return markFields
    .filter((field) => after[field] !== undefined)
    .map((field) => {
      const [was, now] = [shown(field, before[field]), shown(field, after[field])];
      return {
        path: markPath(field),
        ...(was !== undefined && { before: was }),
        ...(now !== undefined && { after: now }),
      };
    });
}
