import { applyRules } from '@bowerbird/catalog/listing-rules/apply';
import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import { marginPercent } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import type { checkListing } from '@bowerbird/contract/listing/listing';
import type { explainRules, StoreRules } from '@bowerbird/contract/listing/rules';
import type { Store } from '@bowerbird/contract/listing/stores';
import type { AnswerOf } from '@bowerbird/contract/route';
import { storeWith } from '../../testing/store.ts';

/** The products that are listed. */
export const ids = ['01a1fa5d-0000-7000-8000-00000000000a', '01a1fa5d-0000-7000-8000-00000000000b'];
/** The run that lists them. */
export const runId = '01a1fa5d-13c7-73c0-a944-fb63ab28b03f';
/** A store that is ready. */
export const store = storeWith();
/** A store that we can no longer reach. */
export const lost: Store = {
  ...store,
  id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fe',
  name: 'Casa Ipê',
  state: 'lost',
  fault: { code: 'store.access-denied', params: { store: 'Casa Ipê' } },
};
/** The check of two products, one of which does not fit. */
export const report: AnswerOf<typeof checkListing> = {
  products: 2,
  fitsAny: 1,
  heldBack: 1,
  causes: [
    {
      kind: 'stopped',
      code: 'risk.price-jump',
      params: { from: '10.00', to: '20.00', percent: '100', max: '50' },
      products: 1,
      stores: [{ storeId: store.id, count: 1 }],
      productIds: ids.slice(1),
      remedy: null,
      repaired: false,
      released: false,
    },
    {
      kind: 'refused',
      code: 'store.too-many-options',
      params: { n: 5, max: 3 },
      products: 1,
      stores: [{ storeId: store.id, count: 1 }],
      productIds: ids.slice(1),
      remedy: 'merge-options',
      repaired: false,
      released: false,
    },
    {
      kind: 'lost',
      code: 'fit.never-heard-of',
      params: {},
      products: 1,
      stores: [{ storeId: store.id, count: 1 }],
      productIds: ids.slice(0, 1),
      remedy: null,
      repaired: false,
      released: false,
    },
  ],
  mark: 'as-checked',
  stores: [
    {
      storeId: store.id,
      fits: 1,
      stopped: 0,
      creates: 1,
      updates: 0,
      problems: [
        {
          kind: 'refused',
          code: 'store.too-many-options',
          params: { n: 5, max: 3 },
          count: 1,
          productIds: ids.slice(1),
          remedy: 'merge-options',
          repaired: false,
        },
        {
          kind: 'lost',
          code: 'fit.never-heard-of',
          params: {},
          count: 1,
          productIds: ids.slice(0, 1),
          remedy: null,
          repaired: false,
        },
      ],
      risks: [
        {
          code: 'risk.price-jump',
          params: { from: '10.00', to: '20.00', percent: '100', max: '50' },
          count: 1,
          productIds: ids.slice(1),
          released: false,
        },
      ],
      prices: {
        spans: [{ currency: 'USD', min: '12.90', max: '89.00', count: 1 }],
        marginBefore: '64',
        marginAfter: '0',
        marginUnknown: 0,
        sample: [
          {
            productId: ids[0] ?? '',
            title: 'Blue mug',
            imageUrl: null,
            variant: '',
            variantId: 'v1',
            ownPrice: '36.00',
            price: '12.90',
            compareAtPrice: null,
            cost: '12.90',
            marginBefore: '64',
            marginAfter: '0',
            currency: 'USD',
            listed: { price: '36.00', currency: 'USD' },
          },
        ],
      },
      forecastSeconds: 195,
      boundBy: 'points',
    },
  ],
};

/** Saved rules of the store: prices from the cost. */
export const autumn: StoreRules = {
  id: '01a1fc10-0000-7000-8000-00000000000a',
  name: 'Autumn',
  rules: ListingRules.parse({
    pricing: {
      from: 'cost',
      ranges: [{ from: '0', to: null, times: '2.4' }],
      rounding: { to: '.99', direction: 'up' },
    },
  }),
  revision: 3,
  storeIds: [store.id],
  updatedAt: '2026-11-20T08:00:00Z',
};
/** A product with a cost. */
export const mug: Product = productWith({
  title: 'Blue mug',
  handle: 'blue-mug',
  vendor: 'Glade',
  variants: [
    variantWith({
      price: '20.00',
      cost: '12.50',
      stock: 3,
    }),
  ],
});

/** What the real rules make of `mug`, as the server explains it. */
export function explained(body: unknown): AnswerOf<typeof explainRules> {
  const { rules } = body as { rules: ListingRules | null };
  const { product, trace } = applyRules(mug, rules ?? ListingRules.parse({}));
  const margins = product.variants.map(({ id, price, compareAtPrice, cost }) => ({
    variantId: id,
    ownPrice: '20.00',
    price,
    compareAtPrice,
    cost,
    marginBefore: '38',
    marginAfter: price === null ? null : marginPercent(price, cost ?? '12.50'),
  }));
  return {
    productId: ids[0] ?? '',
    before: mug,
    after: product,
    trace,
    risks: [],
    margins,
    claimFactor: null,
    currency: 'USD',
  };
}
