import type { Bodies } from './bodies.ts';

const watch = {
  name: 'Stolen',
  everyHours: 24,
  hour: 6,
  timeZone: 'UTC',
  alerts: { pricePercent: 5, stock: true, gone: true },
};

export const recollectBodies: Bodies = {
  'POST /recollect': (ids) => [
    { what: { collected: { ids: [ids.collected, ids.claimed] } } },
    { what: { collected: { filter: { runId: ids.collect }, except: [] } } },
    { what: { productIds: [ids.product] } },
    { what: { runId: ids.collect } },
  ],
  'GET /recollect/conflicts': (ids) => [{ runId: ids.collect }, { productId: ids.product }],
  'POST /recollect/resolve': (ids) => [
    { decisions: [{ productId: ids.product, revision: 2, answers: { title: 'source' } }] },
  ],
  'POST /recollect/resolve-similar': () => [
    { side: 'source', field: null, shop: 'anns-source.example' },
    { side: 'source', field: 'title', shop: null },
  ],
  'POST /recollect/rules': () => [{ field: 'tags', shop: 'anns-source.example', side: 'source' }],
  'POST /watches': () => [
    { ...watch, target: { kind: 'claimed', platform: 'shopify', shop: 'anns-source.example' } },
    {
      ...watch,
      target: {
        kind: 'addresses',
        platform: 'shopify',
        scope: 'shop',
        addresses: ['https://anns-source.example/'],
      },
    },
  ],
  'PUT /watches/:id': () => [{ ...watch, on: false }],
  'GET /watches/alerts': (ids) => [{ watchId: ids.watch }],
  'POST /watches/alerts/read': (ids) => [{ ids: [ids.alert] }, { upTo: '2036-01-01T00:00:00Z' }],
};
