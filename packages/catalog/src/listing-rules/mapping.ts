import { z } from 'zod/mini';
import { mergeVariants } from '../edits/variants/merge.ts';
import { isSame, withFields } from '../merge/same.ts';
import type { Product } from '../product.ts';
import { foldText } from '../similar/search-words.ts';

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(255));
const path = z.array(name).check(z.minLength(1), z.maxLength(12));
const values = z._default(z.array(z.object({ from: name, to: name })).check(z.maxLength(500)), []);

export const CategoryMapping = z.object({
  /** A path of the source, or the beginning of one, and the path of the store; null: the product is not put there. */
  map: z._default(z.array(z.object({ from: path, to: z.nullable(path) })).check(z.maxLength(2000)), []),
  /** What happens to paths that have no mapping. */
  others: z._default(z.enum(['keep', 'drop']), 'keep'),
  /** The category for a product that would otherwise have none. */
  otherwise: z._default(z.nullable(path), null),
});
export type CategoryMapping = z.infer<typeof CategoryMapping>;

/** An option's name in the store, and its values there. */
export const OptionMapping = z.object({ from: name, to: name, values });
export type OptionMapping = z.infer<typeof OptionMapping>;

/** The same for attributes; null: the attribute is left out. */
export const AttributeMapping = z.object({ from: name, to: z.nullable(name), values });
export type AttributeMapping = z.infer<typeof AttributeMapping>;

/**
 * Returns the normalised form of a name for matching: without regard to case, width, accents and surrounding white
 * space.
 */
export function nameKey(text: string): string {
  return foldText(text).trim();
}

/** Returns the normalised form of a path for matching. */
export function pathKey(path: readonly string[]): string {
  return JSON.stringify(path.map(nameKey));
}

/** Maps a category path by the rules: the longest mapped beginning decides, and the rest of the path is appended. */
export function mapCategory(path: readonly string[], { map, others }: CategoryMapping): string[] | null {
  const byKey = new Map(map.map(({ from, to }) => [pathKey(from), to]));
  for (let length = path.length; length > 0; length -= 1) {
    const to = byKey.get(pathKey(path.slice(0, length)));
    if (to !== undefined) {
      return to === null ? null : [...to, ...path.slice(length)];
    }
  }
  return others === 'keep' ? [...path] : null;
}

export function mapCategories(product: Product, mapping: CategoryMapping): Product {
  const mapped = product.categories.flatMap((path) => {
    const to = mapCategory(path, mapping);
    return to === null ? [] : [to];
  });
  const distinct = mapped.filter((path, at) => mapped.findIndex((other) => isSame(other, path)) === at);
  const categories = distinct.length === 0 && mapping.otherwise !== null ? [mapping.otherwise] : distinct;
  return withFields(product, { categories });
}

/**
 * Maps all options at once, so that two values can be swapped. Variants that become the same are merged: the first one
 * is kept.
 */
export function mapOptions(product: Product, mappings: readonly OptionMapping[]): Product {
  const byName = new Map(mappings.map((mapping) => [nameKey(mapping.from), mapping]));
  const found = product.options.map((option) => byName.get(nameKey(option.name)));
  if (found.every((mapping) => mapping === undefined)) {
    return product;
  }
  const changed = found.map((mapping) => changing(mapping?.values ?? []));
  const names = product.options.map((option, at) => found[at]?.to ?? option.name);
  const namesClash = new Set(names.map((each) => each.trim().toLowerCase())).size < names.length;
  const options = product.options.map((option, at) => ({
    name: namesClash ? option.name : (names[at] ?? option.name),
    values: [...new Set(option.values.map((value) => changed[at]?.(value) ?? value))],
  }));
  const variants = product.variants.map((variant) => ({
    ...variant,
    optionValues: variant.optionValues.map((value, at) => changed[at]?.(value) ?? value),
  }));
  return withFields(product, { options, variants: mergeVariants(variants) });
}

export function mapAttributes(product: Product, mappings: readonly AttributeMapping[]): Product {
  const byName = new Map(mappings.map((mapping) => [nameKey(mapping.from), mapping]));
  const attributes = product.attributes.flatMap((attribute) => {
    const mapping = byName.get(nameKey(attribute.name));
    if (!mapping) {
      return [attribute];
    }
    return mapping.to === null
      ? []
      : [{ name: mapping.to, value: changing(mapping.values)(attribute.value) }];
  });
  return withFields(product, { attributes });
}

function changing(values: readonly { from: string; to: string }[]): (value: string) => string {
  const byValue = new Map(values.map(({ from, to }) => [nameKey(from), to]));
  return (value) => byValue.get(nameKey(value)) ?? value;
}
