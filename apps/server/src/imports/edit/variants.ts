import { isSame } from '@bowerbird/catalog/merge/same';
import type { Option, Product, Variant } from '@bowerbird/catalog/product';
import type { EditChoices } from '@bowerbird/contract/files/imports';
import type { Reference } from './reference.ts';

/** Fields of a variant that a file can edit. */
const edited = [
  'sku',
  'barcode',
  'optionValues',
  'price',
  'compareAtPrice',
  'cost',
  'stock',
  'weight',
  'imageUrl',
  'requiresShipping',
  'taxable',
] as const satisfies readonly (keyof Variant)[];

/** What a file makes of the variants of a product. */
export interface EditedVariants {
  variants: Variant[];
  options: Option[];
  /** Variants that the file does not have, whether they stay or go. */
  others: number;
}

/** Decides whether a cell of the file that is empty clears the value. */
export type Clears = (field: string) => boolean;

/**
 * Returns the variants with what the file changed in them. Variants are matched by their SKU, else by their option values;
 * where each side has one, they are the same. What the file adds comes last.
 */
export function editVariants(
  mine: Product,
  staged: Product,
  reference: Reference,
  { otherVariants }: Pick<EditChoices, 'otherVariants'>,
  clears: Clears,
): EditedVariants {
  const pairs = pair(reference.product.variants, staged.variants);
  const taken = new Map(pairs.map(({ at, given }) => [at, given]));
  const variants: Variant[] = [];
  let others = 0;
  mine.variants.forEach((variant, at) => {
    const given = taken.get(at);
    const before = reference.product.variants[at];
    if (given && before) {
      variants.push(editVariant(variant, before, given, reference, clears));
    } else {
      others += 1;
      if (otherVariants === 'leave') {
        variants.push(variant);
      }
    }
  });
  const known = new Set(pairs.map(({ given }) => given));
  let number = Math.max(0, ...mine.variants.map(({ id }) => Number(/^v(\d{1,9})$/.exec(id)?.[1] ?? 0)));
  for (const given of staged.variants) {
    if (!known.has(given)) {
      number += 1;
      variants.push({ ...given, id: `v${number}` });
    }
  }
  return { variants, options: optionsOf(mine, staged, reference, variants), others };
}

function editVariant(
  mine: Variant,
  before: Variant,
  given: Variant,
  reference: Reference,
  clears: Clears,
): Variant {
  const changed = edited.filter((field) => {
    const name = `variants.${field}`;
    const isEmpty = given[field] === null || given[field] === '';
    return (
      reference.has(name) &&
      !isSame(given[field], before[field]) &&
      (!isEmpty || clears(name)) &&
      !isSame(given[field], mine[field])
    );
  });
  return changed.length === 0
    ? mine
    : { ...mine, ...Object.fromEntries(changed.map((field) => [field, given[field]])) };
}

/** Finds for each variant of the reference, by its place, the one of the file. */
function pair(before: readonly Variant[], given: readonly Variant[]): { at: number; given: Variant }[] {
  const [only] = given;
  if (before.length === 1 && given.length === 1 && only) {
    return [{ at: 0, given: only }];
  }
  const bySku = uniquely(given, ({ sku }) => sku);
  const byValues = uniquely(given, ({ optionValues }) => JSON.stringify(optionValues));
  const skus = uniquely(before, ({ sku }) => sku);
  const used = new Set<Variant>();
  return before.flatMap((variant, at) => {
    const sameSku = skus.get(variant.sku ?? '') === variant ? bySku.get(variant.sku ?? '') : undefined;
    const found = sameSku ?? byValues.get(JSON.stringify(variant.optionValues));
    if (found === undefined || used.has(found)) {
      return [];
    }
    used.add(found);
    return [{ at, given: found }];
  });
}

function uniquely(variants: readonly Variant[], keyOf: (variant: Variant) => string | null) {
  const found = new Map<string, Variant | undefined>();
  for (const variant of variants) {
    const key = keyOf(variant);
    if (key !== null && key !== '') {
      found.set(key, found.has(key) ? undefined : variant);
    }
  }
  return found;
}

/** Options keep the order of their values; values that no variant has any more go, new ones come last. */
function optionsOf(
  mine: Product,
  staged: Product,
  reference: Reference,
  variants: readonly Variant[],
): Option[] {
  const sameNames = isSame(
    staged.options.map(({ name }) => name),
    reference.product.options.map(({ name }) => name),
  );
  const names =
    reference.has('options') && !sameNames && staged.options.length === mine.options.length
      ? staged.options.map(({ name }) => name)
      : mine.options.map(({ name }) => name);
  const isUntouched =
    variants.length === mine.variants.length &&
    variants.every(({ optionValues }, at) => isSame(optionValues, mine.variants[at]?.optionValues));
  return mine.options.map((option, at) => {
    const used = new Set(variants.flatMap(({ optionValues }) => optionValues[at] ?? []));
    return {
      ...option,
      name: names[at] ?? option.name,
      values: isUntouched
        ? option.values
        : [
            ...option.values.filter((value) => used.has(value)),
            ...[...used].filter((value) => !option.values.includes(value)),
          ],
    };
  });
}
