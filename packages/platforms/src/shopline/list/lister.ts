import type { Lister } from '../../listing/lister.ts';
import type { Connection } from '../../listing/store.ts';
import { amounts } from './amounts.ts';
import { firstThrottle, timeoutMs } from './client.ts';
import { storeCategories } from './collections.ts';
import { domainOf, identify, prepare, probe } from './connect.ts';
import { hashSent } from './content.ts';
import { finishing } from './finishing.ts';
import { fit } from './fit.ts';
import { census, failedPictures, look, lookByIds } from './look.ts';
import { reading } from './reading.ts';
import { shelf } from './shelf.ts';
import { terms } from './terms.ts';
import { update } from './update.ts';
import { create, publish, remove } from './write.ts';

/**
 * One product a request. Nobody wrote what a store does with a handle that is held, so products are made as drafts
 * under the key for a handle, bound, and then shown under their own.
 */
const inAnyStore: Lister = {
  times: { deadlineMs: 5000, timeoutMs, latenessMs: 60_000 },
  storeSideKey: false,
  hiddenFirst: true,
  updateMakes: true,
  looksByCensus: true,
  guarantee: 'hidden-first',
  batchSize: 1,
  inFlightMax: 4,
  // One sweep of what was made since serves them all.
  lookMax: 200,
  firstThrottle,
  terms,
  storeCategories,
  finishing,
  amounts,

  domainOf,
  // An update reads the store's own variants first, a publication who holds the handle.
  costOf: (kind) => (kind === 'update' || kind === 'publish' ? 2 : 1),
  identify,
  prepare,
  probe,
  census,
  look,
  lookByIds,
  pictures: async () => new Map(),
  failedPictures,
  hashOf: hashSent,
  fit,
  renew: async () => null,
  create: (items, store, context) => Promise.all(items.map((item) => create(item, store, context))),
  update: (items, store, context) => Promise.all(items.map((item) => update(item, store, context))),
  publish: (items, store, context) => Promise.all(items.map((item) => publish(item, store, context))),
  remove: (ids, store, context) => Promise.all(ids.map((id) => remove(id, store, context))),
  shelf,
  reading,
};

/** A store that refuses a held handle: it keeps our products apart by itself, and nobody need be asked who holds one. */
const whereHandlesAreKept: Lister = {
  ...inAnyStore,
  storeSideKey: true,
  guarantee: 'store-side-key',
  costOf: (kind) => (kind === 'update' ? 2 : 1),
};

/** Writes to a SHOPLINE store by its open API. */
export const lister: Lister & { connections: Connection[] } = {
  ...inAnyStore,
  connections: [{ id: 'token', fields: [{ name: 'token', secret: true }] }],
  inStore: ({ uniqueKey }) => (uniqueKey ? whereHandlesAreKept : inAnyStore),
};
