import type { Product, Weight } from '@bowerbird/catalog/product';
import type { ExportFormat } from '@bowerbird/contract/products/export';
import { kilogramsOf, weightIn } from './weights.ts';

/** Parts of a product, each with what becomes of it in a file that has no place for it. */
const parts = {
  handle: 'the handle (made from the title again)',
  vendor: 'the vendor',
  'product-type': 'the product type',
  seo: 'title and description for search engines',
  categories: 'categories',
  'category-parents': 'of a category, all but its last name',
  attributes: 'attributes',
  archived: 'that a product is archived (it comes back as a draft)',
  'image-texts': 'texts of images',
  cost: 'the cost',
  shipping: 'that a product is not shipped',
  'shipping-of-each': 'shipping of each variant (that of the first holds for all)',
  'tax-of-each': 'tax of each variant (that of the first holds for all)',
  'image-of-only-variant': 'the image of a variant where the product has no options',
  'unit-kilogram':
    'the unit of a weight (it comes back in kilograms, or in grams where four decimals cannot hold it)',
  'apostrophe-before-sign':
    "an apostrophe before =, +, - or @ at the beginning of a text (WooCommerce's own importer takes it away)",
} as const;
export type NotHeld = keyof typeof parts;

/** What no format holds. */
export const heldByNone: readonly string[] = [
  'the currency',
  'price tiers',
  'the source',
  'whether a source has it to sell',
  'the sizes of images',
  'values for one store',
];

/** By format, what its files have no place for. Options beyond its number are joined, and images that are not on the web are left out, each with a notice. */
export const notHeld: Readonly<Record<ExportFormat, readonly NotHeld[]>> = {
  shopify: ['categories', 'attributes'],
  'shopify-new': ['categories', 'attributes'],
  matrixify: ['categories', 'attributes'],
  woocommerce: [
    'handle',
    'vendor',
    'product-type',
    'seo',
    'archived',
    'image-texts',
    'cost',
    'shipping',
    'image-of-only-variant',
    'unit-kilogram',
    'apostrophe-before-sign',
  ],
  shopline: ['category-parents', 'attributes', 'archived', 'image-texts'],
  shoplazza: [
    'product-type',
    'category-parents',
    'attributes',
    'archived',
    'image-texts',
    'cost',
    'shipping-of-each',
    'tax-of-each',
    'image-of-only-variant',
  ],
  shopyy: [
    'category-parents',
    'attributes',
    'archived',
    'image-texts',
    'cost',
    'shipping',
    'tax-of-each',
    'image-of-only-variant',
    'unit-kilogram',
  ],
};

/** Returns the words of what a format does not hold, for documents. */
export function notHeldWords(format: ExportFormat): string[] {
  return notHeld[format].map((part) => parts[part]);
}

/** Returns a product as a file of this format holds it: without what the format has no place for, all else as it is. */
export function asHeld(format: ExportFormat, product: Product, handleOf: (title: string) => string): Product {
  const lacks = (part: NotHeld) => notHeld[format].includes(part);
  const [first] = product.variants;
  return {
    ...product,
    handle: lacks('handle') ? handleOf(product.title) : product.handle,
    vendor: lacks('vendor') ? null : product.vendor,
    productType: lacks('product-type') ? null : product.productType,
    seo: lacks('seo') ? { title: null, description: null } : product.seo,
    categories: lacks('categories')
      ? []
      : lacks('category-parents')
        ? product.categories.map((path) => path.slice(-1))
        : product.categories,
    attributes: lacks('attributes') ? [] : product.attributes,
    status: lacks('archived') && product.status === 'archived' ? 'draft' : product.status,
    images: product.images.map(({ url, alt }) => ({
      url,
      alt: lacks('image-texts') ? '' : alt,
      width: null,
      height: null,
    })),
    variants: product.variants.map((variant, at) => ({
      ...variant,
      id: `v${at + 1}`,
      cost: lacks('cost') ? null : variant.cost,
      available: null,
      weight: variant.weight && heldWeight(format, variant.weight),
      imageUrl: lacks('image-of-only-variant') && product.options.length === 0 ? null : variant.imageUrl,
      requiresShipping:
        lacks('shipping') || (lacks('shipping-of-each') ? first : variant)?.requiresShipping !== false,
      taxable: (lacks('tax-of-each') ? first : variant)?.taxable !== false,
    })),
    currency: null,
    priceTiers: [],
    source: null,
    extra: {},
  };
}

function heldWeight(format: ExportFormat, weight: Weight): Weight {
  return notHeld[format].includes('unit-kilogram')
    ? weightIn(kilogramsOf(weight), 'kg')
    : weightIn(weight.value, weight.unit);
}
