import type { Lister } from '../../listing/lister.ts';
import type { Connection } from '../../listing/store.ts';
import { hashSent } from './body.ts';
import { timeoutMs } from './client.ts';
import { storeCategories } from './collections.ts';
import { domainOf, identify, prepare } from './connect.ts';
import { fit } from './fit.ts';
import { readFormer } from './former.ts';
import { bucket } from './limits.ts';
import { census, look, lookByIds } from './look.ts';
import { grant, renew } from './oauth.ts';
import { probe } from './probe.ts';
import { reading } from './reading.ts';
import { shelf } from './shelf.ts';
import { terms } from './terms.ts';
import { update } from './update.ts';
import { create, createHidden, publish, remove } from './write.ts';

/**
 * Writes to a Shoplazza store by its open API, one product a request. The key is its SPU; whether the store keeps our token
 * unique is only known where it was probed, so that until then a doubt ages.
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
  looksByCensus: true,
  guarantee: 'settled',
  batchSize: 1,
  // Two a second, and an answer takes about one.
  inFlightMax: 4,
  // One list finds all keys; each has a code or two besides, at a request each.
  lookMax: 20,
  firstThrottle: {
    maximumAvailable: bucket.maximum,
    currentlyAvailable: bucket.maximum,
    restoreRate: bucket.restoreRate,
  },
  terms,
  storeCategories,

  domainOf,
  // What an update must know of the product is read before, by `held`, and its collections with it where we name any.
  costOf: (kind, product) => (kind === 'update' && product?.categories.length ? 2 : 1),
  identify,
  prepare,
  probe,
  inStore: ({ uniqueKey, careful }) => inStore(uniqueKey, careful),
  census,
  look,
  lookByIds,
  pictures: async () => new Map(),
  // A publication names nothing of the product's own parts.
  held: (ids, before, store, context) =>
    before === 'update'
      ? Promise.all(ids.map((id) => readFormer(id, store, context)))
      : Promise.resolve(ids.map(() => null)),
  failedPictures: async () => new Map(),
  hashOf: hashSent,
  fit,
  grant,
  renew,
  create: (items, store, context) => Promise.all(items.map((item) => create(item, store, context))),
  update: (items, store, context) => Promise.all(items.map((item) => update(item, store, context))),
  remove: (ids, store, context) => Promise.all(ids.map((id) => remove(id, store, context))),
  shelf,
  reading,
};

/** As one store was proven to be, and as its merchant wants it. A careful one costs a second request of the two a second. */
function inStore(uniqueKey: boolean, careful: boolean): Lister {
  const guarantee = uniqueKey ? 'store-side-key' : careful ? 'hidden-first' : lister.guarantee;
  const own: Lister = { ...lister, storeSideKey: uniqueKey, guarantee };
  return careful && !uniqueKey
    ? {
        ...own,
        hiddenFirst: true,
        create: (items, store, context) =>
          Promise.all(items.map((item) => createHidden(item, store, context))),
        publish: (items, store, context) => Promise.all(items.map((item) => publish(item, store, context))),
      }
    : own;
}
