import { type Action, actions, type Permission, permissions } from '@bowerbird/contract/permissions';
import type { Needs } from '@bowerbird/contract/route';
import type { MatrixLine, PermissionInfo } from '@bowerbird/contract/team/roles';
import { may, type SignedIn } from '../http/signed-in.ts';
import { firstNavigation } from './navigation/navigation.ts';
import { isBuiltIn, type RoleRow } from './reach.ts';

/** A call, as far as its permission is concerned. */
export interface Called {
  route: { method: string; path: string; needs: Needs };
}

interface Right {
  action: Action;
  calls: { method: string; path: string }[];
}

/** Returns every permission that is needed by a call of this server or by a page of its navigation. */
function rightsIn(served: readonly Called[]): Map<Permission, Right[]> {
  const found = new Map<string, { method: string; path: string }[]>();
  const add = (permission: string, action: Action, call?: { method: string; path: string }) => {
    const key = `${permission}.${action}`;
    found.set(key, [...(found.get(key) ?? []), ...(call ? [call] : [])]);
  };
  for (const { route } of served) {
    if (typeof route.needs === 'object') {
      add(route.needs.permission, route.needs.action, { method: route.method, path: route.path });
    }
  }
  for (const { name, meta } of firstNavigation) {
    const permission = meta.permission ?? name;
    // Everybody has an account of their own, whatever their role.
    if (permission !== 'account') {
      add(permission, meta.action ?? 'query');
    }
  }
  return new Map(
    permissions.map((permission) => [
      permission,
      actions.flatMap((action) => {
        const calls = found.get(`${permission}.${action}`);
        return calls ? [{ action, calls }] : [];
      }),
    ]),
  );
}

/**
 * Returns the lines that a role of this person's owner can consist of: what the server can allow, as far as this person
 * sees it.
 */
export function matrixFor(
  user: SignedIn,
  tenant: readonly RoleRow[],
  served: readonly Called[],
): MatrixLine[] {
  const known = (permission: Permission, action: Action) =>
    tenant.some((role) =>
      role.permissions.some((grant) => grant.permission === permission && grant.actions.includes(action)),
    );
  return [...rightsIn(served)].flatMap(([permission, rights]) => {
    const line = rights
      .filter(({ action }) => known(permission, action))
      .map(({ action }) => ({ action, mayGive: may(user, permission, action) }));
    return line.length > 0 ? [{ permission, actions: line }] : [];
  });
}

/** Returns every permission with its actions, what needs each, and which of these roles have it. */
export function permissionReference(roles: readonly RoleRow[], served: readonly Called[]): PermissionInfo[] {
  return [...rightsIn(served)].flatMap(([permission, rights]) =>
    rights.length === 0
      ? []
      : [
          {
            permission,
            actions: rights.map(({ action, calls }) => ({
              action,
              calls,
              roles: roles
                .filter((role) =>
                  role.permissions.some(
                    (grant) => grant.permission === permission && grant.actions.includes(action),
                  ),
                )
                .map(({ id, name }) => ({ id, name, builtIn: isBuiltIn(id) })),
            })),
          },
        ],
  );
}
