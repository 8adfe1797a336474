import type { Product, Variant } from '@bowerbird/catalog/product';
import { termName } from '../../listing/besides.ts';
import type { StoreAccess } from '../../listing/store.ts';
import type { ToCreate } from '../../listing/writes.ts';
import { isObject, itemsOf, type UnreadObject, wholeOf } from '../../unread.ts';
import type { Held } from './held.ts';
import { inStoreOrder, isInOrder } from './known-attributes.ts';
import { attributeTerm } from './terms.ts';
import { areAlike, isSameAttribute, valueAmong, valueText } from './values.ts';

/** One attribute of a product as it is sent. */
export interface SentAttribute {
  id?: number;
  name?: string;
  position: number;
  visible: boolean;
  variation: boolean;
  options: string[];
}

/** Ids of the store's attributes for those options of a product that go by one, by their names; any other is the product's own. */
export type SharedIds = ReadonlyMap<string, number>;

type Option = Product['options'][number];

export function isVariable({ options }: Product): boolean {
  return options.length > 0;
}

/**
 * Which options go by an attribute that the store has for all products. That one has one order for all of them: where shoppers would
 * not see ours, the option is the product's own, which is shown in the order sent. A product with variations keeps what it has, as
 * these choose by it.
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
      if (thereId > 0 && !areAlike(option.values)) {
        ids.set(option.name, thereId);
      }
    } else if (id !== null && isInOrder(id, option.values.map(valueText), store)) {
      ids.set(option.name, id);
    }
  }
  return ids;
}

/**
 * The store's attributes for those options that are the product's own: nobody sees them on its page, and the store's filters find it by
 * them (seen on both versions).
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

/** The attributes of a product: what shoppers choose by, the brand, what is only told, and what filters find it by. */
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
  const told = new Map<string, string[]>();
  const given = [...product.attributes];
  if (product.vendor !== null && !given.some(({ name }) => name.toLowerCase() === 'brand')) {
    given.push({ name: 'Brand', value: product.vendor });
  }
  const taken = new Set(product.options.map(({ name }) => name.toLowerCase()));
  for (const { name, value } of given) {
    if (name !== '' && value !== '' && !taken.has(name.toLowerCase())) {
      told.set(name, [...(told.get(name) ?? []), valueText(value)]);
    }
  }
  return [
    ...chosen,
    ...[...told].map(([name, options]) => ({ name, visible: true, variation: false, options })),
    ...filtersOf(item, shared, store),
  ].map((attribute, position) => ({ ...attribute, position }));
}

/** What a variation chooses, by the same names as its product. */
export function choiceOf(variant: Variant, product: Product, shared: SharedIds): object[] {
  return product.options.map(({ name }, at) => ({
    ...attributeName(name, shared),
    option: valueText(variant.optionValues[at] ?? ''),
  }));
}

/** One name for a choice, in the order of the product's options. */
export function choiceName(values: readonly string[]): string {
  return JSON.stringify(values.map(valueText));
}

/** The choice of a variation that the store holds, by our product's options and in our spelling. */
export function heldChoice(
  attributes: unknown,
  { product, terms }: Pick<ToCreate, 'product' | 'terms'>,
): string {
  return choiceName(
    product.options.map((option) => {
      const one = attributeOf(attributes, option, terms);
      const told = typeof one?.option === 'string' ? one.option : '';
      return valueAmong(option.values, told, isShared(one)) ?? told;
    }),
  );
}

/**
 * Whether the product lists every value that its variations will choose, by the attribute that they will choose it by; one that it
 * does not list cannot be chosen.
 */
export function listsChoices(attributes: unknown, { options }: Product, shared: SharedIds): boolean {
  const listed = itemsOf(attributes).filter(isObject);
  return options.every(({ name, values }) => {
    const id = shared.get(name);
    const one = listed.find((each) => (id === undefined ? isOwn(each, name) : each.id === id));
    const told = itemsOf(one?.options).filter((value) => typeof value === 'string');
    const there = new Set(told.map((value) => valueAmong(values, value, isShared(one))));
    return one?.variation === true && values.every((value) => there.has(valueAmong(values, value, false)));
  });
}

/** The attribute of the store's by which it has this option: what variations choose by, and then its number, counts before its name. */
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

/** An attribute that the store has for all its products goes by its number, any other by its name. */
function attributeName(name: string, shared: SharedIds): { id: number } | { name: string } {
  const id = shared.get(name);
  return id === undefined ? { name } : { id };
}
