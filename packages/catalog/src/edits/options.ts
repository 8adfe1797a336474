import { z } from 'zod/mini';
import type { Option, Product } from '../product.ts';
import { withFields } from '../same.ts';
import { FilledText, ShortText } from '../sent-text.ts';
import { MergeRule, mergeVariants } from './merge.ts';

const merge = z.optional(MergeRule);

export const OptionEdit = z.discriminatedUnion('kind', [
  /** Adds a new last option; every variant gets this value. */
  z.object({ kind: z.literal('add-option'), name: FilledText, value: FilledText }),
  z.object({ kind: z.literal('rename-option'), option: ShortText, name: FilledText }),
  /** Renaming a value to one that already exists merges the two. */
  z.object({
    kind: z.literal('rename-option-value'),
    option: ShortText,
    value: ShortText,
    to: FilledText,
    merge,
  }),
  z.object({ kind: z.literal('remove-option'), option: ShortText, merge }),
  /** These options first, in this order; the others follow in their present order. */
  z.object({ kind: z.literal('sort-options'), options: z.array(ShortText) }),
  z.object({ kind: z.literal('sort-option-values'), option: ShortText, values: z.array(ShortText) }),
]);
export type OptionEdit = z.infer<typeof OptionEdit>;

/**
 * Applies an edit of options. Option names are matched without regard to case, option values exactly. An option that
 * does not exist, or a new name that another option already has, leaves the product unchanged. Variants that become the
 * same are merged by the merge rule.
 */
export function applyOptionEdit(product: Product, edit: OptionEdit): Product {
  switch (edit.kind) {
    case 'add-option':
      return addOption(product, edit.name, edit.value);
    case 'rename-option':
      return renameOption(product, edit.option, edit.name);
    case 'rename-option-value':
      return renameValue(product, edit);
    case 'remove-option':
      return removeOption(product, edit.option, edit.merge);
    case 'sort-options':
      return sortOptions(product, edit.options);
    case 'sort-option-values':
      return sortValues(product, edit.option, edit.values);
  }
}

/** Returns the index of an option by its name; -1 when there is none. */
function placeOf(product: Product, name: string): number {
  const key = nameKey(name);
  return product.options.findIndex((option) => nameKey(option.name) === key);
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

function addOption(product: Product, name: string, value: string): Product {
  if (placeOf(product, name) !== -1 || name.trim() === '') {
    return product;
  }
  return withFields(product, {
    options: [...product.options, { name, values: [value] }],
    variants: product.variants.map((variant) => ({
      ...variant,
      optionValues: [...variant.optionValues, value],
    })),
  });
}

function renameOption(product: Product, from: string, name: string): Product {
  const place = placeOf(product, from);
  const taken = placeOf(product, name);
  const option = product.options[place];
  if (!option || (taken !== -1 && taken !== place) || name.trim() === '') {
    return product;
  }
  return withFields(product, { options: product.options.with(place, { ...option, name }) });
}

function renameValue(
  product: Product,
  edit: { option: string; value: string; to: string; merge?: MergeRule | undefined },
): Product {
  const place = placeOf(product, edit.option);
  const option = product.options[place];
  if (!option?.values.includes(edit.value)) {
    return product;
  }
  const values = [...new Set(option.values.map((value) => (value === edit.value ? edit.to : value)))];
  const renamed = product.variants.map((variant) =>
    variant.optionValues[place] === edit.value
      ? { ...variant, optionValues: variant.optionValues.with(place, edit.to) }
      : variant,
  );
  return withFields(product, {
    options: product.options.with(place, { ...option, values }),
    variants: mergeVariants(renamed, edit.merge),
  });
}

function removeOption(product: Product, name: string, rule: MergeRule | undefined): Product {
  const place = placeOf(product, name);
  if (place === -1) {
    return product;
  }
  const variants = product.variants.map((variant) => ({
    ...variant,
    optionValues: variant.optionValues.toSpliced(place, 1),
  }));
  return withFields(product, {
    options: product.options.toSpliced(place, 1),
    variants: mergeVariants(variants, rule),
  });
}

function sortOptions(product: Product, names: readonly string[]): Product {
  const wanted = names.map((name) => placeOf(product, name)).filter((place) => place !== -1);
  const order = [...new Set([...wanted, ...product.options.keys()])];
  return withFields(product, {
    options: order.flatMap((place) => product.options[place] ?? []),
    variants: product.variants.map((variant) => ({
      ...variant,
      optionValues: order.flatMap((place) => variant.optionValues[place] ?? []),
    })),
  });
}

function sortValues(product: Product, name: string, wanted: readonly string[]): Product {
  const place = placeOf(product, name);
  const option = product.options[place];
  if (!option) {
    return product;
  }
  const have = new Set(option.values);
  const values = [...new Set([...wanted.filter((value) => have.has(value)), ...option.values])];
  const sorted: Option = { ...option, values };
  return withFields(product, { options: product.options.with(place, sorted) });
}
