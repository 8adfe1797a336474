import { z } from 'zod/mini';
import type { Product } from '../product.ts';
import { isSame, withFields } from '../same.ts';
import { FilledText, ShortText } from '../sent-text.ts';

const tags = z.array(FilledText).check(z.minLength(1));
const path = z.array(FilledText).check(z.minLength(1));
const paths = z.array(path).check(z.minLength(1));

export const TagEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add-tags'), tags }),
  z.object({ kind: z.literal('remove-tags'), tags }),
  /** Replaces one tag with another, at the same position. */
  z.object({ kind: z.literal('replace-tag'), find: ShortText, replaceWith: ShortText }),
  /** Replaces all tags with these. */
  z.object({ kind: z.literal('set-tags'), tags: z.array(ShortText) }),
  z.object({ kind: z.literal('add-categories'), paths }),
  /** Removes the product from these categories and from all their subcategories. */
  z.object({ kind: z.literal('remove-categories'), paths }),
  /** Also adds the name of each category as a tag, for stores that do not have our categories. */
  z.object({ kind: z.literal('categories-to-tags') }),
]);
export type TagEdit = z.infer<typeof TagEdit>;

/** Applies an edit of tags and categories. Tags that differ only in case are one tag; the existing spelling is kept. */
export function applyTagEdit(product: Product, edit: TagEdit): Product {
  switch (edit.kind) {
    case 'add-tags':
      return withTags(product, edit.tags);
    case 'categories-to-tags':
      return withTags(
        product,
        product.categories.flatMap((path) => path.at(-1) ?? []),
      );
    case 'remove-tags': {
      const gone = new Set(edit.tags.map(tagKey));
      return withFields(product, { tags: product.tags.filter((tag) => !gone.has(tagKey(tag))) });
    }
    case 'replace-tag': {
      const find = tagKey(edit.find);
      return product.tags.some((tag) => tagKey(tag) === find)
        ? withFields(product, {
            tags: distinct(product.tags.map((tag) => (tagKey(tag) === find ? edit.replaceWith : tag))),
          })
        : product;
    }
    case 'set-tags':
      return withFields(product, { tags: distinct(edit.tags) });
    case 'add-categories': {
      const added = edit.paths.filter(
        (path, index) =>
          !product.categories.some((have) => isSame(have, path)) &&
          edit.paths.findIndex((other) => isSame(other, path)) === index,
      );
      return withFields(product, { categories: [...product.categories, ...added] });
    }
    case 'remove-categories':
      return withFields(product, {
        categories: product.categories.filter((have) => !edit.paths.some((path) => isWithin(have, path))),
      });
  }
}

function withTags(product: Product, tags: readonly string[]): Product {
  const have = new Set(product.tags.map(tagKey));
  const added = distinct(tags).filter((tag) => !have.has(tagKey(tag)));
  return withFields(product, { tags: [...product.tags, ...added] });
}

function tagKey(tag: string): string {
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

function isWithin(category: readonly string[], path: readonly string[]): boolean {
  return path.every((name, index) => category[index] === name);
}
