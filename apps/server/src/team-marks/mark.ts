import { AppError } from '@bowerbird/contract/errors';
import type { Selection } from '@bowerbird/contract/products/products';
import type { markProducts as route } from '@bowerbird/contract/products/team-marks';
import type { BodyOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/list/filter.ts';
import { requireCount, sentCount } from '../products/list/selection.ts';

interface Marking {
  selection: Selection;
  /** The number that the person saw. */
  expected: number | undefined;
  marks: BodyOf<typeof route>['marks'];
  userId: string;
}

/**
 * Marks the selected products; what is not given stays. Throws `selection.changed` when the count that the person saw
 * is no longer right, and `not-found` for a group or a person of another merchant. Returns how many were marked.
 */
export async function markProducts(
  db: OwnerDb,
  ownerId: string,
  { selection, expected, marks, userId }: Marking,
): Promise<number> {
  await requireOwn(db, ownerId, 'product_group', marks.groupId);
  await requireOwn(db, ownerId, 'user', marks.assigneeId);
  if ('filter' in selection) {
    await requireCount(db, ownerId, selection, sentCount(expected));
  }
  const note = marks.note?.trim() === '' ? null : marks.note?.trim();
  const given = (
    [
      ['group_id', marks.groupId],
      ['colour', marks.colour],
      ['assignee_id', marks.assigneeId],
      ['note', marks.note === undefined ? undefined : (note ?? null)],
    ] as const
  ).filter(([, value]) => value !== undefined);
  if (given.length === 0) {
    return 0;
  }
  const columns = given.map(([column]) => sql.ref(column));
  const types = { group_id: 'uuid', colour: 'text', assignee_id: 'uuid', note: 'text' } as const;
  const values = given.map(([column, value]) => sql`${value}::${sql.raw(types[column])}`);
  const selected = db
    .selectFrom('own_product')
    .select(['id', 'owner_id'])
    .where(whereSelected(ownerId, selection))
    // In one order, so that two markings of the same products wait for each other and never both.
    .orderBy('id');
  const { numAffectedRows } = await sql`
    insert into team_mark (product_id, owner_id, user_id, at, ${sql.join(columns)})
    select selected.id, selected.owner_id, ${userId}::uuid, now(), ${sql.join(values)} from (${selected}) as selected
    on conflict (product_id) do update set user_id = excluded.user_id, at = excluded.at,
      ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

async function requireOwn(
  db: OwnerDb,
  ownerId: string,
  table: 'product_group' | 'user',
  id: string | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) {
    return;
  }
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `${table} ${id}`);
  }
}
