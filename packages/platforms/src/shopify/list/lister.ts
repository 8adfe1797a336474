import type { Lister } from '../../listing/lister.ts';
import { bulk } from './bulk/bulk.ts';
import { staging } from './bulk/staging.ts';
import { timeoutMs } from './client.ts';
import { storeCategories } from './collections.ts';
import { domainOf, identify, prepare, renew } from './connect.ts';
import { costOf, firstThrottle } from './cost.ts';
import { failedImages } from './failed-images.ts';
import { fit } from './fit.ts';
import { fullScan } from './full-scan.ts';
import { hashSent } from './hash.ts';
import { images, look, lookByIds, newest } from './look.ts';
import { contentReader } from './reading.ts';
import { terms } from './terms.ts';
import { amounts } from './write/price-and-inventory.ts';
import { repriced } from './write/repriced.ts';
import { visibility } from './write/visibility.ts';
import { create, publish, remove, update } from './write/write.ts';

/** Lister for Shopify stores, by the GraphQL Admin API. One product a request; the key is a unique metafield. */
export const lister: Lister = {
  features: {
    times: { deadlineMs: 5000, timeoutMs, latenessMs: 60_000 },
    guarantee: 'store-side-key',
    storeSideKey: true,
    publication: 'after-create',
    updateRecreates: false,
    updateSetsStock: false,
    looksByFullScan: false,
    hasCheckout: true,
    batchSize: 1,
    publishMax: 10,
    inFlightMax: 8,
    lookMax: 20,
    limitUnit: 'points',
    firstThrottle,
  },
  connector: {
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
    domainOf,
    identify,
    prepare,
    probe: null,
    grant: null,
    renew,
  },
  planner: { fit, hashOf: hashSent, costOf, together: null },
  reader: {
    fullScan,
    newest,
    look,
    lookByIds,
    held: null,
    images,
    failedImages,
    repriced,
    content: contentReader,
    categories: storeCategories,
  },
  writer: {
    create: (items, store, context) => Promise.all(items.map((item) => create(item, store, context))),
    update: (items, store, context) => Promise.all(items.map((item) => update(item, store, context))),
    publish: (items, store, context) =>
      publish(
        items.map(({ storeProductId }) => storeProductId),
        store,
        context,
      ),
    remove: (ids, store, context) => Promise.all(ids.map((id) => remove(id, store, context))),
    visibility,
    trash: null,
    amounts,
    finishing: null,
    bulk,
    images: staging,
    terms,
  },
  inStore: null,
};
