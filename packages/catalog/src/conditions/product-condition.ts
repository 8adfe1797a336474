import { z } from 'zod/mini';
import type { Scope } from '../edits/kind.ts';
import { placeOf } from '../edits/options/places.ts';
import { isWithin } from '../edits/tags/categories.ts';
import { tagKey } from '../edits/tags/tags.ts';
import { textOf } from '../edits/text/fields.ts';
import { type Product, ProductStatus } from '../product.ts';
import { readableText } from '../risk/text-of-html.ts';
import { isNumber, isText, NumberComparison, TextComparison } from './compare.ts';
import { holds, type Joined, joined } from './condition.ts';
import { holdsForVariant, VariantCondition } from './variant-condition.ts';

const name = z.string().check(z.minLength(1), z.maxLength(255));
const names = z.array(name).check(z.minLength(1), z.maxLength(100));

const TextOfProduct = z.enum([
  'title',
  'handle',
  /** The text that a shopper reads, without its markup. */
  'description',
  'vendor',
  'productType',
  'seoTitle',
  'seoDescription',
  'sourceHost',
  'sourceUrl',
]);
type TextOfProduct = z.infer<typeof TextOfProduct>;

const CountOfProduct = z.enum(['variants', 'options', 'images', 'tags', 'titleLength', 'stock']);
type CountOfProduct = z.infer<typeof CountOfProduct>;

const EmptyOfProduct = z.enum([
  ...TextOfProduct.options,
  'tags',
  'categories',
  'options',
  'images',
  'attributes',
  'currency',
]);
type EmptyOfProduct = z.infer<typeof EmptyOfProduct>;

/** One comparison of a product. */
const ProductComparison = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), field: TextOfProduct, compare: TextComparison }),
  z.strictObject({ kind: z.literal('empty'), field: EmptyOfProduct }),
  /** `stock` is the sum of what is known. */
  z.strictObject({ kind: z.literal('count'), field: CountOfProduct, compare: NumberComparison }),
  /** Without regard to case. */
  z.strictObject({ kind: z.literal('tag'), tag: name }),
  /** In this category or below it. */
  z.strictObject({ kind: z.literal('category'), under: names }),
  z.strictObject({ kind: z.literal('status'), of: z.array(ProductStatus).check(z.minLength(1)) }),
  z.strictObject({ kind: z.literal('platform'), of: names }),
  z.strictObject({ kind: z.literal('currency'), of: names }),
  z.strictObject({ kind: z.literal('has-option'), option: name }),
  z.strictObject({ kind: z.literal('attribute'), name, compare: TextComparison }),
  /** The address of at least one image, as the product shows it. */
  z.strictObject({ kind: z.literal('image'), compare: TextComparison }),
  z.strictObject({ kind: z.literal('some-variant'), where: VariantCondition }),
  z.strictObject({ kind: z.literal('every-variant'), where: VariantCondition }),
]);
type ProductComparison = z.infer<typeof ProductComparison>;

/** What must hold for a product: comparisons joined with `all`, `any` and `not`. */
export const ProductCondition: z.ZodMiniType<Joined<ProductComparison>> = joined(ProductComparison);
export type ProductCondition = Joined<ProductComparison>;

/** Reports whether the condition holds for a product. */
export function holdsForProduct(condition: ProductCondition, product: Product, scope: Scope): boolean {
  return holds(condition, (leaf) => compare(leaf, product, scope));
}

function compare(leaf: ProductComparison, product: Product, scope: Scope): boolean {
  switch (leaf.kind) {
    case 'text':
      return isText(textIn(product, leaf.field), leaf.compare, scope);
    case 'empty':
      return isEmpty(product, leaf.field);
    case 'count':
      return isNumber(countIn(product, leaf.field), leaf.compare);
    case 'tag':
      return product.tags.some((tag) => tagKey(tag) === tagKey(leaf.tag));
    case 'category':
      return product.categories.some((path) => isWithin(path, leaf.under));
    case 'status':
      return leaf.of.includes(product.status);
    case 'platform':
      return product.source !== null && leaf.of.includes(product.source.platform);
    case 'currency':
      return product.currency !== null && leaf.of.includes(product.currency);
    case 'has-option':
      return placeOf(product, leaf.option) !== -1;
    case 'attribute': {
      const key = tagKey(leaf.name);
      return product.attributes.some(
        (each) => tagKey(each.name) === key && isText(each.value, leaf.compare, scope),
      );
    }
    case 'image':
      return product.images.some(({ url }) => isText(url, leaf.compare, scope));
    case 'some-variant':
      return product.variants.some((variant) => holdsForVariant(leaf.where, variant, product, scope));
    case 'every-variant':
      return product.variants.every((variant) => holdsForVariant(leaf.where, variant, product, scope));
  }
}

function textIn(product: Product, field: TextOfProduct): string {
  switch (field) {
    case 'description':
      return readableText(product.descriptionHtml);
    case 'sourceHost':
      return product.source?.shop ?? '';
    case 'sourceUrl':
      return product.source?.url ?? '';
    default:
      return textOf(product, field) ?? '';
  }
}

function isEmpty(product: Product, field: EmptyOfProduct): boolean {
  switch (field) {
    case 'tags':
    case 'categories':
    case 'options':
    case 'images':
    case 'attributes':
      return product[field].length === 0;
    case 'currency':
      return product.currency === null;
    default:
      return textIn(product, field).trim() === '';
  }
}

function countIn(product: Product, field: CountOfProduct): number | null {
  switch (field) {
    case 'titleLength':
      return product.title.length;
    case 'stock': {
      const known = product.variants.flatMap(({ stock }) => (stock === null ? [] : [stock]));
      return known.length === 0 ? null : known.reduce((sum, stock) => sum + stock, 0);
    }
    default:
      return product[field].length;
  }
}
