import type { Lister } from '../../listing/lister.ts';
import type { Connection } from '../../listing/store.ts';
import { wordpressCategories } from '../../listing/wordpress-categories.ts';
import { siteIn } from '../../listing/wordpress-client.ts';
import { mediaLibrary } from '../../listing/wordpress-media.ts';
import { client, timeoutMs } from './client.ts';
import { identify, opensLibrary, prepare } from './connect.ts';
import { hashSent } from './content.ts';
import { fit } from './fit.ts';
import { held } from './held.ts';
import { census, look, lookByIds } from './look.ts';
import { reading } from './reading.ts';
import { shelf } from './shelf.ts';
import { publish, remove } from './show.ts';
import { writesAtOnce } from './side-by-side.ts';
import { terms } from './terms.ts';
import { trash } from './trash.ts';
import { create, together, update } from './write.ts';

/**
 * Writes to a WooCommerce store by REST v3. The store has no unique key, and what it cuts off in the making has its slug
 * alone: products are made as drafts under the key for a slug, bound, made whole by id, and then shown under their own
 * address (`docs/listing-protocol.md`, Draft first).
 */
export const lister: Lister & { connections: Connection[] } = {
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
  // The client gave up after 2 s and the server went on and made all 60: lateness is the server's run time
  // (`docs/listing-protocol.md`, Rules of time).
  times: { deadlineMs: 5000, timeoutMs, latenessMs: 300_000 },
  storeSideKey: false,
  hiddenFirst: true,
  looksByCensus: true,
  guarantee: 'hidden-first',
  batchSize: 25,
  inFlightMax: writesAtOnce,
  lookMax: 20,
  // A host tells no limit: this is what a small one bears beside its shoppers (`readme.md`, Rate limits).
  firstThrottle: { maximumAvailable: 50, currentlyAvailable: 50, restoreRate: 10 },
  library: { ...mediaLibrary(client), opensTo: opensLibrary },
  terms,
  storeCategories: wordpressCategories('/wc/v3/products/categories', client.readJson),

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
  held,
  together,
  create,
  update,
  publish,
  remove,
  trash,
  shelf,
  reading,
};
