import { z } from 'zod/mini';
import { ProductId } from '../products/products.ts';

const amount = z.string();
const percent = z.nullable(z.string());

/**
 * The margin of one variant: with the merchant's price and with the price that a store would get, in the store's
 * currency.
 */
export const VariantMargin = z.object({
  variantId: z.string(),
  /**
   * The price in Products, converted with the rules' exchange rate; null where it cannot be converted into this
   * currency.
   */
  ownPrice: z.nullable(amount),
  /** Null while the variant has no price: such a product is not listed. */
  price: z.nullable(amount),
  compareAtPrice: z.nullable(amount),
  /** The variant's own cost, else its source's price; null when neither is known. */
  cost: z.nullable(amount),
  /** Whole percent; null without a cost. */
  marginBefore: percent,
  marginAfter: percent,
});
export type VariantMargin = z.infer<typeof VariantMargin>;

/** One product of a selection as a store would get it, represented by the variant with the lowest margin. */
export const PriceSample = z.object({
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  /** The option values of the variant; '' for a product with a single variant. */
  variant: z.string(),
  ...VariantMargin.shape,
  currency: z.nullable(z.string()),
  /** The store's current price of this variant; null where the variant is not listed there or the price is unknown. */
  listed: z.nullable(z.object({ price: amount, currency: z.nullable(z.string()) })),
});
export type PriceSample = z.infer<typeof PriceSample>;

/** Number of products shown as a sample of a store's prices. */
export const priceSampleMax = 8;

/** The prices at which the products that fit would be listed in one store. */
export const StorePrices = z.object({
  /** The lowest and the highest price of a variant, by currency; the currency with most products first. */
  spans: z.array(z.object({ currency: z.nullable(z.string()), min: amount, max: amount, count: z.int() })),
  /**
   * The medians of the products' lowest margins before and after the store's rules, in whole percent; null: none is
   * known.
   */
  marginBefore: percent,
  marginAfter: percent,
  /** Number of products without any known cost, whose margins are therefore unknown. */
  marginUnknown: z.int(),
  /**
   * The cheapest product, the most expensive one, the lowest margin and the largest changes, then others; always the
   * same ones.
   */
  sample: z.array(PriceSample).check(z.maxLength(priceSampleMax)),
});
export type StorePrices = z.infer<typeof StorePrices>;

/** What a person saw before starting a run. When it is sent along, only exactly that is listed. */
export const ExpectedListing = z.object({
  /** How many products were checked. */
  products: z.int().check(z.minimum(0)),
  /**
   * The check's `mark`: it changes with the products, their prices and costs, the stores' rules, and the risk check.
   */
  mark: z.string().check(z.maxLength(100)),
});
export type ExpectedListing = z.infer<typeof ExpectedListing>;
