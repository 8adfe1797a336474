import type { Bodies } from './bodies.ts';

const times = { first: '2036-01-01T09:00', repeat: { kind: 'daily' } };
const schedule = { name: 'Stolen', times, timeZone: 'UTC' };
const source = { platform: 'shopify', scope: 'shop', address: 'https://anns-source.example/', mayCopy: true };

export const scheduleBodies: Bodies = {
  'POST /listing/schedules': (ids, { own }) => [
    { ...schedule, storeIds: [ids.store], selection: { ids: [ids.product] } },
    { ...schedule, storeIds: [own.store], selection: { ids: [ids.product] } },
    { ...schedule, storeIds: [ids.store], selection: { filter: { collectRunId: ids.collect }, except: [] } },
  ],
  'PUT /listing/schedules/:id': () => [{ ...schedule, on: false }],
  'POST /listing/copies': (ids, { own }) => [
    { ...source, storeIds: [ids.store] },
    { ...source, storeIds: [own.store] },
  ],
};
