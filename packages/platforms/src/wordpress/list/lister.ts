import type { Lister } from '../../listing/lister.ts';
import { wordpressCategories } from '../../listing/wordpress/categories.ts';
import { siteIn } from '../../listing/wordpress/client.ts';
import { readJson, timeoutMs } from './client.ts';
import { identify, prepare } from './connect.ts';
import { hashSent } from './content.ts';
import { fit } from './fit.ts';
import { library } from './library.ts';
import { fullScan, look, lookByIds } from './look.ts';
import { contentReader } from './reading.ts';
import { terms } from './terms.ts';
import { trash } from './trash.ts';
import { visibility } from './visibility.ts';
import { create, publish, remove, update } from './write.ts';

/**
 * Writes to a WordPress site through its REST API: a product as a post. The site has no unique key and adds a suffix to
 * a slug that is taken, so posts are created as drafts with the key as slug, bound, and then published under their own
 * slug.
 */
export const lister: Lister = {
  features: {
    times: { deadlineMs: 5000, timeoutMs, latenessMs: 120_000 },
    guarantee: 'draft-first',
    storeSideKey: false,
    publication: 'draft-first',
    updateRecreates: false,
    updateSetsStock: false,
    looksByFullScan: true,
    hasCheckout: false,
    // Largest batch of the API; each item has its own outcome.
    batchSize: 25,
    publishMax: 25,
    inFlightMax: 2,
    lookMax: 20,
    limitUnit: 'requests',
    // A site gives no limit: this is what a small host can serve in addition to its readers.
    firstThrottle: { maximumAvailable: 50, currentlyAvailable: 50, restoreRate: 10 },
  },
  connector: {
    connections: [
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
  planner: { fit, hashOf: hashSent, costOf: () => 1, together: null },
  reader: {
    fullScan,
    newest: null,
    look,
    lookByIds,
    held: null,
    images: async () => new Map(),
    failedImages: async () => new Map(),
    repriced: null,
    content: contentReader,
    categories: wordpressCategories('/wp/v2/categories', readJson),
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
    images: library,
    terms,
  },
  inStore: null,
};
