import type { Lister } from '../../listing/lister.ts';
import type { Connection } from '../../listing/store.ts';
import { hashSent } from './body.ts';
import { timeoutMs } from './client.ts';
import { storeCategories } from './collections.ts';
import { domainOf, identify, prepare } from './connect.ts';
import { fit } from './fit.ts';
import { readFormer } from './former.ts';
import { bucket } from './limits.ts';
import { fullScan, look, lookByIds } from './look.ts';
import { grant, renew } from './oauth.ts';
import { probe } from './probe.ts';
import { reading } from './reading.ts';
import { terms } from './terms.ts';
import { update } from './update.ts';
import { catalog } from './visibility.ts';
import { create, createHidden, publish, remove } from './write.ts';

/**
 * Writes to a Shoplazza store through its open API, one product per request. The key is its SPU; whether the store
 * enforces a unique token is known only after a probe. Until then an unknown outcome must wait for the settle period.
 */
export const lister: Lister & { connections: Connection[] } = {
  connections: [
    { id: 'token', fields: [{ name: 'token', secret: true }] },
    {
      id: 'app',
      fields: [
        { name: 'clientId', secret: false },
        { name: 'clientSecret', secret: true },
        { name: 'refreshToken', secret: true, optional: true },
      ],
      granted: true,
    },
  ],
  times: { deadlineMs: 5000, timeoutMs, latenessMs: 60_000 },
  storeSideKey: false,
  looksByFullScan: true,
  guarantee: 'settled',
  batchSize: 1,
  // Two per second, and an answer takes about one second.
  inFlightMax: 4,
  // One list finds all keys; each product also has one or two SKUs, which need one request each.
  lookMax: 20,
  firstThrottle: {
    maximumAvailable: bucket.maximum,
    currentlyAvailable: bucket.maximum,
    restoreRate: bucket.restoreRate,
  },
  terms,
  storeCategories,

  domainOf,
  // What an update must know about the product is read first, by `held`, with its collections when the product names
  // any.
  costOf: (kind, product) => (kind === 'update' && product?.categories.length ? 2 : 1),
  identify,
  prepare,
  probe,
  inStore: ({ uniqueKey, careful }) => inStore(uniqueKey, careful),
  fullScan,
  look,
  lookByIds,
  images: async () => new Map(),
  // A publication names none of the product's own parts.
  held: (ids, before, store, context) =>
    before === 'update'
      ? Promise.all(ids.map((id) => readFormer(id, store, context)))
      : Promise.resolve(ids.map(() => null)),
  failedImages: async () => new Map(),
  hashOf: hashSent,
  fit,
  grant,
  renew,
  create: (items, store, context) => Promise.all(items.map((item) => create(item, store, context))),
  update: (items, store, context) => Promise.all(items.map((item) => update(item, store, context))),
  remove: (ids, store, context) => Promise.all(ids.map((id) => remove(id, store, context))),
  visibility: catalog,
  reading,
};

/**
 * Returns the lister as proven for one store and as its merchant wants it. The careful mode costs a second one of the
 * two requests per second.
 */
function inStore(uniqueKey: boolean, careful: boolean): Lister {
  const guarantee = uniqueKey ? 'store-side-key' : careful ? 'draft-first' : lister.guarantee;
  const own: Lister = { ...lister, storeSideKey: uniqueKey, guarantee };
  return careful && !uniqueKey
    ? {
        ...own,
        draftFirst: true,
        create: (items, store, context) =>
          Promise.all(items.map((item) => createHidden(item, store, context))),
        publish: (items, store, context) => Promise.all(items.map((item) => publish(item, store, context))),
      }
    : own;
}
