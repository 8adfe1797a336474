import { z } from 'zod/mini';
import type { Option, Product } from '../../product.ts';
import { FilledText, ShortText } from '../../similar/sent-text.ts';
import { productEdit, type Scope } from '../kind.ts';
import { MergeRule } from '../variants/merge.ts';
import { merged, nameKey, placeOf } from './places.ts';

const name = FilledText.check(z.refine((text) => text.trim() !== '', 'The name is blank'));

/**
 * Makes two options of one: "Blue / XL" becomes Blue and XL, split where the separator first occurs, without the white space
 * around it. Refused when a value does not have both parts.
 */
export const splitOption = productEdit(
  z
    .strictObject({
      kind: z.literal('split-option'),
      option: ShortText,
      separator: FilledText,
      first: name,
      second: name,
      merge: z.optional(MergeRule),
    })
    .check(z.refine(({ first, second }) => nameKey(first) !== nameKey(second), 'The names are the same')),
  (product, edit, scope) => {
    const place = placeOf(product, edit.option);
    const option = product.options[place];
    if (!option) {
      return product;
    }
    const taken = [edit.first, edit.second].find((name) => ![-1, place].includes(placeOf(product, name)));
    if (taken !== undefined) {
      scope.refuse('option-name-taken', { name: taken });
      return product;
    }
    const parts = partsOf(option, edit.separator, scope);
    return parts === null ? product : split(product, place, parts, edit, scope);
  },
);

type Parts = ReadonlyMap<string, readonly [string, string]>;

function partsOf({ values }: Option, separator: string, scope: Scope): Parts | null {
  const parts = new Map<string, readonly [string, string]>();
  for (const value of values) {
    const at = value.indexOf(separator);
    const [first, second] = [
      value.slice(0, Math.max(at, 0)).trim(),
      value.slice(at + separator.length).trim(),
    ];
    if (at === -1 || first === '' || second === '') {
      scope.refuse('option-value-not-split', { value });
      return null;
    }
    parts.set(value, [first, second]);
  }
  return parts;
}

function split(
  product: Product,
  place: number,
  parts: Parts,
  edit: { first: string; second: string; merge?: MergeRule | undefined },
  scope: Scope,
): Product {
  const all = [...parts.values()];
  const options = [edit.first, edit.second].map((name, side) => ({
    name,
    values: [...new Set(all.map((both) => both[side] ?? ''))],
  }));
  const variants = product.variants.map((variant) => ({
    ...variant,
    optionValues: variant.optionValues.toSpliced(
      place,
      1,
      ...(parts.get(variant.optionValues[place] ?? '') ?? []),
    ),
  }));
  return {
    ...product,
    options: product.options.toSpliced(place, 1, ...options),
    variants: merged(variants, edit.merge, scope),
  };
}
