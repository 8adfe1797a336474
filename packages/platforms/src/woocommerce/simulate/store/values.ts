import { freeSlug, slugOf } from '../../../simulating/wordpress-slug.ts';
import type { WooLedger } from './ledger.ts';
import type { ProductAttribute, StoredValue } from './record.ts';

/** What decides in which order shoppers see the values of an attribute. */
export interface ShopOrder {
  ledger: WooLedger;
  ordersValues: boolean;
}

/** By the database's collation (`utf8mb4_unicode_520_ci`), which passes over case and accents: RED is Red, grun is Grün (recorded). */
const collation = new Intl.Collator('en', { sensitivity: 'base' });

/** The value of this name that an attribute has for all products, made where there is none. Both spell it as the first one did. */
export function valueNamed(attribute: number, given: string, ledger: WooLedger): StoredValue {
  const name = cleanValue(given);
  return heldValue(attribute, name, ledger) ?? addValue(attribute, name, null, ledger);
}

export function addValue(
  attribute: number,
  given: string,
  order: number | null,
  ledger: WooLedger,
): StoredValue {
  const name = cleanValue(given);
  const held = (slug: string) =>
    [...ledger.values.values()].some((one) => one.attribute === attribute && one.slug === slug);
  const value = { id: ledger.nextId(), attribute, name, slug: freeSlug(slugOf(name), held, 2), order };
  ledger.values.set(value.id, value);
  return value;
}

export function heldValue(attribute: number, given: string, ledger: WooLedger): StoredValue | null {
  const name = cleanValue(given);
  const found = [...ledger.values.values()].find(
    (one) => one.attribute === attribute && collation.compare(one.name, name) === 0,
  );
  return found ?? null;
}

/**
 * What a variation chooses of an attribute that all products have: a value that nobody has is taken for a slug, and answered as
 * one (recorded).
 */
export function chosenValue(attribute: number, given: string, ledger: WooLedger): string {
  return given === '' ? '' : (heldValue(attribute, given, ledger)?.name ?? slugOf(cleanValue(given)));
}

/**
 * A product's values as shoppers see them: its own as they were sent; those of an attribute that all products have by `menu_order`,
 * those without one first, and then by name (seen).
 */
export function shownValues(
  { id, options }: ProductAttribute,
  { ledger, ordersValues }: ShopOrder,
): string[] {
  if (id === 0) {
    return options;
  }
  const isOrdered = ordersValues && ledger.attributes.get(id)?.orderBy === 'menu_order';
  const orderOf = (name: string) => (isOrdered ? (heldValue(id, name, ledger)?.order ?? -1) : 0);
  return options.toSorted((one, other) => orderOf(one) - orderOf(other) || collation.compare(one, other));
}

/** As WordPress cleans a line of text (`sanitize_text_field`): tags and what looks like an encoded byte cut, spaces collapsed (recorded). */
export function cleanValue(given: string): string {
  return given
    .replaceAll('\\', '')
    .replaceAll(/<[^>\s][^>]*>/g, '')
    .replaceAll(/%[a-f\d]{2}/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** A name as answers carry it, whoever asks: an ampersand is an entity, quotes are not (recorded). */
export function encodedName(name: string): string {
  return name.replaceAll(/&(?!(?:[a-z]+|#\d+);)/gi, '&amp;').replaceAll(/<(?=[\s\d])/g, '&lt;');
}
