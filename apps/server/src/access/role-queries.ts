import { AppError } from '@bowerbird/contract/errors';
import type { Grant, Role } from '@bowerbird/contract/team/roles';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { requirePlace } from '../db/places.ts';
import type { SignedIn } from '../http/signed-in.ts';
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
import { isOf, type Tenant } from './tenant.ts';

/** Returns the roles that people of an owner can have: the built-in ones, then the owner's own, oldest first. */
export async function findRoles(db: OwnerDb, tenant: Tenant): Promise<RoleRow[]> {
  const builtIns = builtInsOf(tenant);
  const rows = await db
    .selectFrom('role')
    .selectAll()
    .where((where) => where.or([where('id', 'in', builtIns), isOf('owner_id', tenant)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const of = (id: string) => builtIns.indexOf(id);
  return [
    ...rows.filter(({ id }) => builtIns.includes(id)).sort((one, other) => of(one.id) - of(other.id)),
    ...rows.filter(({ id }) => !isBuiltIn(id)),
  ];
}

/** Counts, for each role, the people of this owner who have it. */
export async function countHolders(db: OwnerDb, tenant: Tenant): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('user')
    .select(['role_id', (count) => count.fn.countAll<string>().as('n')])
    .where(isOf('owner_id', tenant))
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

export interface RoleChange {
  name: string;
  description: string;
  permissions: Grant[];
}

/** Adds a role of the owner's own; returns its id. */
export async function addRole(
  db: OwnerDb,
  user: SignedIn,
  tenant: Tenant,
  { name, description, permissions }: RoleChange,
): Promise<string> {
  requireReach(user, permissions);
  await requireFreeName(db, tenant, name, null);
  await requirePlace(db, tenant, 'role');
  const id = v7();
  await db
    .insertInto('role')
    .values({
      id,
      owner_id: tenant,
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
  tenant: Tenant,
  id: string,
  { name, description, permissions }: RoleChange,
): Promise<void> {
  const role = await getOwnRole(db, user, tenant, id);
  const wanted = settled(permissions);
  if (role.id === user.role.id && JSON.stringify(wanted) !== JSON.stringify(settled(role.permissions))) {
    throw new AppError('person.self', 'nobody changes what they may do themselves');
  }
  requireReach(user, wanted);
  await requireFreeName(db, tenant, name, id);
  await db
    .updateTable('role')
    .set({ name, description, permissions: JSON.stringify(wanted) })
    .where('id', '=', id)
    .execute();
  if (mayEditPeople(role.permissions)) {
    await requireManagerLeft(db, tenant);
  }
}

/** Enables or disables a role. From their next call on, people with a disabled role can do nothing. */
export async function setRoleStatus(
  db: OwnerDb,
  user: SignedIn,
  tenant: Tenant,
  id: string,
  status: RoleRow['status'],
): Promise<void> {
  const role = await getOwnRole(db, user, tenant, id);
  if (role.id === user.role.id && status === 'disabled') {
    throw new AppError('person.self', 'nobody disables their own role');
  }
  await db.updateTable('role').set({ status }).where('id', '=', id).execute();
  if (mayEditPeople(role.permissions)) {
    await requireManagerLeft(db, tenant);
  }
}

/**
 * Removes a role of the owner's own, gives its people the role `moveTo` and returns their number. Throws `role.held` if
 * people have the role and `moveTo` is missing.
 */
export async function removeRole(
  db: OwnerDb,
  user: SignedIn,
  tenant: Tenant,
  id: string,
  moveTo: string | undefined,
): Promise<number> {
  const role = await getOwnRole(db, user, tenant, id);
  const held = (await countHolders(db, tenant)).get(id) ?? 0;
  if (held > 0 && (moveTo === undefined || moveTo === id)) {
    throw new AppError('role.held', 'people hold it', { params: { n: held } });
  }
  if (role.id === user.role.id) {
    throw new AppError('person.self', 'nobody takes their own role away');
  }
  if (moveTo !== undefined && held > 0) {
    requireReach(user, (await getRole(db, tenant, moveTo)).permissions);
    await db
      .updateTable('user')
      .set({ role_id: moveTo })
      .where(isOf('owner_id', tenant))
      .where('role_id', '=', id)
      .execute();
  }
  await db.deleteFrom('role').where('id', '=', id).execute();
  if (mayEditPeople(role.permissions)) {
    await requireManagerLeft(db, tenant);
  }
  return held;
}

/** Returns a role that may be changed: the owner's own, allowing no more than the caller's role. */
async function getOwnRole(db: OwnerDb, user: SignedIn, tenant: Tenant, id: string): Promise<RoleRow> {
  const role = await getRole(db, tenant, id);
  if (isBuiltIn(id)) {
    throw new AppError('role.built-in', 'built-in roles stay as they are');
  }
  requireReach(user, role.permissions);
  return role;
}

async function requireFreeName(
  db: OwnerDb,
  tenant: Tenant,
  name: string,
  exceptId: string | null,
): Promise<void> {
  const taken = await db
    .selectFrom('role')
    .select('id')
    .where(isOf('owner_id', tenant))
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst();
  if (taken) {
    throw new AppError('role.name-taken', 'another role has this name', { params: { name } });
  }
}
