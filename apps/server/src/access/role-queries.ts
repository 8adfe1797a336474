import { AppError } from '@bowerbird/contract/errors';
import type { Grant, Role } from '@bowerbird/contract/roles';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { type House, isOf } from './house.ts';
import {
  builtInsOf,
  getRole,
  isBuiltIn,
  isWithinReach,
  mayEditPeople,
  type RoleRow,
  requireManagerLeft,
  requireReach,
  settled,
} from './reach.ts';

/** The roles that people of a house can hold: the built-in ones, then its own, the oldest first. */
export async function findRoles(db: OwnerDb, house: House): Promise<RoleRow[]> {
  const builtIns = builtInsOf(house);
  const rows = await db
    .selectFrom('role')
    .selectAll()
    .where((where) => where.or([where('id', 'in', builtIns), isOf('owner_id', house)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const of = (id: string) => builtIns.indexOf(id);
  return [
    ...rows.filter(({ id }) => builtIns.includes(id)).sort((one, other) => of(one.id) - of(other.id)),
    ...rows.filter(({ id }) => !isBuiltIn(id)),
  ];
}

/** How many of a house hold each role. */
export async function countHolders(db: OwnerDb, house: House): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('user')
    .select(['role_id', (count) => count.fn.countAll<string>().as('n')])
    .where(isOf('owner_id', house))
    .groupBy('role_id')
    .execute();
  return new Map(rows.map((row) => [row.role_id, Number(row.n)]));
}

export function toRole(row: RoleRow, people: number, caller: SignedIn): Role {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    builtIn: isBuiltIn(row.id),
    own: row.id === caller.role.id,
    withinReach: isWithinReach(caller, row.permissions),
    people,
    permissions: settled(row.permissions),
    creatorId: row.creator_id ?? 'system',
    createdAt: row.created_at.toISOString(),
  };
}

/** As many roles as somebody can still tell apart. */
const rolesMax = 100;

export interface RoleChange {
  name: string;
  description: string;
  permissions: Grant[];
}

/** A role of the house's own; answers its id. */
export async function addRole(
  db: OwnerDb,
  user: SignedIn,
  house: House,
  { name, description, permissions }: RoleChange,
): Promise<string> {
  requireReach(user, permissions);
  await requireFreeName(db, house, name, null);
  const { n } = await db
    .selectFrom('role')
    .select((count) => count.fn.countAll<string>().as('n'))
    .where(isOf('owner_id', house))
    .executeTakeFirstOrThrow();
  if (Number(n) >= rolesMax) {
    throw new AppError('role.too-many', `${n} roles`, { params: { max: rolesMax } });
  }
  const id = v7();
  await db
    .insertInto('role')
    .values({
      id,
      owner_id: house,
      name,
      description,
      permissions: JSON.stringify(settled(permissions)),
      creator_id: user.id,
    })
    .execute();
  return id;
}

export async function changeRole(
  db: OwnerDb,
  user: SignedIn,
  house: House,
  id: string,
  { name, description, permissions }: RoleChange,
): Promise<void> {
  const role = await getOwnRole(db, user, house, id);
  const wanted = settled(permissions);
  if (role.id === user.role.id && JSON.stringify(wanted) !== JSON.stringify(settled(role.permissions))) {
    throw new AppError('person.self', 'nobody changes what they may do themselves');
  }
  requireReach(user, wanted);
  await requireFreeName(db, house, name, id);
  await db
    .updateTable('role')
    .set({ name, description, permissions: JSON.stringify(wanted) })
    .where('id', '=', id)
    .execute();
  if (mayEditPeople(role.permissions)) {
    await requireManagerLeft(db, house);
  }
}

/** The people of a disabled role can do nothing from their next call on. */
export async function setRoleStatus(
  db: OwnerDb,
  user: SignedIn,
  house: House,
  id: string,
  status: RoleRow['status'],
): Promise<void> {
  const role = await getOwnRole(db, user, house, id);
  if (role.id === user.role.id && status === 'disabled') {
    throw new AppError('person.self', 'nobody disables their own role');
  }
  await db.updateTable('role').set({ status }).where('id', '=', id).execute();
  if (mayEditPeople(role.permissions)) {
    await requireManagerLeft(db, house);
  }
}

/**
 * Removes a role of the house's own; its people get `moveTo`, and how many they were is answered. Throws `role.held` where
 * there are some and nothing to move them to.
 */
export async function removeRole(
  db: OwnerDb,
  user: SignedIn,
  house: House,
  id: string,
  moveTo: string | undefined,
): Promise<number> {
  const role = await getOwnRole(db, user, house, id);
  const held = (await countHolders(db, house)).get(id) ?? 0;
  if (held > 0 && (moveTo === undefined || moveTo === id)) {
    throw new AppError('role.held', 'people hold it', { params: { n: held } });
  }
  if (role.id === user.role.id) {
    throw new AppError('person.self', 'nobody takes their own role away');
  }
  if (moveTo !== undefined && held > 0) {
    requireReach(user, (await getRole(db, house, moveTo)).permissions);
    await db
      .updateTable('user')
      .set({ role_id: moveTo })
      .where(isOf('owner_id', house))
      .where('role_id', '=', id)
      .execute();
  }
  await db.deleteFrom('role').where('id', '=', id).execute();
  if (mayEditPeople(role.permissions)) {
    await requireManagerLeft(db, house);
  }
  return held;
}

/** A role that may be changed: the house's own, and no wider than the caller's. */
async function getOwnRole(db: OwnerDb, user: SignedIn, house: House, id: string): Promise<RoleRow> {
  const role = await getRole(db, house, id);
  if (isBuiltIn(id)) {
    throw new AppError('role.built-in', 'built-in roles stay as they are');
  }
  requireReach(user, role.permissions);
  return role;
}

async function requireFreeName(
  db: OwnerDb,
  house: House,
  name: string,
  exceptId: string | null,
): Promise<void> {
  const taken = await db
    .selectFrom('role')
    .select('id')
    .where(isOf('owner_id', house))
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst();
  if (taken) {
    throw new AppError('role.name-taken', 'another role has this name', { params: { name } });
  }
}
