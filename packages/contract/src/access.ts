import { z } from 'zod/mini';
import { languages } from './account.ts';
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
    /** `_blank`: opens in a window of its own. */
    target: z.optional(z.string()),
    permission: z.optional(z.string()),
    /** What the role must be allowed there; without it, to query or to get. */
    action: z.optional(z.enum(actions)),
    /** Where in the menu: the middle part, the platforms' list, or the foot. */
    section: z.optional(z.enum(['main', 'platforms', 'foot'])),
    /** Of a platform's group: the two letters and the colour of its tile. */
    mark: z.optional(z.object({ letters: z.string(), hue: z.string() })),
    /** Name of a live count shown beside the entry. */
    count: z.optional(z.enum(['unclaimed', 'running', 'alerts', 'drift'])),
  }),
});
export type NavigationItem = z.infer<typeof NavigationItem>;

/** The caller's menu and routes: a flat list in menu order. */
export const getNavigation = route({
  method: 'GET',
  path: '/user/nav',
  needs: 'signed-in',
  programs: true,
  unknownKeys: 'ignored',
  answer: z.array(NavigationItem),
});

/** The names an administrator gave an item, by language; a language that is left out keeps its own. */
export const ItemTitles = z.partialRecord(z.enum(languages), z.string().check(z.maxLength(40)));
export type ItemTitles = z.infer<typeof ItemTitles>;

/** One entry of the menu as the editor sees it: as this version has it, and what was changed. */
export const EditableItem = z.object({
  id: z.string(),
  parentId: z.string(),
  path: z.nullable(z.string()),
  /** A key of the console's texts. */
  title: z.string(),
  titles: ItemTitles,
  icon: z.nullable(z.string()),
  /** The icon of this version. */
  ownIcon: z.nullable(z.string()),
  hidden: z.boolean(),
  /** Opens in a window of its own. */
  newWindow: z.boolean(),
  /** Must stay in the menu: the workplace, this editor, and their groups. */
  locked: z.boolean(),
  /** Differs from this version in anything but its place. */
  changed: z.boolean(),
  section: z.enum(['main', 'platforms', 'foot']),
});
export type EditableItem = z.infer<typeof EditableItem>;

/** `reordered`: some place differs from this version's. */
const editable = z.object({ items: z.array(EditableItem), reordered: z.boolean() });

/** The entries that can stand in a menu, in their order. Every change answers them anew. */
export const getEditableNavigation = route({
  method: 'GET',
  path: '/navigation',
  needs: { permission: 'navigation', action: 'query' },
  answer: editable,
});

const itemParams = z.object({ id: z.string().check(z.maxLength(64)) });

/** Refused as `navigation.locked` where it would hide what must stay. */
export const changeNavigationItem = route({
  method: 'PUT',
  path: '/navigation/:id',
  needs: { permission: 'navigation', action: 'edit' },
  params: itemParams,
  body: z.object({
    titles: ItemTitles,
    /** Null: the icon of this version. */
    icon: z.nullable(z.string().check(z.maxLength(40))),
    hidden: z.boolean(),
    newWindow: z._default(z.boolean(), false),
  }),
  answer: editable,
});

/** The order of the entries below one parent ("0": the top); entries that are not named stay behind their neighbours. */
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

/** Gives one item its own name, icon and visibility back. */
export const resetNavigationItem = route({
  method: 'POST',
  path: '/navigation/:id/reset',
  needs: { permission: 'navigation', action: 'edit' },
  params: itemParams,
  answer: editable,
});

/** Back to the navigation of this version, order and all. */
export const resetNavigation = route({
  method: 'POST',
  path: '/navigation/reset',
  needs: { permission: 'navigation', action: 'edit' },
  answer: editable,
});
