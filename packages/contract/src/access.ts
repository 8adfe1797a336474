import { z } from 'zod/mini';
import { actions } from './permissions.ts';
import { route } from './route.ts';

/** One entry of the navigation, linked to its group by `parentId` (root entries have "0"). */
export const NavigationItem = z.object({
  id: z.string(),
  parentId: z.string(),
  key: z.optional(z.string()),
  name: z.string(),
  path: z.optional(z.string()),
  component: z.optional(z.string()),
  redirect: z.optional(z.string()),
  meta: z.object({
    /** A key of the console's texts. */
    title: z.string(),
    icon: z.optional(z.string()),
    /** False: a route without a menu entry. */
    show: z.optional(z.boolean()),
    hideChildren: z.optional(z.boolean()),
    hiddenHeaderContent: z.optional(z.boolean()),
    target: z.optional(z.string()),
    permission: z.optional(z.string()),
    /** What the role must be allowed there; without it, to query or to get. */
    action: z.optional(z.enum(actions)),
    /** Where in the menu: the middle part, the platforms' list, or the foot. */
    section: z.optional(z.enum(['main', 'platforms', 'foot'])),
    /** Name of a live count shown beside the entry. */
    count: z.optional(z.enum(['unclaimed', 'running'])),
  }),
});
export type NavigationItem = z.infer<typeof NavigationItem>;

/** The caller's menu and routes: a flat list in menu order. */
export const getNavigation = route({
  method: 'GET',
  path: '/user/nav',
  needs: 'signed-in',
  answer: z.array(NavigationItem),
});
