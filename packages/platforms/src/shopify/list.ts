import type { Lister } from '../listing/lister.ts';
import type { Connection } from '../listing/store.ts';
import { amounts } from './admin/amounts.ts';
import { bulk } from './admin/bulk.ts';
import { census } from './admin/census.ts';
import { timeoutMs } from './admin/client.ts';
import { storeCategories } from './admin/collections.ts';
import { domainOf, identify, prepare, renew } from './admin/connect.ts';
import { costOf, firstThrottle } from './admin/cost.ts';
import { fit } from './admin/fit.ts';
import { hashSent } from './admin/hash.ts';
import { failedPictures, look, lookByIds, newest, pictures } from './admin/look.ts';
import { reading } from './admin/reading.ts';
import { repriced } from './admin/repriced.ts';
import { shelf } from './admin/shelf.ts';
import { staging } from './admin/staging.ts';
import { terms } from './admin/terms.ts';
import { create, publish, remove, update } from './admin/write.ts';

/** Writes to a Shopify store by the Admin API's GraphQL. One product a request; the key is a unique metafield. */
export const lister: Lister & { connections: Connection[] } = {
  connections: [
    { id: 'token', fields: [{ name: 'token', secret: true }] },
    {
      id: 'client',
      fields: [
        { name: 'clientId', secret: false },
        { name: 'clientSecret', secret: true },
      ],
    },
  ],
  times: { deadlineMs: 5000, timeoutMs, latenessMs: 60_000 },
  storeSideKey: true,
  guarantee: 'store-side-key',
  batchSize: 1,
  publishMax: 10,
  inFlightMax: 8,
  lookMax: 20,
  firstThrottle,
  staging,
  terms,
  storeCategories,
  amounts,
  bulk,

  domainOf,
  costOf,
  identify,
  prepare,
  census,
  newest,
  look,
  lookByIds,
  pictures,
  failedPictures,
  hashOf: hashSent,
  fit,
  renew,
  create: (items, store, context) => Promise.all(items.map((item) => create(item, store, context))),
  update: (items, store, context) => Promise.all(items.map((item) => update(item, store, context))),
  publish: (items, store, context) =>
    publish(
      items.map(({ storeProductId }) => storeProductId),
      store,
      context,
    ),
  remove: (ids, store, context) => Promise.all(ids.map((id) => remove(id, store, context))),
  shelf,
  reading,
  repriced,
};
