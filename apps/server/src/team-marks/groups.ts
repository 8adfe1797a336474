import { AppError } from '@bowerbird/contract/errors';
import type { getMarkChoices, ProductGroup } from '@bowerbird/contract/products/team-marks';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { requirePlace } from '../db/places.ts';

/** Returns what this merchant's products can be marked with, and how many have each mark; none in the bin counts. */
export async function findMarkChoices(
  db: OwnerDb,
  ownerId: string,
): Promise<AnswerOf<typeof getMarkChoices>> {
  const groups = await sql<ProductGroup>`
    select id, name, (
      select count(*)::integer from team_mark join product on product.id = team_mark.product_id
      where team_mark.owner_id = ${ownerId} and team_mark.group_id = product_group.id
    ) as products
    from product_group where owner_id = ${ownerId} order by lower(name), id`.execute(db);
  const people = await sql<{ id: string; name: string; products: number }>`
    select id, name, (
      select count(*)::integer from team_mark join product on product.id = team_mark.product_id
      where team_mark.owner_id = ${ownerId} and team_mark.assignee_id = "user".id
    ) as products
    from "user" where owner_id = ${ownerId} and status = 'active' order by lower(name), id`.execute(db);
  const { rows: colours } = await sql<AnswerOf<typeof getMarkChoices>['colours'][number]>`
    select colour, count(*)::integer as products from team_mark join product on product.id = team_mark.product_id
    where team_mark.owner_id = ${ownerId} and colour is not null group by colour`.execute(db);
  return { groups: groups.rows, people: people.rows, colours };
}

/** Creates a group; throws `group.name-taken` and `group.too-many`. */
export async function createGroup(db: OwnerDb, ownerId: string, name: string): Promise<ProductGroup> {
  await requirePlace(db, ownerId, 'product_group');
  const id = v7();
  const { rows } = await sql`
    insert into product_group (id, owner_id, name) values (${id}, ${ownerId}, ${name})
    on conflict (owner_id, lower(name)) do nothing returning id`.execute(db);
  if (rows.length === 0) {
    throw new AppError('group.name-taken', `group ${name}`, { params: { name } });
  }
  return { id, name, products: 0 };
}

/** Renames a group; throws `group.name-taken` and `not-found`. */
export async function renameGroup(
  db: OwnerDb,
  ownerId: string,
  id: string,
  name: string,
): Promise<ProductGroup> {
  const taken = await db
    .selectFrom('product_group')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '<>', id)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  if (taken) {
    throw new AppError('group.name-taken', `group ${name}`, { params: { name } });
  }
  const { numUpdatedRows } = await db
    .updateTable('product_group')
    .set({ name })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new AppError('not-found', `group ${id}`);
  }
  const { groups } = await findMarkChoices(db, ownerId);
  return groups.find((group) => group.id === id) ?? { id, name, products: 0 };
}

/** Deletes a group, whose products stay in no group; throws `not-found`. */
export async function deleteGroup(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('product_group')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) {
    throw new AppError('not-found', `group ${id}`);
  }
}
