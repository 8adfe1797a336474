import type { Lister } from '../../listing/lister.ts';
import { storeCategories } from './collections.ts';
import { firstThrottle, timeoutMs } from './connection/client.ts';
import { domainOf, identify, prepare, probe } from './connection/connect.ts';
import { fit } from './fit.ts';
import { failedImages, fullScan, look, lookByIds } from './look.ts';
import { contentReader } from './reading.ts';
import { terms } from './terms.ts';
import { hashSent } from './write/content.ts';
import { finishing } from './write/finishing.ts';
import { amounts } from './write/price-and-inventory.ts';
import { update } from './write/update.ts';
import { visibility } from './write/visibility.ts';
import { create, publish, remove } from './write/write.ts';

/**
 * One product per request. It is not documented what a store does with a handle that is taken, so products are created
 * as drafts with the key as handle, bound, and then published under their own handle.
 */
const inAnyStore: Lister = {
  features: {
    times: { deadlineMs: 5000, timeoutMs, latenessMs: 60_000 },
    guarantee: 'draft-first',
    storeSideKey: false,
    publication: 'draft-first',
    updateRecreates: true,
    updateSetsStock: false,
    looksByFullScan: true,
    hasCheckout: true,
    batchSize: 1,
    publishMax: 1,
    inFlightMax: 4,
    // One scan of what was created since serves them all.
    lookMax: 200,
    limitUnit: 'requests',
    firstThrottle,
  },
  connector: {
    connections: [{ id: 'token', fields: [{ name: 'token', secret: true }] }],
    domainOf,
    identify,
    prepare,
    probe,
    grant: null,
    renew: async () => null,
  },
  planner: {
    fit,
    hashOf: hashSent,
    // An update first reads the store's own variants, a publication the products with the handle.
    costOf: (kind) => (kind === 'update' || kind === 'publish' ? 2 : 1),
    together: null,
  },
  reader: {
    fullScan,
    newest: null,
    look,
    lookByIds,
    held: null,
    images: async () => new Map(),
    failedImages,
    repriced: null,
    content: contentReader,
    categories: storeCategories,
  },
  writer: {
    create: (items, store, context) => Promise.all(items.map((item) => create(item, store, context))),
    update: (items, store, context) => Promise.all(items.map((item) => update(item, store, context))),
    publish: (items, store, context) => Promise.all(items.map((item) => publish(item, store, context))),
    remove: (ids, store, context) => Promise.all(ids.map((id) => remove(id, store, context))),
    visibility,
    trash: null,
    amounts,
    finishing,
    bulk: null,
    images: null,
    terms,
  },
  inStore: null,
};

/**
 * For a store that refuses a taken handle: it prevents duplicates of our products by itself, and the holder of a handle
 * need not be looked up.
 */
const whereHandlesAreKept: Lister = {
  ...inAnyStore,
  features: { ...inAnyStore.features, storeSideKey: true, guarantee: 'store-side-key' },
  planner: { ...inAnyStore.planner, costOf: (kind) => (kind === 'update' ? 2 : 1) },
};

/** Writes to a SHOPLINE store through its open API. */
export const lister: Lister = {
  ...inAnyStore,
  inStore: ({ uniqueKey }) => (uniqueKey ? whereHandlesAreKept : inAnyStore),
};
