import { applyRemedies } from '@bowerbird/catalog/listing-rules/remedies';
import { ListingRules, noRules } from '@bowerbird/catalog/listing-rules/rules';
import type { TraceEntry } from '@bowerbird/catalog/listing-rules/trace';
import { inStore } from '@bowerbird/catalog/own-values/in-store';
import { currencyAfter, exchanged } from '@bowerbird/catalog/pricing/exchange';
import { comparePrices } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import { notReleased, type RiskSettings, riskCheck } from '@bowerbird/catalog/risk/gate';
import type { Risk, RiskCode, RiskFacts } from '@bowerbird/catalog/risk/risks';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import type { Fit } from '@bowerbird/platforms/listing/planner';
import type { OwnerDb } from '../db/database.ts';
import type { ImagesForStore } from '../images/for-store.ts';
import { nothingReported, type Reported } from './facts.ts';
import { findGuard, type Guard } from './guard.ts';

/** What currently applies to products for one shop: its rules and the risk check. */
export interface Ruling {
  /** Null before any store is chosen. */
  shopId: string | null;
  rules: ListingRules;
  settings: RiskSettings;
  /** Risks that the merchant has confirmed for good: found and counted, but not blocking. */
  confirmed: readonly RiskCode[];
  gate: ReturnType<typeof riskCheck>;
}

/** Returns the rules of a shop and the merchant's current risk check. */
export async function findRuling(db: OwnerDb, ownerId: string, shopId: string): Promise<Ruling> {
  const row = await db
    .selectFrom('shop')
    .innerJoin('store_rules', 'store_rules.id', 'shop.rules_id')
    .select('store_rules.content')
    .where('shop.owner_id', '=', ownerId)
    .where('shop.id', '=', shopId)
    .executeTakeFirst();
  return rulingOf(shopId, row ? ListingRules.parse(row.content) : noRules, await findGuard(db, ownerId));
}

export function rulingOf(
  shopId: string | null,
  rules: ListingRules,
  { settings, marginUnknown }: Pick<Guard, 'settings'> & Partial<Guard>,
): Ruling {
  return {
    shopId,
    rules,
    settings,
    confirmed: marginUnknown ? ['risk.margin-unknown'] : [],
    gate: riskCheck(settings),
  };
}

/** A product as it would be sent to a shop, and what blocks it. */
export interface ForShop {
  product: Product;
  /** Problems for the store that were fixed automatically. */
  repaired: Fit[];
  /** What the store would still refuse, cut or drop. */
  unfit: Fit[];
  /** How the product is to appear in the store. */
  options: ListingOptions;
  trace: TraceEntry[];
  /** Everything the risk check found, and the part that nobody allowed. */
  risks: Risk[];
  stopped: Risk[];
  /** What the risk check knew of it, in the currency in which it would be listed. */
  facts: RiskFacts;
}

/**
 * Applies a shop's rules, the product's own values there and the run's remedies to one product and returns how it is to appear; the risk check sees it
 * as it would be sent. `fit` is the store's own check, `images` how uploaded images get there.
 */
export function readyFor(
  { shopId, rules, settings, confirmed, gate }: Ruling,
  own: Product,
  reported: Reported | undefined,
  requested: ListingOptions,
  fit: (product: Product) => Fit[],
  images: ImagesForStore,
): ForShop {
  const shown = images(own);
  const ruled = inStore(shown.product, rules, shopId);
  const { product, repaired } = applyRemedies(ruled.product, requested.remedies ?? [], fit);
  const facts = factsFor(reported ?? nothingReported, own, rules);
  const risks = gate(product, facts);
  const options: ListingOptions = {
    status: rules.status ?? requested.status,
    publish: rules.channel ?? requested.publish,
    again: requested.again,
    ...(rules.buyLink !== null && { buyLink: rules.buyLink }),
  };
  const stopped = notReleased(risks, requested.released ?? [], settings).filter(
    ({ code }) => !confirmed.includes(code),
  );
  return {
    product,
    repaired,
    unfit: [...shown.unfit, ...(ruled.hasOtherCurrency ? [otherCurrency] : []), ...fit(product)],
    options,
    trace: ruled.trace,
    risks,
    stopped,
    facts,
  };
}

/** Such a product is not sent with the price of the rules in place of the one that the merchant saw. */
const otherCurrency: Fit = { kind: 'refused', code: 'own-value.other-currency', params: {} };

/**
 * Returns what the risk check would stop of a product before any store is chosen: no store's rules are applied, and
 * nothing is known of what stores hold.
 */
export function stoppedAnywhere(
  { settings, confirmed, gate }: Ruling,
  product: Product,
  reported: Reported,
): Risk[] {
  const risks = gate(product, factsFor(reported, product, noRules));
  return notReleased(risks, [], settings).filter(({ code }) => !confirmed.includes(code));
}

/**
 * Returns the first risk for which a product must not be published with the values that a store keeps; undefined lets
 * it go. What was released when it was listed stays released, as long as the store keeps no lower price.
 * @param sent as it was sent; `kept` as shoppers would see it
 */
export function stoppedAsStored(
  { settings, confirmed, gate, rules }: Ruling,
  own: Product,
  reported: Reported | undefined,
  { sent, kept }: { sent: Product; kept: Product },
): Risk | undefined {
  const facts = factsFor(reported ?? nothingReported, own, rules);
  const isCheaper = kept.variants.some(({ price }, at) => {
    const before = sent.variants[at]?.price ?? null;
    return before !== null && (price === null || comparePrices(price, before) < 0);
  });
  const allowed = new Set<RiskCode>([
    ...confirmed,
    ...(isCheaper ? [] : gate(sent, facts).map(({ code }) => code)),
  ]);
  return notReleased(gate(kept, facts), [], settings).find(({ code }) => !allowed.has(code));
}

/** Returns what is known of a product in the currency in which it would be listed. */
function factsFor({ isThere, listed, source }: Reported, own: Product, { pricing }: ListingRules): RiskFacts {
  const here = (amount: string, currency: string | null) => exchanged(amount, pricing.exchange, currency);
  const ownPrices = {
    currency: currencyAfter(pricing.exchange, own.currency),
    prices: Object.fromEntries(
      own.variants.map(({ id, price }) => [id, price === null ? null : here(price, own.currency)]),
    ),
  };
  const costless = own.variants.filter(({ cost }) => cost === null || comparePrices(cost, '0') === 0);
  const facts = { isThere, listed, own: ownPrices, assumedCosts: new Set(costless.map(({ id }) => id)) };
  if (source === null) {
    return { ...facts, source };
  }
  // The cost of a variant whose options the source does not know is known only if all source variants have the same
  // cost.
  const [first] = source.variants;
  const same = source.variants.every(({ price }) => price === first?.price) ? (first?.price ?? null) : null;
  const byValues = new Map(
    source.variants.map((variant) => [JSON.stringify(variant.optionValues), variant.price]),
  );
  const prices = own.variants.flatMap(({ id, optionValues }) => {
    const price = byValues.get(JSON.stringify(optionValues)) ?? same;
    return price === null ? [] : [[id, here(price, source.currency)] as const];
  });
  return {
    ...facts,
    source: {
      currency: currencyAfter(pricing.exchange, source.currency),
      prices: Object.fromEntries(prices),
    },
  };
}
