import { z } from 'zod/mini';
import { actions } from '../permissions.ts';
import { route } from '../route.ts';
import { languages } from './account.ts';

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
    /** A key of the console's labels. */
    title: z.string(),
    icon: z.optional(z.string()),
    /** False: a route without a menu entry. */
    show: z.optional(z.boolean()),
    hideChildren: z.optional(z.boolean()),
    hiddenHeaderContent: z.optional(z.boolean()),
    /** `_blank`: opens in a new window. */
    target: z.optional(z.string()),
    permission: z.optional(z.string()),
    /** The action that the role needs on the permission; without it, `query` or `get`. */
    action: z.optional(z.enum(actions)),
    /** Position in the menu: the middle part, the list of platforms, or the bottom. */
    section: z.optional(z.enum(['main', 'platforms', 'foot'])),
    /** For a platform's group: the two letters and the colour of its tile. */
    mark: z.optional(z.object({ letters: z.string(), hue: z.string() })),
    /** Name of a live counter shown beside the entry. */
    count: z.optional(z.enum(['unclaimed', 'running', 'alerts', 'drift'])),
  }),
});
export type NavigationItem = z.infer<typeof NavigationItem>;

/** Returns the caller's menu and routes: a flat list in menu order. */
export const getNavigation = route({
  method: 'GET',
  path: '/user/nav',
  needs: 'signed-in',
  programs: true,
  compressed: true,
  unknownKeys: 'ignored',
  answer: z.array(NavigationItem),
});

/** The names that an administrator gave an item, by language; a language that is left out keeps its own name. */
export const ItemTitles = z.partialRecord(z.enum(languages), z.string().check(z.maxLength(40)));
export type ItemTitles = z.infer<typeof ItemTitles>;

/** One menu entry as the menu editor shows it: the default of this version, and what was changed. */
export const EditableItem = z.object({
  id: z.string(),
  parentId: z.string(),
  path: z.nullable(z.string()),
  /** A key of the console's labels. */
  title: z.string(),
  titles: ItemTitles,
  icon: z.nullable(z.string()),
  /** The default icon of this version. */
  ownIcon: z.nullable(z.string()),
  hidden: z.boolean(),
  /** Opens in a new window. */
  newWindow: z.boolean(),
  /** Must stay in the menu: the workplace, this editor, and their groups. */
  locked: z.boolean(),
  /** Differs from this version's default in anything but its position. */
  changed: z.boolean(),
  section: z.enum(['main', 'platforms', 'foot']),
});
export type EditableItem = z.infer<typeof EditableItem>;

/** `reordered`: at least one position differs from this version's default. */
const editable = z.object({ items: z.array(EditableItem), reordered: z.boolean() });

/**
 * Returns the entries that can be in a menu, in their order. Every call that changes the navigation returns the same
 * list.
 */
export const getEditableNavigation = route({
  method: 'GET',
  path: '/navigation',
  needs: { permission: 'navigation', action: 'query' },
  answer: editable,
});

const itemParams = z.object({ id: z.string().check(z.maxLength(64)) });

/** Changes one entry. Fails with `navigation.locked` where the change would hide an entry that must stay. */
export const changeNavigationItem = route({
  method: 'PUT',
  path: '/navigation/:id',
  needs: { permission: 'navigation', action: 'edit' },
  params: itemParams,
  body: z.object({
    titles: ItemTitles,
    /** Null: the default icon of this version. */
    icon: z.nullable(z.string().check(z.maxLength(40))),
    hidden: z.boolean(),
    newWindow: z._default(z.boolean(), false),
  }),
  answer: editable,
});

/**
 * Sets the order of the entries below one parent ("0": the top level); entries that are not named stay after their
 * neighbours.
 */
export const orderNavigation = route({
  method: 'POST',
  path: '/navigation/order',
  needs: { permission: 'navigation', action: 'edit' },
  body: z.object({
    parentId: z.string().check(z.maxLength(64)),
    ids: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(200)),
  }),
  answer: editable,
});

/** Resets the name, icon and visibility of one item to the defaults. */
export const resetNavigationItem = route({
  method: 'POST',
  path: '/navigation/:id/reset',
  needs: { permission: 'navigation', action: 'edit' },
  params: itemParams,
  answer: editable,
});

/** Resets the whole navigation to this version's default, including the order. */
export const resetNavigation = route({
  method: 'POST',
  path: '/navigation/reset',
  needs: { permission: 'navigation', action: 'edit' },
  answer: editable,
});
