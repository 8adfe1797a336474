import type { Lister } from '../../listing/lister.ts';
import type { Connection } from '../../listing/store.ts';
import { bulk } from './bulk.ts';
import { timeoutMs } from './client.ts';
import { storeCategories } from './collections.ts';
import { domainOf, identify, prepare, renew } from './connect.ts';
import { costOf, firstThrottle } from './cost.ts';
import { fit } from './fit.ts';
import { fullScan } from './full-scan.ts';
import { hashSent } from './hash.ts';
import { failedImages, images, look, lookByIds, newest } from './look.ts';
import { amounts } from './price-and-inventory.ts';
import { reading } from './reading.ts';
import { repriced } from './repriced.ts';
import { staging } from './staging.ts';
import { terms } from './terms.ts';
import { catalog } from './visibility.ts';
import { create, publish, remove, update } from './write.ts';

/** Lister for Shopify stores, by the GraphQL Admin API. One product a request; the key is a unique metafield. */
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
  fullScan,
  newest,
  look,
  lookByIds,
  images,
  failedImages,
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
  visibility: catalog,
  reading,
  repriced,
};
