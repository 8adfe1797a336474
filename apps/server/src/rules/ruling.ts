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
  type RiskCode,
  type RiskFacts,
  type RiskSettings,
  riskGate,
} from '@bowerbird/catalog/risk/gate';
import type { ListingOptions } from '@bowerbird/contract/listing';
import type { Fit } from '@bowerbird/platforms/listing/lister';
import type { OwnerDb } from '../db/database.ts';
import type { ImagesForStore } from '../images/for-store.ts';
import { nothingTold, type Told } from './facts.ts';
import { findGuard, type Guard } from './guard.ts';

/** By what products go into one shop now: its rules, and the gate in front of it. */
export interface Ruling {
  rules: ListingRules;
  settings: RiskSettings;
  /** What the merchant confirmed once and for all: found and counted, but it stops nothing. */
  confirmed: readonly RiskCode[];
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
  return rulingOf(row ? ListingRules.parse(row.content) : noRules, await findGuard(db, ownerId));
}

export function rulingOf(
  rules: ListingRules,
  { settings, marginUnknown }: Pick<Guard, 'settings'> & Partial<Guard>,
): Ruling {
  return {
    rules,
    settings,
    confirmed: marginUnknown ? ['risk.margin-unknown'] : [],
    gate: riskGate(settings),
  };
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
  /** What the gate knew of it, in the currency that it would be listed in. */
  facts: RiskFacts;
}

/**
 * One product by a shop's rules and the remedies of the run, with how it is to stand there; looked at by the gate as it would
 * be sent. `fit` is the store's own check, `images` how uploaded images get there.
 */
export function readyFor(
  { rules, settings, confirmed, gate }: Ruling,
  own: Product,
  told: Told | undefined,
  asked: ListingOptions,
  fit: (product: Product) => Fit[],
  images: ImagesForStore,
): ForShop {
  const shown = images(own);
  const ruled = applyRules(shown.product, rules);
  const { product, mended } = applyRemedies(ruled.product, asked.remedies ?? [], fit);
  const facts = factsFor(told ?? nothingTold, own, rules);
  const risks = gate(product, facts);
  const options: ListingOptions = {
    status: rules.status ?? asked.status,
    publish: rules.channel ?? asked.publish,
    again: asked.again,
    ...(rules.buyLink !== null && { buyLink: rules.buyLink }),
  };
  const stopped = notReleased(risks, asked.released ?? [], settings).filter(
    ({ code }) => !confirmed.includes(code),
  );
  return {
    product,
    mended,
    unfit: [...shown.unfit, ...fit(product)],
    options,
    trace: ruled.trace,
    risks,
    stopped,
    facts,
  };
}

/** What is known of a product in the currency it would be listed in. */
function factsFor({ isThere, listed, source }: Told, own: Product, { pricing }: ListingRules): RiskFacts {
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
  // Of a variant that the source does not know by its options the cost is only known where all of them cost the same.
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
