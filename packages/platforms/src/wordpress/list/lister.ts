import type { Lister } from '../../listing/lister.ts';
import type { Connection } from '../../listing/store.ts';
import { wordpressCategories } from '../../listing/wordpress-categories.ts';
import { siteIn } from '../../listing/wordpress-client.ts';
import { readJson, timeoutMs } from './client.ts';
import { identify, prepare } from './connect.ts';
import { hashSent } from './content.ts';
import { fit } from './fit.ts';
import { library } from './library.ts';
import { fullScan, look, lookByIds } from './look.ts';
import { reading } from './reading.ts';
import { terms } from './terms.ts';
import { trash } from './trash.ts';
import { catalog } from './visibility.ts';
import { create, publish, remove, update } from './write.ts';

/**
 * Writes to a WordPress site through its REST API: a product as a post. The site has no unique key and adds a suffix to
 * a slug that is taken, so posts are created as drafts with the key as slug, bound, and then published under their own
 * slug.
 */
export const lister: Lister & { connections: Connection[] } = {
  connections: [
    {
      id: 'application-password',
      fields: [
        { name: 'user', secret: false },
        { name: 'applicationPassword', secret: true },
      ],
    },
  ],
  times: { deadlineMs: 5000, timeoutMs, latenessMs: 120_000 },
  storeSideKey: false,
  draftFirst: true,
  looksByFullScan: true,
  guarantee: 'draft-first',
  // Largest batch of the API; each item has its own outcome.
  batchSize: 25,
  inFlightMax: 2,
  lookMax: 20,
  // A site gives no limit: this is what a small host can serve in addition to its readers.
  firstThrottle: { maximumAvailable: 50, currentlyAvailable: 50, restoreRate: 10 },
  library,
  terms,
  storeCategories: wordpressCategories('/wp/v2/categories', readJson),

  domainOf: siteIn,
  costOf: () => 1,
  identify,
  prepare,
  fullScan,
  look,
  lookByIds,
  images: async () => new Map(),
  failedImages: async () => new Map(),
  hashOf: hashSent,
  fit,
  renew: async () => null,
  create,
  update,
  publish,
  remove,
  trash,
  visibility: catalog,
  reading,
};
