import type { Lister } from '../../listing/lister.ts';
import { wordpressCategories } from '../../listing/wordpress/categories.ts';
import { siteIn } from '../../listing/wordpress/client.ts';
import { mediaLibrary } from '../../listing/wordpress/media.ts';
import { terms } from './attributes/terms.ts';
import { client, timeoutMs } from './calls/client.ts';
import { writesAtOnce } from './calls/side-by-side.ts';
import { identify, opensLibrary, prepare } from './connect.ts';
import { fit } from './fit.ts';
import { held } from './held.ts';
import { findStrays } from './images/stray-images.ts';
import { fullScan, look, lookByIds } from './look.ts';
import { contentReader } from './reading.ts';
import { hashSent } from './write/content.ts';
import { publish, remove } from './write/show.ts';
import { trash } from './write/trash.ts';
import { visibility } from './write/visibility.ts';
import { create, together, update } from './write/write.ts';

/**
 * Lister for WooCommerce stores, by REST v3. The store has no unique key, and a create that is cut off leaves only its
 * slug: products are created as drafts with the key as slug, bound, completed by id, and then published under their own
 * address (`docs/listing-protocol.md`, Draft first).
 */
export const lister: Lister = {
  features: {
    // In a test the client gave up after 2 s and the server continued and created all 60: the time for late writes is
    // the server's run time (`docs/listing-protocol.md`, Rules of time).
    times: { deadlineMs: 5000, timeoutMs, latenessMs: 300_000 },
    guarantee: 'draft-first',
    storeSideKey: false,
    publication: 'draft-first',
    updateRecreates: false,
    updateSetsStock: true,
    looksByFullScan: true,
    hasCheckout: true,
    batchSize: 25,
    publishMax: 25,
    inFlightMax: writesAtOnce,
    lookMax: 20,
    limitUnit: 'requests',
    // A host reports no limit: this is what a small one tolerates in addition to its shoppers (`readme.md`, Rate
    // limits).
    firstThrottle: { maximumAvailable: 50, currentlyAvailable: 50, restoreRate: 10 },
  },
  connector: {
    connections: [
      {
        id: 'rest-keys',
        fields: [
          { name: 'consumerKey', secret: true },
          { name: 'consumerSecret', secret: true },
        ],
      },
      {
        id: 'application-password',
        fields: [
          { name: 'user', secret: false },
          { name: 'applicationPassword', secret: true },
        ],
      },
    ],
    domainOf: siteIn,
    identify,
    prepare,
    probe: null,
    grant: null,
    renew: async () => null,
  },
  planner: { fit, hashOf: hashSent, costOf: () => 1, together },
  reader: {
    fullScan,
    newest: null,
    look,
    lookByIds,
    held,
    images: async () => new Map(),
    failedImages: async () => new Map(),
    repriced: null,
    content: contentReader,
    categories: wordpressCategories('/wc/v3/products/categories', client.readJson),
  },
  writer: {
    create,
    update,
    publish,
    remove,
    visibility,
    trash,
    amounts: null,
    finishing: null,
    bulk: null,
    images: { ...mediaLibrary(client, opensLibrary), findStrays },
    terms,
  },
  inStore: null,
};
