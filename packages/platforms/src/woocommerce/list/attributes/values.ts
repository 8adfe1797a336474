import { plainText } from '../../../reading/html/html-text.ts';

/**
 * Compares as the store's database does (`utf8mb4_unicode_520_ci`), which ignores case and accents: RED equals Red,
 * grun equals Grün (recorded on 7.9.0 and 11.0.1).
 */
const collation = new Intl.Collator('en', { sensitivity: 'base' });

/**
 * Returns an option's value as WooCommerce stores it everywhere, so that a variation uses the value that its product
 * lists: without tags, entities decoded, spaces collapsed. A bar, a backslash, and `%` before two hexadecimal digits
 * have a special meaning for it, and it stores `<` in two ways (seen on both versions; readme).
 */
export function valueText(value: string): string {
  // Beyond the last end of an element none is searched for: each "<" would be followed to the end of the text.
  const end = value.lastIndexOf('>') + 1;
  const untagged =
    value
      .slice(0, end)
      .replaceAll(/<\/?[a-z!][^>]*>/gi, '')
      .replaceAll('<', '‹') + value.slice(end).replaceAll('<', '‹');
  return plainText(untagged)
    .replaceAll('<', '‹')
    .replaceAll(/[|\\]/g, '/')
    .replaceAll(/%(?=[\da-f]{2})/gi, '% ');
}

/** Returns which of our values a text of the store is; null for none. A shared value is spelt as its first one was. */
export function valueAmong(values: readonly string[], stated: string, isShared: boolean): string | null {
  const text = valueText(stated);
  return (
    values.find((value) => valueText(value) === text) ??
    (isShared ? values.find((value) => collation.compare(valueText(value), text) === 0) : undefined) ??
    null
  );
}

/** Reports whether two of the values would become one in a shared attribute of the store. */
export function areSame(values: readonly string[]): boolean {
  const texts = [...new Set(values.map(valueText))].sort(collation.compare);
  return texts.some((text, at) => at > 0 && collation.compare(texts[at - 1] ?? '', text) === 0);
}

/** Reports whether the store would show the values in this order where it sorts by name. */
export function areByName(values: readonly string[]): boolean {
  return values.every((value, at) => at === 0 || collation.compare(values[at - 1] ?? '', value) <= 0);
}

/** Reports whether both are one name to the store's database. */
export function isSameName(one: string, other: string): boolean {
  return collation.compare(valueText(one), valueText(other)) === 0;
}

/**
 * Reports whether a product's own attribute has this name: 7.9.0 answers "颜色 & Maß" as "颜色-mas" (seen; a name of Latin
 * letters is unchanged).
 */
export function isSameAttribute(one: string, other: string): boolean {
  return isSameName(one, other) || asSlug(one) === asSlug(other);
}

function asSlug(name: string): string {
  const plain = valueText(name).toLowerCase().replaceAll('ß', 's').normalize('NFD');
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, '') || name;
}
