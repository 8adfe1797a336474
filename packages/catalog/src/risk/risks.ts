import { z } from 'zod/mini';

/** What stops a product from being sent to a store. */
export const riskCodes = [
  'risk.banned-word',
  'risk.brand',
  'risk.below-cost',
  'risk.margin',
  'risk.margin-unknown',
  'risk.price-drop',
  'risk.price-jump',
  'risk.empty-stock',
] as const;

export const RiskCode = z.enum(riskCodes);

export type RiskCode = z.infer<typeof RiskCode>;

/** Facts for the risk check that the product itself does not contain. */
export interface RiskFacts {
  /** Whether the product is already in the store. */
  isThere: boolean;
  /** The listed prices of its variants in the store, by variant id; null when unknown. */
  listed: KnownPrices | null;
  /** The source's prices of its variants, by variant id; null when unknown. */
  source: KnownPrices | null;
  /**
   * The merchant's own prices of its variants before the store's rules, by variant id; null where no rules were
   * applied.
   */
  own: KnownPrices | null;
  /** Ids of the variants whose cost was only assumed by a rule. */
  assumedCosts: ReadonlySet<string>;
}

/** Prices of one product's variants, by variant id. */
export interface KnownPrices {
  currency: string | null;
  /** Null: the variant has no price. */
  prices: Readonly<Record<string, string | null>>;
}

export const nothingKnown: RiskFacts = {
  isThere: false,
  listed: null,
  source: null,
  own: null,
  assumedCosts: new Set(),
};

/** Why a product is stopped, and which of our fields causes it. */
export interface Risk {
  code: RiskCode;
  params: Record<string, string | number>;
  field: string;
}
