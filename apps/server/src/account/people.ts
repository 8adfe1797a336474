import type { Selectable } from 'kysely';
import type { RoleTable, UserTable } from '../db/tables/core.ts';
import type { SignedIn } from '../http/signed-in.ts';

/** Columns that are read of a person and their role, from `user` joined with `role`. */
export const personColumns = [
  'user.id',
  'user.owner_id',
  'user.name',
  'user.username',
  'user.email',
  'user.avatar',
  'role.id as role_id',
  'role.name as role_name',
  'role.description as role_description',
  'role.creator_id as role_creator_id',
  'role.created_at as role_created_at',
  'role.permissions',
  'role.status as role_status',
] as const;

type PersonRow = Pick<Selectable<UserTable>, 'id' | 'owner_id' | 'name' | 'username' | 'email' | 'avatar'> &
  Pick<Selectable<RoleTable>, 'permissions'> & {
    role_id: string;
    role_name: string;
    role_description: string;
    role_creator_id: string | null;
    role_created_at: Date;
    role_status: Selectable<RoleTable>['status'];
  };

/** Builds the person of such a row, acting under this session (empty if there is none, as on the command line). */
export function personOf(
  row: PersonRow,
  tokenHash: Buffer,
  token: Pick<SignedIn, 'tokenId' | 'calls'> = { tokenId: null, calls: null },
): SignedIn {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    username: row.username,
    email: row.email,
    avatar: row.avatar,
    role: {
      id: row.role_id,
      name: row.role_name,
      description: row.role_description,
      status: row.role_status,
      creatorId: row.role_creator_id,
      createdAt: row.role_created_at,
      // People with a disabled role can do nothing.
      permissions: row.role_status === 'active' ? row.permissions : [],
    },
    tokenHash,
    ...token,
  };
}
