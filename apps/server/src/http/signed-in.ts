import type { Action, Permission } from '@bowerbird/contract/permissions';

/** The person behind a call, as read from the session. */
export interface SignedIn {
  id: string;
  ownerId: string | null;
  name: string;
  username: string;
  email: string;
  avatar: string | null;
  role: {
    id: string;
    name: string;
    description: string;
    status: 'active' | 'disabled';
    /** Null: built-in, or created before creators were recorded. */
    creatorId: string | null;
    createdAt: Date;
    permissions: { permission: Permission; actions: Action[] }[];
  };
  tokenHash: Buffer;
  /** The API token this call came with; null for a person who signed in. Its permissions are already those of `role`. */
  tokenId: string | null;
  /** The only calls (`POST /a/path`) that this token may make; null: all that its permissions allow. */
  calls: ReadonlySet<string> | null;
}

export function may(user: SignedIn, permission: Permission, action: Action): boolean {
  return user.role.permissions.some(
    (held) => held.permission === permission && held.actions.includes(action),
  );
}
