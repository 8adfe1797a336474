import type { Lister } from '../../listing/lister.ts';
import type { Connection } from '../../listing/store.ts';
import { firstThrottle, timeoutMs } from './client.ts';
import { storeCategories } from './collections.ts';
import { domainOf, identify, prepare, probe } from './connect.ts';
import { hashSent } from './content.ts';
import { finishing } from './finishing.ts';
import { fit } from './fit.ts';
import { failedImages, fullScan, look, lookByIds } from './look.ts';
import { amounts } from './price-and-inventory.ts';
import { reading } from './reading.ts';
import { terms } from './terms.ts';
import { update } from './update.ts';
import { catalog } from './visibility.ts';
import { create, publish, remove } from './write.ts';

/**
 * One product per request. It is not documented what a store does with a handle that is taken, so products are created
 * as drafts with the key as handle, bound, and then published under their own handle.
 */
const inAnyStore: Lister = {
  times: { deadlineMs: 5000, timeoutMs, latenessMs: 60_000 },
  storeSideKey: false,
  draftFirst: true,
  updateMakes: true,
  looksByFullScan: true,
  guarantee: 'draft-first',
  batchSize: 1,
  inFlightMax: 4,
  // One scan of what was created since serves them all.
  lookMax: 200,
  firstThrottle,
  terms,
  storeCategories,
  finishing,
  amounts,

  domainOf,
  // An update first reads the store's own variants, a publication the products with the handle.
  costOf: (kind) => (kind === 'update' || kind === 'publish' ? 2 : 1),
  identify,
  prepare,
  probe,
  fullScan,
  look,
  lookByIds,
  images: async () => new Map(),
  failedImages,
  hashOf: hashSent,
  fit,
  renew: async () => null,
  create: (items, store, context) => Promise.all(items.map((item) => create(item, store, context))),
  update: (items, store, context) => Promise.all(items.map((item) => update(item, store, context))),
  publish: (items, store, context) => Promise.all(items.map((item) => publish(item, store, context))),
  remove: (ids, store, context) => Promise.all(ids.map((id) => remove(id, store, context))),
  visibility: catalog,
  reading,
};

/**
 * For a store that refuses a taken handle: it prevents duplicates of our products by itself, and the holder of a handle
 * need not be looked up.
 */
const whereHandlesAreKept: Lister = {
  ...inAnyStore,
  storeSideKey: true,
  guarantee: 'store-side-key',
  costOf: (kind) => (kind === 'update' ? 2 : 1),
};

/** Writes to a SHOPLINE store through its open API. */
export const lister: Lister & { connections: Connection[] } = {
  ...inAnyStore,
  connections: [{ id: 'token', fields: [{ name: 'token', secret: true }] }],
  inStore: ({ uniqueKey }) => (uniqueKey ? whereHandlesAreKept : inAnyStore),
};
