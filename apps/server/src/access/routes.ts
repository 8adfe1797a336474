import { getNavigation, type NavigationItem } from '@bowerbird/contract/access';
import { serve } from '../http/serve.ts';
import { may } from '../http/signed-in.ts';

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
      .filter(({ name, meta }) => {
        const permission = user.role.permissions.find(
          (held) => held.permission === (meta.permission ?? name),
        )?.permission;
        return (
          permission !== undefined &&
          (may(user, permission, 'query') || may(user, permission, 'get')) &&
          (user.ownerId !== null || !ownerPermissions.has(permission))
        );
      });
  }),
];
