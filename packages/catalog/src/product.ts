import { z } from 'zod/mini';

/**
 * An amount of money as a decimal string in the currency's main unit, as platforms send it: "19.90". Never negative, at
 * most four decimals, no exponent, no grouping.
 */
export const Price = z.string().check(z.regex(/^\d{1,12}(\.\d{1,4})?$/));
export type Price = z.infer<typeof Price>;

/** ISO 4217 code, upper case. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/));

/** A weight with its original unit; the value is a decimal string. */
export const Weight = z.object({
  value: z.string().check(z.regex(/^\d{1,9}(\.\d{1,4})?$/)),
  unit: z.enum(['g', 'kg', 'oz', 'lb']),
});
export type Weight = z.infer<typeof Weight>;

/** One choice a shopper makes, such as Colour, with its values in display order. */
export const Option = z.object({
  name: z.string().check(z.minLength(1)),
  values: z.array(z.string()),
});
export type Option = z.infer<typeof Option>;

/** An image by its URL; width and height in pixels where the source gives them. */
export const Image = z.object({
  url: z.url(),
  alt: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /**
   * Where a changed copy comes from; left out where `url` is the image as it was read. `hash` is the SHA-256 of the
   * original's bytes in hexadecimal digits, null while it is not known; `transformations` says what was done to it, in
   * order.
   */
  origin: z.optional(
    z.object({ url: z.url(), hash: z.nullable(z.string()), transformations: z.array(z.string()) }),
  ),
});
export type Image = z.infer<typeof Image>;

/** What a shopper can put into a cart. A product without options has exactly one variant without option values. */
export const Variant = z.object({
  /** Our own id, stable across edits and unique inside the product: "v1", "v2", ... */
  id: z.string().check(z.minLength(1)),
  /** Null when there is none. A SKU is text: "0017" keeps its zeros. */
  sku: z.nullable(z.string()),
  barcode: z.nullable(z.string()),
  /** One value per product option, in the product's option order. */
  optionValues: z.array(z.string()),
  /**
   * Null when the source has no price or does not give it. That is not 0: such a product is not listed before it has a
   * price.
   */
  price: z.nullable(Price),
  compareAtPrice: z.nullable(Price),
  cost: z.nullable(Price),
  /** Inventory quantity; null when the source does not give it. */
  stock: z.nullable(z.int()),
  /** Whether the variant can be bought now, according to the source; null when the source does not say. */
  available: z.nullable(z.boolean()),
  weight: z.nullable(Weight),
  /** One of the product's images, by the address of its original (`imageIdentity`). */
  imageUrl: z.nullable(z.string()),
  requiresShipping: z.boolean(),
  taxable: z.boolean(),
});
export type Variant = z.infer<typeof Variant>;

/** A wholesale price that applies from a minimum quantity. */
export const PriceTier = z.object({ minimumQuantity: z.int().check(z.positive()), price: Price });

/** Where a product was read. `shop` is the source's host; `id` is the source's own product id. */
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

const VariantId = z.string().check(z.maxLength(255));

/** An amount in one store, in the currency in which it was entered; null where that is not known. */
export const OwnPrice = z.object({ amount: Price, currency: z.nullable(Currency) });

/**
 * What a merchant set for a product in one store alone, over what the store's rules make of it. A value that is left out
 * follows the rules. Amounts are by variant id; the compare-at price null means none in that store.
 */
export const OwnValues = z.object({
  title: z.optional(z.string().check(z.regex(/\S/), z.maxLength(1000))),
  descriptionHtml: z.optional(z.string().check(z.maxLength(1_000_000))),
  vendor: z.optional(z.nullable(z.string().check(z.maxLength(255)))),
  productType: z.optional(z.nullable(z.string().check(z.maxLength(255)))),
  tags: z.optional(z.array(z.string().check(z.maxLength(255))).check(z.maxLength(250))),
  categories: z.optional(z.array(z.array(z.string().check(z.maxLength(255)))).check(z.maxLength(250))),
  prices: z.optional(z.record(VariantId, OwnPrice)),
  compareAtPrices: z.optional(
    z.record(VariantId, z.object({ amount: z.nullable(Price), currency: z.nullable(Currency) })),
  ),
});
export type OwnValues = z.infer<typeof OwnValues>;

/** A product, in the same format for every platform that it comes from or goes to. */
export const Product = z.object({
  title: z.string().check(z.minLength(1)),
  handle: z.string().check(z.minLength(1)),
  descriptionHtml: z.string(),
  vendor: z.nullable(z.string()),
  productType: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** As many options as the source has. Without options: [], and one variant without option values. */
  options: z.array(Option),
  variants: z.array(Variant).check(z.minLength(1)),
  images: z.array(Image),
  /** Paths from the root: [["Home", "Lamps"], ["New in"]]. */
  categories: z.array(z.array(z.string())),
  seo: z.object({ title: z.nullable(z.string()), description: z.nullable(z.string()) }),
  status: ProductStatus,
  /** Currency of every amount in this product; null when the source does not give it. */
  currency: z.nullable(Currency),
  attributes: z.array(z.object({ name: z.string(), value: z.string() })),
  priceTiers: z.array(PriceTier),
  source: z.nullable(Source),
  /** Platform data that we do not model, kept so that nothing is lost on the way back: `extra.shopify`, ... */
  extra: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Own values by shop id; left out where no store has any. No source and no rule changes them, and no store gets them as such. */
  inStores: z.optional(z.record(z.uuid(), OwnValues)),
});
export type Product = z.infer<typeof Product>;

/** The fields of a product that a person edits, as named in the history, the field origins and the merge. */
export const productFields = [
  'title',
  'handle',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'options',
  'variants',
  'images',
  'categories',
  'seo',
  'status',
  'currency',
  'attributes',
  'priceTiers',
] as const satisfies readonly (keyof Product)[];
export type ProductField = (typeof productFields)[number];
