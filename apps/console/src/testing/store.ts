import type { Store } from '@bowerbird/contract/listing/stores';

/** Returns a Shopify store that is ready, with these properties of its own. */
export function storeWith(given: Partial<Store> = {}): Store {
  return {
    id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fd',
    name: 'Aster US',
    platform: 'shopify',
    domain: 'aster-us.myshopify.com',
    address: 'https://aster-us.myshopify.com/',
    state: 'ready',
    fault: null,
    connection: 'token',
    secretEnding: null,
    rights: [],
    currency: 'USD',
    limits: null,
    limitUnit: 'points',
    hasCheckout: true,
    keeping: { uniqueKey: 'always', probes: false, probedAt: null, draftFirst: false, careful: null },
    counts: { listed: 0, refused: 0, verifying: 0 },
    practice: false,
    checkedAt: null,
    createdAt: '2026-11-20T08:00:00Z',
    ...given,
  };
}
