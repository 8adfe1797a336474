import { z } from 'zod/mini';
import { ProductId } from './products.ts';

const amount = z.string();
const percent = z.nullable(z.string());

/** What one variant's price leaves, as the merchant prices it and as a store would get it, in the store's currency. */
export const VariantMargin = z.object({
  variantId: z.string(),
  /** The price in Products, converted at the rules' rate; null where it cannot be told in this currency. */
  ownPrice: z.nullable(amount),
  /** Null while it has none: such a product is not listed. */
  price: z.nullable(amount),
  compareAtPrice: z.nullable(amount),
  /** The variant's own cost, else what its source takes for it; null when neither is known. */
  cost: z.nullable(amount),
  /** Whole percent; null without a cost. */
  marginBefore: percent,
  marginAfter: percent,
});
export type VariantMargin = z.infer<typeof VariantMargin>;

/** One product of a selection as a store would get it, by the variant that leaves the least. */
export const PriceSample = z.object({
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  /** The option values of the variant; '' where the product has one variant. */
  variant: z.string(),
  ...VariantMargin.shape,
  currency: z.nullable(z.string()),
  /** What the store has now for this variant; null where it is not listed there, or that is not known. */
  listed: z.nullable(z.object({ price: amount, currency: z.nullable(z.string()) })),
});
export type PriceSample = z.infer<typeof PriceSample>;

/** As many products are shown as a sample of a store's prices. */
export const priceSampleMax = 8;

/** The prices at which the products that fit would go into one store. */
export const StorePrices = z.object({
  /** The lowest and the highest price of a variant, by currency; the currency with most products first. */
  spans: z.array(z.object({ currency: z.nullable(z.string()), min: amount, max: amount, count: z.int() })),
  /** The medians of the products' lowest margins before and after the store's rules, in whole percent; null: none is known. */
  marginBefore: percent,
  marginAfter: percent,
  /** Products of which no cost is known, so that nobody can tell what their prices leave. */
  marginUnknown: z.int(),
  /** The cheapest, the dearest, the lowest margin and the largest changes, then others; the same ones each time. */
  sample: z.array(PriceSample).check(z.maxLength(priceSampleMax)),
});
export type StorePrices = z.infer<typeof StorePrices>;

/** What a person saw before starting a run: given along, nothing else is listed. */
export const ExpectedListing = z.object({
  /** How many products were checked. */
  products: z.int().check(z.minimum(0)),
  /** The check's `mark`: it changes with the products, their prices and costs, the stores' rules, and the risk check. */
  mark: z.string().check(z.maxLength(100)),
});
export type ExpectedListing = z.infer<typeof ExpectedListing>;
