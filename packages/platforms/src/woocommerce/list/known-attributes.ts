import type { StoreAccess } from '../../listing/store.ts';
import { isObject, itemsOf, type UnreadObject } from '../../unread.ts';
import { perSession } from './session.ts';
import type { SharedValue } from './value-order.ts';
import { areByName, isSameName } from './values.ts';

/** An attribute that the store has for all its products. */
export interface SharedAttribute {
  id: number;
  /** By what its values are sorted; what the merchant chose. */
  orderBy: string;
  values: SharedValue[];
}

interface Known {
  bySlug: Map<string, SharedAttribute>;
  /** The store sorts values by their names all the same, as 7.9.0 does (seen). */
  ignoresOrder: boolean;
  /** One change of an order at a time. */
  underWay: Promise<unknown>;
}

/** The store's attributes as they were read or written in one session with it. */
export const knownIn = perSession<Known>(() => ({
  bySlug: new Map(),
  ignoresOrder: false,
  underWay: Promise.resolve(),
}));

/**
 * Whether shoppers would be offered these values of a product in this order by the attribute of this id. One order serves all
 * products, so it may be another's; where the merchant sorts the values by something else, that is the order to be.
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

/** The values as the store sorts them for shoppers. */
export function inStoreOrder(id: number, values: readonly string[], store: StoreAccess): string[] {
  const attribute = attributeIn(knownIn(store), id);
  return attribute === undefined
    ? [...values]
    : values.toSorted((one, other) => orderOf(one, attribute) - orderOf(other, attribute));
}

/** Learns from a product as the store answers it, whose values stand there as shoppers see them, whether `menu_order` counts. */
export function learnOrder(product: UnreadObject, store: StoreAccess): void {
  const known = knownIn(store);
  for (const told of itemsOf(product.attributes).filter(isObject)) {
    const attribute = [...known.bySlug.values()].find(({ id }) => id === told.id);
    if (attribute?.orderBy === 'menu_order') {
      const orders = itemsOf(told.options).map((option) => orderOf(String(option), attribute));
      const isAsSent = orders.every((order, at) => at === 0 || (orders[at - 1] ?? 0) < order);
      known.ignoresOrder ||= orders.every((order) => order > 0) && !isAsSent;
    }
  }
}

function attributeIn({ bySlug }: Known, id: number): SharedAttribute | undefined {
  return [...bySlug.values()].find((one) => one.id === id);
}

/** 0 for a value that stands in none. */
function orderOf(value: string, { values }: SharedAttribute): number {
  return values.find(({ name }) => isSameName(name, value))?.order ?? 0;
}
