import type { Lister } from '../../listing/lister.ts';
import { storeCategories } from './collections.ts';
import { timeoutMs } from './connection/client.ts';
import { domainOf, identify, prepare } from './connection/connect.ts';
import { grant, renew } from './connection/oauth.ts';
import { probe } from './connection/probe.ts';
import { fit } from './fit.ts';
import { bucket } from './limits.ts';
import { fullScan, look, lookByIds } from './look.ts';
import { contentReader } from './reading.ts';
import { terms } from './terms.ts';
import { hashSent } from './write/body.ts';
import { readFormer } from './write/former.ts';
import { update } from './write/update.ts';
import { visibility } from './write/visibility.ts';
import { create, createHidden, publish, remove } from './write/write.ts';

/**
 * Writes to a Shoplazza store through its open API, one product per request. The key is its SPU; whether the store
 * enforces a unique token is known only after a probe. Until then an unknown outcome must wait for the settle period.
 */
export const lister: Lister = {
  features: {
    times: { deadlineMs: 5000, timeoutMs, latenessMs: 60_000 },
    guarantee: 'settled',
    storeSideKey: false,
    publication: 'by-create',
    updateRecreates: false,
    updateSetsStock: true,
    looksByFullScan: true,
    hasCheckout: true,
    batchSize: 1,
    publishMax: 1,
    // Two per second, and an answer takes about one second.
    inFlightMax: 4,
    // One list finds all keys; each product also has one or two SKUs, which need one request each.
    lookMax: 20,
    limitUnit: 'requests',
    firstThrottle: {
      maximumAvailable: bucket.maximum,
      currentlyAvailable: bucket.maximum,
      restoreRate: bucket.restoreRate,
    },
  },
  connector: {
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
    domainOf,
    identify,
    prepare,
    probe,
    grant,
    renew,
  },
  planner: {
    fit,
    hashOf: hashSent,
    // What an update must know about the product is read first, by `held`, with its collections when the product names
    // any.
    costOf: (kind, product) => (kind === 'update' && product?.categories.length ? 2 : 1),
    together: null,
  },
  reader: {
    fullScan,
    newest: null,
    look,
    lookByIds,
    // A publication names none of the product's own parts.
    held: (ids, before, store, context) =>
      before === 'update'
        ? Promise.all(ids.map((id) => readFormer(id, store, context)))
        : Promise.resolve(ids.map(() => null)),
    images: async () => new Map(),
    failedImages: async () => new Map(),
    repriced: null,
    content: contentReader,
    categories: storeCategories,
  },
  writer: {
    create: (items, store, context) => Promise.all(items.map((item) => create(item, store, context))),
    update: (items, store, context) => Promise.all(items.map((item) => update(item, store, context))),
    publish: null,
    remove: (ids, store, context) => Promise.all(ids.map((id) => remove(id, store, context))),
    visibility,
    trash: null,
    amounts: null,
    finishing: null,
    bulk: null,
    images: null,
    terms,
  },
  inStore: ({ uniqueKey, careful }) => (uniqueKey ? whereTokensAreUnique : careful ? draftFirst : lister),
};

/** For a store that was proven to enforce a unique token. */
const whereTokensAreUnique: Lister = {
  ...lister,
  features: { ...lister.features, storeSideKey: true, guarantee: 'store-side-key' },
};

/** The careful mode costs a second one of the two requests per second. */
const draftFirst: Lister = {
  ...lister,
  features: { ...lister.features, publication: 'draft-first', guarantee: 'draft-first' },
  writer: {
    ...lister.writer,
    create: (items, store, context) => Promise.all(items.map((item) => createHidden(item, store, context))),
    publish: (items, store, context) => Promise.all(items.map((item) => publish(item, store, context))),
  },
};
