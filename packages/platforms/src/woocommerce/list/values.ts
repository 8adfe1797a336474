import { plainText } from '../../html-text.ts';

/**
 * By the store's database (`utf8mb4_unicode_520_ci`), which passes over case and accents: RED is taken for Red, grun for Grün
 * (recorded on 7.9.0 and 11.0.1).
 */
const collation = new Intl.Collator('en', { sensitivity: 'base' });

/**
 * An option's value as WooCommerce keeps it wherever it stands, so that a variation chooses what its product lists: without
 * tags, entities decoded, spaces collapsed. It has its own use for a bar, a backslash, and `%` before two hexadecimal digits, and
 * keeps `<` in two ways (seen on both versions; readme).
 */
export function valueText(value: string): string {
  // Where no element ends any more, none is looked for: each "<" would be followed to the end of the text.
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

/** Which of our values a text of the store is; null for none. A value that all products share is spelt as its first one was. */
export function valueAmong(values: readonly string[], told: string, isShared: boolean): string | null {
  const text = valueText(told);
  return (
    values.find((value) => valueText(value) === text) ??
    (isShared ? values.find((value) => collation.compare(valueText(value), text) === 0) : undefined) ??
    null
  );
}

/** Whether two of them would be one where the store has one for all its products. */
export function areAlike(values: readonly string[]): boolean {
  const texts = [...new Set(values.map(valueText))].sort(collation.compare);
  return texts.some((text, at) => at > 0 && collation.compare(texts[at - 1] ?? '', text) === 0);
}

/** Whether the store would show them so where it sorts by name. */
export function areByName(values: readonly string[]): boolean {
  return values.every((value, at) => at === 0 || collation.compare(values[at - 1] ?? '', value) <= 0);
}

/** Whether both are one name to the store's database. */
export function isSameName(one: string, other: string): boolean {
  return collation.compare(valueText(one), valueText(other)) === 0;
}

/** Whether a product's own attribute is called so: 7.9.0 answers "颜色 & Maß" as "颜色-mas" (seen; a name of Latin letters stays). */
export function isSameAttribute(one: string, other: string): boolean {
  return isSameName(one, other) || asSlug(one) === asSlug(other);
}

function asSlug(name: string): string {
  const plain = valueText(name).toLowerCase().replaceAll('ß', 's').normalize('NFD');
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, '') || name;
}
