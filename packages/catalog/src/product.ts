import { z } from 'zod/mini';

/**
 * An amount of money as a decimal string in the currency's own units, as platforms send it: "19.90". Never
 * negative, at most four decimals; no exponent, no grouping.
 */
export const Price = z.string().check(z.regex(/^\d{1,12}(\.\d{1,4})?$/));
export type Price = z.infer<typeof Price>;

/** ISO 4217, upper case. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/));

/** A weight with the unit it was given in; the value is a decimal string. */
export const Weight = z.object({
  value: z.string().check(z.regex(/^\d{1,9}(\.\d{1,4})?$/)),
  unit: z.enum(['g', 'kg', 'oz', 'lb']),
});
export type Weight = z.infer<typeof Weight>;

/** One choice a shopper makes, such as Colour, with its values in the order they are shown. */
export const Option = z.object({
  name: z.string().check(z.minLength(1)),
  values: z.array(z.string()),
});
export type Option = z.infer<typeof Option>;

/** A picture by its address; width and height in pixels where the source tells them. */
export const Picture = z.object({
  url: z.url(),
  alt: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});
export type Picture = z.infer<typeof Picture>;

/** What a shopper can put into a cart. A product without options has exactly one variant with no option values. */
export const Variant = z.object({
  /** Ours, stable across edits, unique inside the product: "v1", "v2", ... */
  id: z.string().check(z.minLength(1)),
  /** Null when there is none. A code is text: "0017" keeps its zeros. */
  sku: z.nullable(z.string()),
  barcode: z.nullable(z.string()),
  /** One value per product option, in the product's option order. */
  optionValues: z.array(z.string()),
  /** Null when the source asks none or does not tell it, which is not 0: such a product is not listed before it has one. */
  price: z.nullable(Price),
  compareAtPrice: z.nullable(Price),
  cost: z.nullable(Price),
  /** Pieces in stock; null when the source does not say. */
  stock: z.nullable(z.int()),
  /** Whether it can be bought now, as the source says; null when it does not. */
  available: z.nullable(z.boolean()),
  weight: z.nullable(Weight),
  /** The address of one of the product's pictures. */
  pictureUrl: z.nullable(z.string()),
  requiresShipping: z.boolean(),
  taxable: z.boolean(),
});
export type Variant = z.infer<typeof Variant>;

/** A price from a minimum quantity on (wholesale). */
export const PriceTier = z.object({ minimumQuantity: z.int().check(z.positive()), price: Price });

/** Where a product was read. `shop` is the source's host; `id` the source's own id of the product. */
export const Source = z.object({
  platform: z.string(),
  shop: z.string(),
  id: z.string(),
  url: z.url(),
  storeName: z.nullable(z.string()),
});
export type Source = z.infer<typeof Source>;

export const ProductStatus = z.enum(['draft', 'active', 'archived']);
export type ProductStatus = z.infer<typeof ProductStatus>;

/** A product, the same for every platform it came from or goes to. */
export const Product = z.object({
  title: z.string().check(z.minLength(1)),
  handle: z.string().check(z.minLength(1)),
  descriptionHtml: z.string(),
  vendor: z.nullable(z.string()),
  productType: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** As many as the source has; none is [] with one variant that has no option values. */
  options: z.array(Option),
  variants: z.array(Variant).check(z.minLength(1)),
  pictures: z.array(Picture),
  /** Paths from the root: [["Home", "Lamps"], ["New in"]]. */
  categories: z.array(z.array(z.string())),
  seo: z.object({ title: z.nullable(z.string()), description: z.nullable(z.string()) }),
  status: ProductStatus,
  /** Currency of every amount in this product; null when the source does not tell it. */
  currency: z.nullable(Currency),
  attributes: z.array(z.object({ name: z.string(), value: z.string() })),
  priceTiers: z.array(PriceTier),
  source: z.nullable(Source),
  /** What a platform knows and we do not model, so that nothing is lost on the way back: extra.shopify, ... */
  extra: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type Product = z.infer<typeof Product>;

/** The fields of a product that a person edits, as named in history, provenance and merge. */
export const productFields = [
  'title',
  'handle',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'options',
  'variants',
  'pictures',
  'categories',
  'seo',
  'status',
  'currency',
  'attributes',
  'priceTiers',
] as const satisfies readonly (keyof Product)[];
export type ProductField = (typeof productFields)[number];
