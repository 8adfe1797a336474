import { applyRules, type Ruled } from '../listing-rules/apply.ts';
import type { ListingRules } from '../listing-rules/rules.ts';
import { step, type TraceEntry } from '../listing-rules/trace.ts';
import { withFields } from '../merge/same.ts';
import { comparePrices } from '../pricing/price.ts';
import type { OwnValues, Product, Variant } from '../product.ts';
import { isOwnAmount, type OwnField, type OwnPath, ownFields } from './own-cells.ts';

/** A product as one store gets it. */
export interface InStore extends Ruled {
  /** Whether own amounts are in another currency than the product has in this store: those are not applied. */
  hasOtherCurrency: boolean;
}

/**
 * Returns the product as one store gets it: the store's rules applied, then what the merchant set for this store alone.
 * A pure function of its parameters; the result has no own values. An own amount in another currency than the rules
 * arrive at is not applied and reported, since it would be another price.
 */
export function inStore(given: Product, rules: ListingRules, shopId: string | null): InStore {
  const ruled = applyRules(given, rules);
  const own = shopId === null ? undefined : given.inStores?.[shopId];
  const product = withoutOwnValues(ruled.product);
  if (own === undefined) {
    return { ...ruled, product, hasOtherCurrency: false };
  }
  const fields = Object.fromEntries(
    ownFields.filter((field) => own[field] !== undefined).map((field) => [field, own[field]]),
  );
  const variants = product.variants.map((variant) => withFields(variant, amountsIn(own, variant, product)));
  const owned = withFields(product, { ...fields, variants });
  return {
    product: owned,
    trace: tracedWith(ruled.trace, given, product, owned),
    hasOtherCurrency: [own.prices, own.compareAtPrices].some((amounts) =>
      Object.values(amounts ?? {}).some(({ currency }) => !isOf(product, currency)),
    ),
  };
}

/** Returns what a store's rules give at the place of an own value, in the form of own values; undefined where there is nothing. */
export function ruledValueAt(product: Product, rules: ListingRules, [field, variantId]: OwnPath): unknown {
  const ruled = inStore(product, rules, null).product;
  if (!isOwnAmount(field)) {
    return ownFields.some((each) => each === field) ? ruled[field as OwnField] : undefined;
  }
  const variant = ruled.variants.find(({ id }) => id === variantId);
  const amount = variant?.[field === 'prices' ? 'price' : 'compareAtPrice'];
  return typeof amount === 'string' ? { amount, currency: ruled.currency } : undefined;
}

/** Returns the product without any store's own values; the same object where it has none. */
export function withoutOwnValues(product: Product): Product {
  if (product.inStores === undefined) {
    return product;
  }
  const { inStores: _own, ...without } = product;
  return without;
}

function isOf(product: Product, currency: string | null): boolean {
  return currency === null || product.currency === null || currency === product.currency;
}

/** A compare-at price that the rules gave is left out where the own price is not below it. */
function amountsIn(own: OwnValues, { id, compareAtPrice }: Variant, product: Product): Partial<Variant> {
  const [price, compareAt] = [own.prices?.[id], own.compareAtPrices?.[id]].map((amount) =>
    amount !== undefined && isOf(product, amount.currency) ? amount : undefined,
  );
  const { amount } = price ?? { amount: null };
  const ruled =
    amount !== null && compareAtPrice !== null && comparePrices(compareAtPrice, amount) <= 0
      ? null
      : compareAtPrice;
  return {
    ...(amount !== null && { price: amount }),
    compareAtPrice: compareAt === undefined ? ruled : compareAt.amount,
  };
}

const shownFields: Record<OwnField, (product: Product) => string | null> = {
  title: ({ title }) => title,
  descriptionHtml: ({ descriptionHtml }) => descriptionHtml,
  vendor: ({ vendor }) => vendor,
  productType: ({ productType }) => productType,
  tags: ({ tags }) => tags.join(', '),
  categories: ({ categories }) => categories.map((path) => path.join(' / ')).join(', '),
};

/** Returns the reasons with those of own values in place of the rules' for the same value. */
function tracedWith(
  trace: readonly TraceEntry[],
  given: Product,
  ruled: Product,
  owned: Product,
): TraceEntry[] {
  const stated: TraceEntry[] = [];
  const state = (path: string, before: string | null, after: string | null) => {
    stated.push({ path, before, after, steps: [step('own-value', after)] });
  };
  for (const field of ownFields) {
    if (owned[field] !== ruled[field]) {
      state(field, shownFields[field](given), shownFields[field](owned));
    }
  }
  const before = new Map(given.variants.map((variant) => [variant.id, variant]));
  owned.variants.forEach((variant, at) => {
    const rule = ruled.variants[at];
    for (const cell of ['price', 'compareAtPrice'] as const) {
      if (variant[cell] !== rule?.[cell]) {
        state(`variants.${at}.${cell}`, before.get(variant.id)?.[cell] ?? null, variant[cell]);
      }
    }
  });
  const paths = new Set(stated.map(({ path }) => path));
  return [...trace.filter(({ path }) => !paths.has(path)), ...stated];
}
