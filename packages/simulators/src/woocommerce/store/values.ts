import { freeSlug, slugOf } from '../../store/wordpress-slug.ts';
import type { WooLedger } from './ledger.ts';
import type { ProductAttribute, StoredValue } from './record.ts';

/** What decides the order in which shoppers see the values of an attribute. */
export interface ShopOrder {
  ledger: WooLedger;
  ordersValues: boolean;
}

/**
 * Compares by the database's collation (`utf8mb4_unicode_520_ci`), which ignores case and accents: RED is Red, grun is
 * Grün (recorded).
 */
const collation = new Intl.Collator('en', { sensitivity: 'base' });

/**
 * Returns the shared value of this name of an attribute, and creates it where there is none. Its first spelling is
 * kept.
 */
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
 * Returns a variation's value of a shared attribute: an unknown value is treated as a slug, and answered as one
 * (recorded).
 */
export function chosenValue(attribute: number, given: string, ledger: WooLedger): string {
  return given === '' ? '' : (heldValue(attribute, given, ledger)?.name ?? slugOf(cleanValue(given)));
}

/**
 * Returns a product's values as shoppers see them: its own as they were sent; those of a shared attribute by
 * `menu_order`, those without one first, and then by name (seen).
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

/**
 * Cleans a line of text as WordPress does (`sanitize_text_field`): tags and what looks like an encoded byte are
 * removed, spaces collapsed (recorded).
 */
export function cleanValue(given: string): string {
  return given
    .replaceAll('\\', '')
    .replaceAll(/<[^>\s][^>]*>/g, '')
    .replaceAll(/%[a-f\d]{2}/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns a name as answers contain it for every client: an ampersand is an entity, quotes are not (recorded). */
export function encodedName(name: string): string {
  return name.replaceAll(/&(?!(?:[a-z]+|#\d+);)/gi, '&amp;').replaceAll(/<(?=[\s\d])/g, '&lt;');
}
