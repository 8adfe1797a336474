import type { Lister } from '../../listing/lister.ts';
import type { Connection } from '../../listing/store.ts';
import { wordpressCategories } from '../../listing/wordpress-categories.ts';
import { siteIn } from '../../listing/wordpress-client.ts';
import { readJson, timeoutMs } from './client.ts';
import { identify, prepare } from './connect.ts';
import { hashSent } from './content.ts';
import { fit } from './fit.ts';
import { library } from './library.ts';
import { census, look, lookByIds } from './look.ts';
import { reading } from './reading.ts';
import { shelf } from './shelf.ts';
import { terms } from './terms.ts';
import { trash } from './trash.ts';
import { create, publish, remove, update } from './write.ts';

/**
 * Writes to a WordPress site by its REST API: a product as a post. The site has no unique key and suffixes a slug that is
 * held, so posts are made as drafts under the key for a slug, bound, and then shown under their own.
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
  hiddenFirst: true,
  looksByCensus: true,
  guarantee: 'hidden-first',
  // What a batch of the API takes at most; each has a fate of its own.
  batchSize: 25,
  inFlightMax: 2,
  lookMax: 20,
  // A site tells no limit: this is what a small host bears beside its readers.
  firstThrottle: { maximumAvailable: 50, currentlyAvailable: 50, restoreRate: 10 },
  library,
  terms,
  storeCategories: wordpressCategories('/wp/v2/categories', readJson),

  domainOf: siteIn,
  costOf: () => 1,
  identify,
  prepare,
  census,
  look,
  lookByIds,
  pictures: async () => new Map(),
  failedPictures: async () => new Map(),
  hashOf: hashSent,
  fit,
  renew: async () => null,
  create,
  update,
  publish,
  remove,
  trash,
  shelf,
  reading,
};
