import type { NavigationItem } from '@bowerbird/contract/access';
import type { CurrentUser } from '@bowerbird/contract/account';
import type { Action, Permission } from '@bowerbird/contract/permissions';
import { createContext, useContext } from 'react';

export interface Session {
  user: CurrentUser;
  navigation: NavigationItem[];
  /** Ends the sign-in and goes to the login page; the session ends here even when the server cannot be told. */
  signOut(): Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

/** Who is signed in. Only inside the guarded part of the console. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) {
    throw new Error('useSession outside the signed-in part');
  }
  return session;
}

/** Areas of a merchant's own data; an administrator acts for nobody. */
const ownersAreas: readonly Permission[] = ['collect', 'products', 'listing', 'stores', 'runs'];

/** Whether the person may do this. What is not known is not allowed; the server checks again. */
export function mayDo(user: CurrentUser, permission: Permission, action: Action): boolean {
  if (user.ownerId === null && ownersAreas.includes(permission)) {
    return false;
  }
  return user.role.permissions.some(
    ({ permissionId, actionEntitySet }) =>
      permissionId === permission && actionEntitySet.some((entity) => entity.action === action),
  );
}

/** `may('products', 'edit')`: hide what a person may not do. */
export function useMay(): (permission: Permission, action: Action) => boolean {
  const { user } = useSession();
  return (permission, action) => mayDo(user, permission, action);
}

/** The permission of the route a page stands at; null where it names none. */
export const RoutePermission = createContext<Permission | null>(null);

/** Whether the person may do this on the current route's permission; not where the route names none. */
export function useMayHere(): (action: Action) => boolean {
  const permission = useContext(RoutePermission);
  const may = useMay();
  return (action) => permission !== null && may(permission, action);
}
