import type { Product, Variant } from '@bowerbird/catalog/product';
import { termName } from '../../listing/besides.ts';
import { isObject, itemsOf, type UnreadObject, wholeOf } from '../../unread.ts';
import { attributeTerm } from './terms.ts';

/** One attribute of a product as it is sent. */
export interface SentAttribute {
  id?: number;
  name?: string;
  visible: boolean;
  variation: boolean;
  options: string[];
}

/** Values of an attribute are kept in one text with this mark between them (from memory): a value has none of its own. */
export function valueText(value: string): string {
  return value.replaceAll('|', '/').trim();
}

export function isVariable({ options }: Product): boolean {
  return options.length > 0;
}

/** The attributes of a product: what shoppers choose by, the brand, and what is only told. Each name once. */
export function attributesOf(
  product: Product,
  terms: ReadonlyMap<string, string> | undefined,
): SentAttribute[] {
  const chosen = product.options.map(({ name, values }) => ({
    ...attributeName(name, terms),
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
  ];
}

/** What a variation chooses, by the same names as its product. */
export function choiceOf(
  variant: Variant,
  product: Product,
  terms: ReadonlyMap<string, string> | undefined,
): object[] {
  return product.options.map(({ name }, at) => ({
    ...attributeName(name, terms),
    option: valueText(variant.optionValues[at] ?? ''),
  }));
}

/** One name for a choice, in the order of the product's options. */
export function choiceName(values: readonly string[]): string {
  return JSON.stringify(values.map(valueText));
}

/** The choice of a variation that the store holds, by our product's options. */
export function heldChoice(attributes: unknown, { options }: Product): string {
  const sent = itemsOf(attributes).filter(isObject);
  return choiceName(
    options.map(({ name }) => {
      const one = sent.find((each) => nameOf(each) === name.toLowerCase());
      return typeof one?.option === 'string' ? one.option : '';
    }),
  );
}

/** Whether the product lists every value that its variations will choose; one that it does not list cannot be chosen. */
export function listsChoices(attributes: unknown, { options }: Product): boolean {
  const sent = itemsOf(attributes).filter(isObject);
  return options.every(({ name, values }) => {
    const one = sent.find((each) => nameOf(each) === name.toLowerCase());
    const listed = new Set(itemsOf(one?.options));
    return one?.variation === true && values.every((value) => listed.has(valueText(value)));
  });
}

function nameOf({ name }: UnreadObject): string {
  return typeof name === 'string' ? name.toLowerCase() : '';
}

/** An attribute that the store has for all its products goes by its number, any other by its name. */
function attributeName(
  name: string,
  terms: ReadonlyMap<string, string> | undefined,
): { id: number } | { name: string } {
  const id = wholeOf(terms?.get(termName(attributeTerm(name))));
  return id === null ? { name } : { id };
}
