import { getNavigation, type NavigationItem } from '@bowerbird/contract/access';
import type { Action } from '@bowerbird/contract/permissions';
import { serve } from '../http/serve.ts';
import type { SignedIn } from '../http/signed-in.ts';

/** Pages of a merchant's data; an administrator, who has none, is not sent there. */
const ownerPermissions = new Set(['collect', 'products', 'listing', 'stores', 'runs']);

export const accessRoutes = [
  serve(getNavigation, async (_input, { user, services: { db } }) => {
    const rows = await db.selectFrom('navigation_item').selectAll().orderBy('position').execute();
    return rows
      .map(
        (row): NavigationItem => ({
          id: row.id,
          parentId: row.parent_id,
          name: row.name,
          ...(row.key && { key: row.key }),
          ...(row.path && { path: row.path }),
          ...(row.component && { component: row.component }),
          ...(row.redirect && { redirect: row.redirect }),
          meta: row.meta,
        }),
      )
      .filter(({ name, meta }) => isFor(user, meta.permission ?? name, meta.action));
  }),
];

/** Whether a page that needs this permission is in this person's navigation. Everybody has an account of their own. */
function isFor(user: SignedIn, permission: string, action?: Action): boolean {
  if (permission === 'account') {
    return true;
  }
  const held = user.role.permissions.find((one) => one.permission === permission);
  return (
    held !== undefined &&
    (action === undefined
      ? held.actions.includes('query') || held.actions.includes('get')
      : held.actions.includes(action)) &&
    (user.ownerId !== null || !ownerPermissions.has(permission))
  );
}
