import { z } from 'zod/mini';
import { mapCategories, pathKey } from '../../listing-rules/mapping.ts';
import { isSame, withFields } from '../../merge/same.ts';
import { FilledText } from '../../similar/sent-text.ts';
import { productEdit } from '../kind.ts';

const path = z.array(FilledText).check(z.minLength(1));
const paths = z.array(path).check(z.minLength(1));

export const addCategories = productEdit(
  z.strictObject({ kind: z.literal('add-categories'), paths }),
  (product, edit) => {
    const added = distinct(edit.paths).filter(
      (path) => !product.categories.some((have) => isSame(have, path)),
    );
    return withFields(product, { categories: [...product.categories, ...added] });
  },
);

/** Removes the product from these categories and from all their subcategories. */
export const removeCategories = productEdit(
  z.strictObject({ kind: z.literal('remove-categories'), paths }),
  (product, edit) =>
    withFields(product, {
      categories: product.categories.filter((have) => !edit.paths.some((path) => isWithin(have, path))),
    }),
);

/** Replaces all categories with these. */
export const setCategories = productEdit(
  z.strictObject({ kind: z.literal('set-categories'), paths: z.array(path) }),
  (product, edit) => withFields(product, { categories: distinct(edit.paths) }),
);

/** Gives a category, matched without regard to case, another path, with all its subcategories. */
export const moveCategory = productEdit(
  z.strictObject({ kind: z.literal('move-category'), path, to: path }),
  (product, edit) =>
    product.categories.some((have) => pathKey(have.slice(0, edit.path.length)) === pathKey(edit.path))
      ? mapCategories(product, { map: [{ from: edit.path, to: edit.to }], others: 'keep', otherwise: null })
      : product,
);

/** Reports whether a category is this one or below it. */
export function isWithin(category: readonly string[], path: readonly string[]): boolean {
  return path.every((name, index) => category[index] === name);
}

function distinct(paths: readonly string[][]): string[][] {
  return paths.filter((path, index) => paths.findIndex((other) => isSame(other, path)) === index);
}
