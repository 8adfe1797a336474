import type { Product, Variant } from '@bowerbird/catalog/product';
import { termName } from '../../listing/dependencies.ts';
import type { StoreAccess } from '../../listing/store/access.ts';
import type { ToCreate } from '../../listing/writes.ts';
import { isObject, itemsOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';
import { inStoreOrder, isInOrder } from './attributes/known-attributes.ts';
import { attributeTerm } from './attributes/terms.ts';
import { areSame, isSameAttribute, valueAmong, valueText } from './attributes/values.ts';
import type { Held } from './held-product.ts';

/** One attribute of a product as it is sent. */
export interface SentAttribute {
  id?: number;
  name?: string;
  position: number;
  visible: boolean;
  variation: boolean;
  options: string[];
}

/**
 * Ids of the store's shared attributes, by the names of the options that use one; any other option is the product's
 * own.
 */
export type SharedIds = ReadonlyMap<string, number>;

type Option = Product['options'][number];

export function isVariable({ options }: Product): boolean {
  return options.length > 0;
}

/**
 * Returns which options use an attribute that the store shares among all products. A shared attribute has one order for
 * all of them: where shoppers would not see our order, the option becomes the product's own, which is shown in the
 * order sent. A product with variations keeps what it has, as the variations refer to it.
 */
export function sharedIds(
  { product, terms }: Pick<ToCreate, 'product' | 'terms'>,
  store: StoreAccess,
  held: Held | null,
): SharedIds {
  const ids = new Map<string, number>();
  for (const option of product.options) {
    const id = termId(option, terms);
    const there = held === null ? undefined : attributeOf(held.product.attributes, option, terms);
    const thereId = wholeOf(there?.id) ?? 0;
    if (held !== null && held.variations.length > 0 && there !== undefined) {
      if (thereId > 0 && !areSame(option.values)) {
        ids.set(option.name, thereId);
      }
    } else if (id !== null && isInOrder(id, option.values.map(valueText), store)) {
      ids.set(option.name, id);
    }
  }
  return ids;
}

/**
 * Returns the store's shared attributes for options that are the product's own: they are not shown on its page, but the
 * store's filters find the product by them (seen on both versions).
 */
function filtersOf(
  { product, terms }: Pick<ToCreate, 'product' | 'terms'>,
  shared: SharedIds,
  store: StoreAccess,
): Omit<SentAttribute, 'position'>[] {
  return product.options.flatMap((option) => {
    const id = shared.has(option.name) ? null : termId(option, terms);
    const values = [...new Set(option.values.map(valueText))];
    return id === null
      ? []
      : [{ id, visible: false, variation: false, options: inStoreOrder(id, values, store) }];
  });
}

/**
 * Returns the attributes of a product: its options, the brand, attributes that are only displayed, and those by which
 * filters find it.
 */
export function attributesOf(
  item: Pick<ToCreate, 'product' | 'terms'>,
  shared: SharedIds,
  store: StoreAccess,
): SentAttribute[] {
  const { product } = item;
  const chosen = product.options.map(({ name, values }) => ({
    ...attributeName(name, shared),
    visible: true,
    variation: true,
    options: [...new Set(values.map(valueText))],
  }));
  const stated = new Map<string, string[]>();
  const given = [...product.attributes];
  if (product.vendor !== null && !given.some(({ name }) => name.toLowerCase() === 'brand')) {
    given.push({ name: 'Brand', value: product.vendor });
  }
  const taken = new Set(product.options.map(({ name }) => name.toLowerCase()));
  for (const { name, value } of given) {
    if (name !== '' && value !== '' && !taken.has(name.toLowerCase())) {
      stated.set(name, [...(stated.get(name) ?? []), valueText(value)]);
    }
  }
  return [
    ...chosen,
    ...[...stated].map(([name, options]) => ({ name, visible: true, variation: false, options })),
    ...filtersOf(item, shared, store),
  ].map((attribute, position) => ({ ...attribute, position }));
}

/** Returns a variation's option values, under the same names as its product's. */
export function choiceOf(variant: Variant, product: Product, shared: SharedIds): object[] {
  return product.options.map(({ name }, at) => ({
    ...attributeName(name, shared),
    option: valueText(variant.optionValues[at] ?? ''),
  }));
}

/** Returns a name for a combination of option values, in the order of the product's options. */
export function choiceName(values: readonly string[]): string {
  return JSON.stringify(values.map(valueText));
}

/** Returns the option values of a variation that the store holds, by our product's options and in our spelling. */
export function heldChoice(
  attributes: unknown,
  { product, terms }: Pick<ToCreate, 'product' | 'terms'>,
): string {
  return choiceName(
    product.options.map((option) => {
      const one = attributeOf(attributes, option, terms);
      const stated = typeof one?.option === 'string' ? one.option : '';
      return valueAmong(option.values, stated, isShared(one)) ?? stated;
    }),
  );
}

/**
 * Reports whether the product lists every value that its variations will use, under the attribute that they will use; a
 * variation cannot use a value that is not listed.
 */
export function listsChoices(attributes: unknown, { options }: Product, shared: SharedIds): boolean {
  const listed = itemsOf(attributes).filter(isObject);
  return options.every(({ name, values }) => {
    const id = shared.get(name);
    const one = listed.find((each) => (id === undefined ? isOwn(each, name) : each.id === id));
    const stated = itemsOf(one?.options).filter((value) => typeof value === 'string');
    const there = new Set(stated.map((value) => valueAmong(values, value, isShared(one))));
    return one?.variation === true && values.every((value) => there.has(valueAmong(values, value, false)));
  });
}

/**
 * Returns the store's attribute for this option: one used for variations comes first, and then its id counts before its
 * name.
 */
function attributeOf(
  attributes: unknown,
  option: Option,
  terms: ReadonlyMap<string, string> | undefined,
): UnreadObject | undefined {
  const sent = itemsOf(attributes).filter(isObject);
  const id = termId(option, terms);
  const named = sent.filter(({ name }) => typeof name === 'string' && isSameAttribute(name, option.name));
  const found = [...(id === null ? [] : sent.filter((each) => each.id === id)), ...named];
  return found.find(({ variation }) => variation === true) ?? found[0];
}

function isOwn(attribute: UnreadObject, name: string): boolean {
  return !isShared(attribute) && typeof attribute.name === 'string' && isSameAttribute(attribute.name, name);
}

function isShared(attribute: UnreadObject | undefined): boolean {
  return (wholeOf(attribute?.id) ?? 0) > 0;
}

function termId(option: Option, terms: ReadonlyMap<string, string> | undefined): number | null {
  return wholeOf(terms?.get(termName(attributeTerm(option))));
}

/**
 * Returns the reference to an attribute: its id for one that the store shares among all products, its name for any
 * other.
 */
function attributeName(name: string, shared: SharedIds): { id: number } | { name: string } {
  const id = shared.get(name);
  return id === undefined ? { name } : { id };
}
