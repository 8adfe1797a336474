import type { NavigationItem } from '@bowerbird/contract/account/access';
import type { CurrentUser } from '@bowerbird/contract/account/account';
import type { Action, Permission } from '@bowerbird/contract/permissions';
import { createContext, useContext } from 'react';

export interface Session {
  user: CurrentUser;
  navigation: NavigationItem[];
  /** Signs out and opens the login page; the session ends here even if the server cannot be reached. */
  signOut(): Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

/** Returns the signed-in session. Only inside the guarded part of the console. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) {
    throw new Error('useSession outside the signed-in part');
  }
  return session;
}

/** Areas of a merchant's own data; an administrator acts for no merchant. */
const ownersAreas: readonly Permission[] = ['collect', 'products', 'listing', 'stores', 'runs'];

/** Reports whether the person may do this. Unknown permissions are denied; the server checks again. */
export function mayDo(user: CurrentUser, permission: Permission, action: Action): boolean {
  if (user.ownerId === null && ownersAreas.includes(permission)) {
    return false;
  }
  return user.role.permissions.some(
    ({ permissionId, actionEntitySet }) =>
      permissionId === permission && actionEntitySet.some((entity) => entity.action === action),
  );
}

/** Returns `may('products', 'edit')`, used to hide what a person may not do. */
export function useMay(): (permission: Permission, action: Action) => boolean {
  const { user } = useSession();
  return (permission, action) => mayDo(user, permission, action);
}

/** The permission of the current page's route; null if it has none. */
export const RoutePermission = createContext<Permission | null>(null);

/** Returns whether the person may do this on the current route's permission; false if the route has none. */
export function useMayHere(): (action: Action) => boolean {
  const permission = useContext(RoutePermission);
  const may = useMay();
  return (action) => permission !== null && may(permission, action);
}
