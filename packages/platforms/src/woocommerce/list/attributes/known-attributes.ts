import type { StoreAccess } from '../../../listing/store/access.ts';
import { isObject, itemsOf, type UnreadObject } from '../../../reading/unread.ts';
import { perSession } from '../calls/session.ts';
import type { SharedValue } from './value-order.ts';
import { areByName, isSameName } from './values.ts';

/** An attribute that the store shares among all its products. */
export interface SharedAttribute {
  id: number;
  /** The sort order of its values, chosen by the merchant. */
  orderBy: string;
  values: SharedValue[];
}

interface Known {
  bySlug: Map<string, SharedAttribute>;
  /** The store sorts values by their names regardless, as 7.9.0 does (seen). */
  ignoresOrder: boolean;
  /** Ensures that only one change of an order runs at a time. */
  underWay: Promise<unknown>;
}

/** The store's shared attributes as they were read or written in one session with it. */
export const knownIn = perSession<Known>(() => ({
  bySlug: new Map(),
  ignoresOrder: false,
  underWay: Promise.resolve(),
}));

/**
 * Reports whether shoppers would see these values of a product in this order by the attribute of this id. One order
 * applies to all products, so it may come from another; where the merchant sorts the values by something else, that
 * order is accepted.
 */
export function isInOrder(id: number, values: readonly string[], store: StoreAccess): boolean {
  const known = knownIn(store);
  const attribute = attributeIn(known, id);
  if (attribute !== undefined && attribute.orderBy !== 'menu_order') {
    return true;
  }
  if (known.ignoresOrder) {
    return areByName(values);
  }
  const orders = values.map((value) => (attribute === undefined ? null : orderOf(value, attribute)));
  return orders.every((order, at) => at === 0 || order === null || (orders[at - 1] ?? 0) < order);
}

/** Returns the values as the store sorts them for shoppers. */
export function inStoreOrder(id: number, values: readonly string[], store: StoreAccess): string[] {
  const attribute = attributeIn(knownIn(store), id);
  return attribute === undefined
    ? [...values]
    : values.toSorted((one, other) => orderOf(one, attribute) - orderOf(other, attribute));
}

/**
 * Learns whether `menu_order` has an effect, from a product in a store answer, which lists values as shoppers see them.
 */
export function learnOrder(product: UnreadObject, store: StoreAccess): void {
  const known = knownIn(store);
  for (const stated of itemsOf(product.attributes).filter(isObject)) {
    const attribute = [...known.bySlug.values()].find(({ id }) => id === stated.id);
    if (attribute?.orderBy === 'menu_order') {
      const orders = itemsOf(stated.options).map((option) => orderOf(String(option), attribute));
      const isAsSent = orders.every((order, at) => at === 0 || (orders[at - 1] ?? 0) < order);
      known.ignoresOrder ||= orders.every((order) => order > 0) && !isAsSent;
    }
  }
}

function attributeIn({ bySlug }: Known, id: number): SharedAttribute | undefined {
  return [...bySlug.values()].find((one) => one.id === id);
}

/** Returns the order of a value; 0 for a value without one. */
function orderOf(value: string, { values }: SharedAttribute): number {
  return values.find(({ name }) => isSameName(name, value))?.order ?? 0;
}
