import { applyRules } from '@bowerbird/catalog/listing-rules/apply';
import { currencyAfter, exchanged } from '@bowerbird/catalog/listing-rules/pricing';
import { applyRemedies } from '@bowerbird/catalog/listing-rules/remedies';
import { ListingRules, noRules } from '@bowerbird/catalog/listing-rules/rules';
import type { TraceEntry } from '@bowerbird/catalog/listing-rules/trace';
import { comparePrices } from '@bowerbird/catalog/price';
import type { Product } from '@bowerbird/catalog/product';
import {
  notReleased,
  type Risk,
  type RiskFacts,
  type RiskSettings,
  riskGate,
} from '@bowerbird/catalog/risk/gate';
import type { ListingOptions } from '@bowerbird/contract/listing';
import type { Fit } from '@bowerbird/platforms/listing/lister';
import type { OwnerDb } from '../db/database.ts';
import { nothingTold, type Told } from './facts.ts';
import { findRiskSettings } from './queries.ts';

/** By what products go into one shop now: its rules, and the gate in front of it. */
export interface Ruling {
  rules: ListingRules;
  settings: RiskSettings;
  gate: ReturnType<typeof riskGate>;
}

/** The rules of a shop and the merchant's gate as they stand now. */
export async function findRuling(db: OwnerDb, ownerId: string, shopId: string): Promise<Ruling> {
  const row = await db
    .selectFrom('shop')
    .innerJoin('store_rules', 'store_rules.id', 'shop.rules_id')
    .select('store_rules.content')
    .where('shop.owner_id', '=', ownerId)
    .where('shop.id', '=', shopId)
    .executeTakeFirst();
  return rulingOf(row ? ListingRules.parse(row.content) : noRules, await findRiskSettings(db, ownerId));
}

export function rulingOf(rules: ListingRules, settings: RiskSettings): Ruling {
  return { rules, settings, gate: riskGate(settings) };
}

/** A product as it would be sent to a shop, and what stops it before. */
export interface ForShop {
  product: Product;
  /** Problems of the store that were mended on the way. */
  mended: Fit[];
  /** What the store would still refuse, cut or drop. */
  unfit: Fit[];
  /** How it is to stand there. */
  options: ListingOptions;
  trace: TraceEntry[];
  /** Everything the gate found, and of that what nobody let through. */
  risks: Risk[];
  stopped: Risk[];
}

/**
 * One product by a shop's rules and the remedies of the run, with how it is to stand there; looked at by the gate as it would
 * be sent. `fit` is the store's own check.
 */
export function readyFor(
  { rules, settings, gate }: Ruling,
  own: Product,
  told: Told | undefined,
  asked: ListingOptions,
  fit: (product: Product) => Fit[],
): ForShop {
  const ruled = applyRules(own, rules);
  const { product, mended } = applyRemedies(ruled.product, asked.remedies ?? [], fit);
  const risks = gate(product, factsFor(told ?? nothingTold, own, rules));
  const options: ListingOptions = {
    status: rules.status ?? asked.status,
    publish: rules.channel ?? asked.publish,
    again: asked.again,
    ...(rules.buyLink !== null && { buyLink: rules.buyLink }),
  };
  const stopped = notReleased(risks, asked.released ?? [], settings);
  return { product, mended, unfit: fit(product), options, trace: ruled.trace, risks, stopped };
}

/** What is known of a product in the currency it would be listed in. */
function factsFor({ isThere, listed, source }: Told, own: Product, { pricing }: ListingRules): RiskFacts {
  if (source === null) {
    return { isThere, listed, source };
  }
  const lowest = source.variants.map(({ price }) => price).reduce(lower, source.variants[0]?.price ?? null);
  const byValues = new Map(
    source.variants.map((variant) => [JSON.stringify(variant.optionValues), variant.price]),
  );
  const prices = own.variants.flatMap(({ id, optionValues }) => {
    const price = byValues.get(JSON.stringify(optionValues)) ?? lowest;
    return price === null ? [] : [[id, exchanged(price, pricing.exchange, source.currency)] as const];
  });
  return {
    isThere,
    listed,
    source: {
      currency: currencyAfter(pricing.exchange, source.currency),
      prices: Object.fromEntries(prices),
    },
  };
}

function lower(one: string | null, other: string): string | null {
  return one === null || comparePrices(other, one) < 0 ? other : one;
}
