import { AppError } from '@bowerbird/contract/errors';
import { actions, type Permission } from '@bowerbird/contract/permissions';
import type { Grant } from '@bowerbird/contract/team/roles';
import type { Selectable } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { RoleTable } from '../db/tables/core.ts';
import { may, type SignedIn } from '../http/signed-in.ts';
import { firstRoles } from './roles.ts';
import { isOf, type Tenant } from './tenant.ts';

export type RoleRow = Selectable<RoleTable>;

const builtIns = new Set(firstRoles.map(({ id }) => id));

export function isBuiltIn(roleId: string): boolean {
  return builtIns.has(roleId);
}

/**
 * Returns the built-in roles that people of an owner can have: the merchant role for merchants, the others for
 * administrators.
 */
export function builtInsOf(tenant: Tenant): string[] {
  return [...builtIns].filter((id) => (id === 'merchant') === (tenant !== null));
}

/** Reports whether this person may do everything that these grants allow. */
export function isWithinReach(user: SignedIn, grants: readonly Grant[]): boolean {
  return grants.every(({ permission, actions: given }) =>
    given.every((action) => may(user, permission, action)),
  );
}

/**
 * Throws `role.too-wide` if these grants allow more than this person may do: nobody gives or takes away more than they
 * have.
 */
export function requireReach(user: SignedIn, grants: readonly Grant[]): void {
  const beyond = grants
    .flatMap(({ permission, actions: given }) => given.map((action) => ({ permission, action })))
    .find(({ permission, action }) => !may(user, permission, action));
  if (beyond) {
    throw new AppError('role.too-wide', `${beyond.permission}.${beyond.action} is beyond one's own role`, {
      params: beyond,
    });
  }
}

/** Normalises grants: each permission once, actions in their order, no empty entries. */
export function settled(grants: readonly Grant[]): Grant[] {
  const held = new Map<Permission, Set<string>>();
  for (const { permission, actions: given } of grants) {
    held.set(permission, new Set([...(held.get(permission) ?? []), ...given]));
  }
  return [...held]
    .map(([permission, given]) => ({ permission, actions: actions.filter((action) => given.has(action)) }))
    .filter((grant) => grant.actions.length > 0);
}

/** Returns what the first grants allow and the second do not. */
export function missingIn(first: readonly Grant[], second: readonly Grant[]): Grant[] {
  const has = (permission: Permission, action: string) =>
    second.some((grant) => grant.permission === permission && grant.actions.some((one) => one === action));
  return settled(
    first.map(({ permission, actions: given }) => ({
      permission,
      actions: given.filter((action) => !has(permission, action)),
    })),
  );
}

/** Returns a role that people of this owner can have. Throws `not-found`. */
export async function getRole(db: OwnerDb, tenant: Tenant, id: string): Promise<RoleRow> {
  const row = await db
    .selectFrom('role')
    .selectAll()
    .where('id', '=', id)
    .where((where) => where.or([where('id', 'in', builtInsOf(tenant)), isOf('owner_id', tenant)]))
    .executeTakeFirst();
  if (!row || (isBuiltIn(id) && !builtInsOf(tenant).includes(id))) {
    throw new AppError('not-found', `role ${id}`);
  }
  return row;
}

/** Returns a role that this person may give to a person of that owner: it allows no more than their own role. */
export async function getGivenRole(
  db: OwnerDb,
  user: SignedIn,
  tenant: Tenant,
  id: string,
): Promise<RoleRow> {
  const role = await getRole(db, tenant, id);
  requireReach(user, role.permissions);
  return role;
}

/** Reports whether these grants allow editing people: every owner must always have a person who can. */
export function mayEditPeople(grants: readonly Grant[]): boolean {
  return grants.some(({ permission, actions: given }) => permission === 'user' && given.includes('edit'));
}

/**
 * Throws `person.last-manager` if nobody of this owner could edit people any more. Must be called after the change,
 * inside its transaction.
 */
export async function requireManagerLeft(db: OwnerDb, tenant: Tenant): Promise<void> {
  const rows = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select('role.permissions')
    .where(isOf('user.owner_id', tenant))
    .where('user.status', '=', 'active')
    .where('role.status', '=', 'active')
    .execute();
  if (!rows.some(({ permissions }) => mayEditPeople(permissions))) {
    throw new AppError('person.last-manager', 'the last who can edit people');
  }
}
