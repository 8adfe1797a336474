import type { Bodies } from './bodies.ts';

/** Bodies of the calls about the state of products in stores, and what stores changed. */
export const listingStatesBodies: Bodies = {
  'GET /listing/states': (ids) => [{}, { storeId: ids.store }],
  'GET /listing/drift': (ids) => [{}, { storeId: ids.store }],
  'POST /listing/states/again': (ids) => [
    { what: 'refused', storeIds: [ids.store] },
    { what: 'gone', productIds: [ids.product] },
  ],
  'POST /listing/states/changed': (ids) => [
    { selection: { ids: [ids.product] } },
    { selection: { filter: {}, except: [] }, storeIds: [ids.store] },
  ],
  'POST /listing/states/update': (ids) => [{ selection: { ids: [ids.product] }, expected: 1 }],
  'POST /listing/runs/:id/unfinished/remove': () => [{ expected: 1 }],
  'GET /listing/as-stored': (ids) => [{}, { productId: ids.product }],
  'POST /listing/as-stored/publish': (ids) => [
    { listingIds: [ids.listing] },
    { runId: ids.listing, expected: 1 },
  ],
  'POST /listing/as-stored/remove': (ids) => [
    { listingIds: [ids.listing] },
    { runId: ids.listing, expected: 1 },
  ],
  'POST /listing/states/forget': (ids) => [{ listingIds: [ids.listing] }],
  'POST /listing/drift/compare': (ids) => [{ storeIds: [ids.store] }, {}],
  'POST /listing/drift/decide': (ids) => [
    { decisions: [{ listingId: ids.listing, side: 'ours', keys: ['title', 'other'] }] },
    { similar: { kind: 'price', storeId: ids.store, side: 'store', asRule: true } },
  ],
  'PUT /listing/following': (ids) => [
    { storeIds: [ids.store], following: { what: 'all', everyHours: 0 } },
    { storeIds: [ids.store], following: null },
  ],
};
