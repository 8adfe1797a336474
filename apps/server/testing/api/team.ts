import { type Action, actions, type Permission, permissions } from '@bowerbird/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { firstRoles } from '../../src/access/roles.ts';
import { hashPassword } from '../../src/account/passwords/passwords.ts';
import type { Db } from '../../src/db/database.ts';
import { signIn } from './app.ts';

export interface Grants {
  permission: Permission;
  actions: Action[];
}

/** Every action of every permission. */
export const everyGrant: Grants[] = permissions.map((permission) => ({ permission, actions: [...actions] }));

/** What the merchant's own role allows. */
export const merchantGrants: Grants[] = firstRoles.find(({ id }) => id === 'merchant')?.permissions ?? [];

/** Returns every permission except this one. */
export function allBut(permission: Permission, action: Action): Grants[] {
  return everyGrant.map((grant) =>
    grant.permission === permission
      ? { permission, actions: grant.actions.filter((one) => one !== action) }
      : grant,
  );
}

export interface Member {
  id: string;
  roleId: string;
  username: string;
  headers: { 'access-token': string };
  /** Changes what the role allows, directly in the database. */
  allow(grants: Grants[]): Promise<void>;
}

const password = 'a password of the team';
const hashed = hashPassword(password);

/** Creates a user of this owner (null: an administrator) with a role of their own, signed in. */
export async function memberOf(
  db: Db,
  app: FastifyInstance,
  ownerId: string | null,
  grants: Grants[],
): Promise<Member> {
  const [id, roleId] = [v7(), v7()];
  const username = `member-${id.slice(-12)}`;
  await db
    .insertInto('role')
    .values({
      id: roleId,
      owner_id: ownerId,
      name: `Role ${roleId.slice(-12)}`,
      description: '',
      permissions: JSON.stringify(grants),
    })
    .execute();
  await db
    .insertInto('user')
    .values({
      id,
      owner_id: ownerId,
      username,
      email: `${username}@example.test`,
      password_hash: await hashed,
      name: username,
      role_id: roleId,
      activated_at: new Date(),
    })
    .execute();
  return {
    id,
    roleId,
    username,
    headers: await signIn(app, { username, password }),
    allow: async (changed) => {
      await db
        .updateTable('role')
        .set({ permissions: JSON.stringify(changed) })
        .where('id', '=', roleId)
        .execute();
    },
  };
}
