import { AppError } from '@bowerbird/contract/errors';
import { actions, type Permission } from '@bowerbird/contract/permissions';
import type { Grant } from '@bowerbird/contract/roles';
import type { Selectable } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { RoleTable } from '../db/tables/house.ts';
import { may, type SignedIn } from '../http/signed-in.ts';
import { type House, isOf } from './house.ts';
import { firstRoles } from './roles.ts';

export type RoleRow = Selectable<RoleTable>;

const builtIns = new Set(firstRoles.map(({ id }) => id));

export function isBuiltIn(roleId: string): boolean {
  return builtIns.has(roleId);
}

/** The built-in roles that people of a house can hold: merchants theirs, administrators the others. */
export function builtInsOf(house: House): string[] {
  return [...builtIns].filter((id) => (id === 'merchant') === (house !== null));
}

/** Whether all of this may be done by that person too. */
export function isWithinReach(user: SignedIn, grants: readonly Grant[]): boolean {
  return grants.every(({ permission, actions: given }) =>
    given.every((action) => may(user, permission, action)),
  );
}

/** Throws `role.too-wide` where this allows what that person may not do: nobody gives or takes more than they have. */
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

/** Grants in their one form: every permission once, actions in their order, nothing empty. */
export function settled(grants: readonly Grant[]): Grant[] {
  const held = new Map<Permission, Set<string>>();
  for (const { permission, actions: given } of grants) {
    held.set(permission, new Set([...(held.get(permission) ?? []), ...given]));
  }
  return [...held]
    .map(([permission, given]) => ({ permission, actions: actions.filter((action) => given.has(action)) }))
    .filter((grant) => grant.actions.length > 0);
}

/** What the first allows and the second does not. */
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

/** A role that people of this house can hold. Throws `not-found`. */
export async function getRole(db: OwnerDb, house: House, id: string): Promise<RoleRow> {
  const row = await db
    .selectFrom('role')
    .selectAll()
    .where('id', '=', id)
    .where((where) => where.or([where('id', 'in', builtInsOf(house)), isOf('owner_id', house)]))
    .executeTakeFirst();
  if (!row || (isBuiltIn(id) && !builtInsOf(house).includes(id))) {
    throw new AppError('not-found', `role ${id}`);
  }
  return row;
}

/** A role that this person may give to somebody of that house: no wider than their own. */
export async function getGivenRole(db: OwnerDb, user: SignedIn, house: House, id: string): Promise<RoleRow> {
  const role = await getRole(db, house, id);
  requireReach(user, role.permissions);
  return role;
}

/** Whether this lets somebody edit people: a house must always have one who can. */
export function mayEditPeople(grants: readonly Grant[]): boolean {
  return grants.some(({ permission, actions: given }) => permission === 'user' && given.includes('edit'));
}

/**
 * Throws `person.last-manager` when nobody of the house could edit people any more. Called after the change, inside its
 * transaction.
 */
export async function requireManagerLeft(db: OwnerDb, house: House): Promise<void> {
  const rows = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select('role.permissions')
    .where(isOf('user.owner_id', house))
    .where('user.status', '=', 'active')
    .where('role.status', '=', 'active')
    .execute();
  if (!rows.some(({ permissions }) => mayEditPeople(permissions))) {
    throw new AppError('person.last-manager', 'the last who can edit people');
  }
}
