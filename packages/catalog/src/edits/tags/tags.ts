import { z } from 'zod/mini';
import { withFields } from '../../merge/same.ts';
import type { Product } from '../../product.ts';
import { FilledText, ShortText } from '../../similar/sent-text.ts';
import { productEdit } from '../kind.ts';

const tags = z.array(FilledText).check(z.minLength(1));

/** Adds the tags that are not there. Tags that differ only in case are one tag; the existing spelling is kept. */
export function withTags(product: Product, tags: readonly string[]): Product {
  const have = new Set(product.tags.map(tagKey));
  const added = distinct(tags).filter((tag) => !have.has(tagKey(tag)));
  return withFields(product, { tags: [...product.tags, ...added] });
}

/** Removes tags, without regard to case. */
export function withoutTags(product: Product, tags: readonly string[]): Product {
  const gone = new Set(tags.map(tagKey));
  return withFields(product, { tags: product.tags.filter((tag) => !gone.has(tagKey(tag))) });
}

export const addTags = productEdit(z.strictObject({ kind: z.literal('add-tags'), tags }), (product, edit) =>
  withTags(product, edit.tags),
);

export const removeTags = productEdit(
  z.strictObject({ kind: z.literal('remove-tags'), tags }),
  (product, edit) => withoutTags(product, edit.tags),
);

/** Replaces one tag with another, at the same position. */
export const replaceTag = productEdit(
  z.strictObject({ kind: z.literal('replace-tag'), find: ShortText, replaceWith: ShortText }),
  (product, edit) => {
    const find = tagKey(edit.find);
    return product.tags.some((tag) => tagKey(tag) === find)
      ? withFields(product, {
          tags: distinct(product.tags.map((tag) => (tagKey(tag) === find ? edit.replaceWith : tag))),
        })
      : product;
  },
);

/** Replaces all tags with these. */
export const setTags = productEdit(
  z.strictObject({ kind: z.literal('set-tags'), tags: z.array(ShortText) }),
  (product, edit) => withFields(product, { tags: distinct(edit.tags) }),
);

/** Also adds the name of each category as a tag, for stores that do not have our categories. */
export const categoriesToTags = productEdit(
  z.strictObject({ kind: z.literal('categories-to-tags') }),
  (product) =>
    withTags(
      product,
      product.categories.flatMap((path) => path.at(-1) ?? []),
    ),
);

/** Returns the normalised form of a tag for matching. */
export function tagKey(tag: string): string {
  return tag.trim().toLowerCase();
}

function distinct(tags: readonly string[]): string[] {
  const seen = new Set(['']);
  return tags
    .map((tag) => tag.trim())
    .filter((tag) => {
      const isNew = !seen.has(tagKey(tag));
      seen.add(tagKey(tag));
      return isNew;
    });
}
