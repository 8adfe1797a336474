import type { EditableItem, ItemTitles, NavigationItem } from '@bowerbird/contract/account/access';
import type { Language } from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import type { Action } from '@bowerbird/contract/permissions';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { NavigationChangeTable } from '../../db/tables/account/access.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services/services.ts';
import { platformNavigation } from './platform-navigation.ts';

/** Permissions of pages that show a merchant's data; administrators have no such data and do not get these pages. */
const ownerPermissions = new Set(['collect', 'products', 'listing', 'stores', 'runs']);
/** Entries that must stay in the menu, because without them the administrators could not undo the change. */
const kept = ['workplace', 'navigation-editor'];
/** Pages that show a merchant's own data although everybody has their permission: administrators do not get them. */
const ownersItems = new Set(['team-projects', 'pay-info']);

/** A person, as far as the navigation is concerned. */
export interface Acting {
  ownerId: string | null;
  role: Pick<SignedIn['role'], 'permissions'>;
}

interface Edits {
  changes: Map<string, Selectable<NavigationChangeTable>>;
  orders: Map<string, string[]>;
}

/** Returns the menu and routes of a person with this role, as the administrators have arranged them. */
export async function navigationFor(
  { db, platforms }: Pick<Services, 'db' | 'platforms'>,
  user: Acting,
  language: Language,
): Promise<NavigationItem[]> {
  const { items, edits } = await read(db);
  return [
    ...arranged(items, edits.orders)
      .filter(
        ({ id, name, meta }) =>
          isFor(user, meta.permission ?? name, meta.action) &&
          (user.ownerId !== null || !ownersItems.has(id)),
      )
      .map((item) => edited(item, edits.changes.get(item.id), language)),
    ...platformNavigation(platforms, (permission) => isFor(user, permission)),
  ];
}

/** Returns the entries that a menu can contain, both as this version defines them and as they were changed. */
export async function editableNavigation(db: Db): Promise<{ items: EditableItem[]; reordered: boolean }> {
  const { items, edits } = await read(db);
  const locked = lockedIds(items);
  const order = arranged(items, edits.orders);
  const plain = arranged(items, new Map());
  const isEntry = (item: NavigationItem) => item.meta.show !== false;
  return {
    reordered: order.some((item, at) => item.id !== plain[at]?.id),
    items: order.filter(isEntry).map((item) => {
      const change = edits.changes.get(item.id);
      return {
        id: item.id,
        parentId: item.parentId,
        path: item.path ?? null,
        title: item.meta.title,
        titles: change?.titles ?? {},
        icon: change?.icon ?? item.meta.icon ?? null,
        ownIcon: item.meta.icon ?? null,
        hidden: change?.hidden ?? false,
        newWindow: change?.new_window ?? item.meta.target === '_blank',
        locked: locked.has(item.id),
        changed: change !== undefined,
        section: item.meta.section ?? 'main',
      };
    }),
  };
}

export interface ItemChange {
  titles: ItemTitles;
  /** Null: the icon of this version. */
  icon: string | null;
  hidden: boolean;
  newWindow: boolean;
}

/**
 * Throws `not-found` if the entry is not in the menu, and `navigation.locked` if the change would hide an entry that
 * must stay.
 */
export async function changeItem(
  db: Db,
  id: string,
  { titles, icon, hidden, newWindow }: ItemChange,
): Promise<void> {
  const { items } = await read(db);
  const item = items.find((one) => one.id === id && one.meta.show !== false);
  if (!item) {
    throw new AppError('not-found', `entry ${id} of the menu`);
  }
  if (hidden && lockedIds(items).has(id)) {
    throw new AppError('navigation.locked', `${id} must stay in the menu`);
  }
  const given = Object.fromEntries(
    Object.entries(titles).flatMap(([language, title]) => (title?.trim() ? [[language, title.trim()]] : [])),
  );
  const ownIcon = icon === (item.meta.icon ?? null) ? null : icon;
  if (Object.keys(given).length === 0 && ownIcon === null && !hidden && !newWindow) {
    await resetItem(db, id);
    return;
  }
  const values = {
    titles: JSON.stringify(given),
    icon: ownIcon,
    hidden,
    new_window: newWindow,
    changed_at: new Date(),
  };
  await db
    .insertInto('navigation_change')
    .values({ item_id: id, ...values })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(values))
    .execute();
}

export async function resetItem(db: Db, id: string): Promise<void> {
  await db.deleteFrom('navigation_change').where('item_id', '=', id).execute();
}

/** Sets the order of the entries below one parent. Throws `not-found` for an entry that is not below that parent. */
export async function orderItems(db: Db, parentId: string, ids: string[]): Promise<void> {
  const { items } = await read(db);
  const there = new Set(items.filter((item) => item.parentId === parentId).map(({ id }) => id));
  const unmanaged = ids.find((id) => !there.has(id));
  if (unmanaged !== undefined || there.size === 0) {
    throw new AppError('not-found', `entry ${unmanaged} below ${parentId}`);
  }
  const values = { item_ids: JSON.stringify([...new Set(ids)]) };
  await db
    .insertInto('navigation_order')
    .values({ parent_id: parentId, ...values })
    .onConflict((conflict) => conflict.column('parent_id').doUpdateSet(values))
    .execute();
}

export async function resetAll(db: Db): Promise<void> {
  await db.deleteFrom('navigation_change').execute();
  await db.deleteFrom('navigation_order').execute();
}

async function read(db: Db): Promise<{ items: NavigationItem[]; edits: Edits }> {
  const [rows, changes, orders] = await Promise.all([
    db.selectFrom('navigation_item').selectAll().orderBy('position').execute(),
    db.selectFrom('navigation_change').selectAll().execute(),
    db.selectFrom('navigation_order').selectAll().execute(),
  ]);
  return {
    items: rows.map((row) => ({
      id: row.id,
      parentId: row.parent_id,
      name: row.name,
      ...(row.key && { key: row.key }),
      ...(row.path && { path: row.path }),
      ...(row.component && { component: row.component }),
      ...(row.redirect && { redirect: row.redirect }),
      meta: row.meta,
    })),
    edits: {
      changes: new Map(changes.map((row) => [row.item_id, row])),
      orders: new Map(orders.map((row) => [row.parent_id, row.item_ids])),
    },
  };
}

/** Returns parents before their children, and siblings in the given order. */
function arranged(items: readonly NavigationItem[], orders: Edits['orders']): NavigationItem[] {
  const byParent = Map.groupBy(items, ({ parentId }) => parentId);
  const walk = (parentId: string): NavigationItem[] =>
    inOrder(byParent.get(parentId) ?? [], orders.get(parentId) ?? []).flatMap((item) => [
      item,
      ...walk(item.id),
    ]);
  return walk('0');
}

/**
 * Keeps the order that was set; places each item that a later version added after the item that precedes it in that
 * version.
 */
export function inOrder<Item extends { id: string }>(
  items: readonly Item[],
  wanted: readonly string[],
): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const order = wanted.flatMap((id) => byId.get(id) ?? []);
  if (order.length === 0) {
    return [...items];
  }
  for (const [at, item] of items.entries()) {
    if (!order.includes(item)) {
      const before = items[at - 1];
      order.splice(before ? order.indexOf(before) + 1 : 0, 0, item);
    }
  }
  return order;
}

function edited(
  item: NavigationItem,
  change: Selectable<NavigationChangeTable> | undefined,
  language: Language,
): NavigationItem {
  if (!change) {
    return item;
  }
  const title = change.titles[language];
  return {
    ...item,
    meta: {
      ...item.meta,
      // A title that is no key of the console's texts is shown unchanged.
      ...(title && { title }),
      ...(change.icon && { icon: change.icon }),
      ...(change.hidden && { show: false }),
      ...(change.new_window && { target: '_blank' }),
    },
  };
}

function lockedIds(items: readonly NavigationItem[]): Set<string> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const locked = new Set<string>();
  for (const id of kept) {
    for (let item = byId.get(id); item; item = byId.get(item.parentId)) {
      locked.add(item.id);
    }
  }
  return locked;
}

/**
 * Reports whether a page that needs this permission is in this person's navigation. Everybody has an account of their
 * own.
 */
function isFor(user: Acting, permission: string, action?: Action): boolean {
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
