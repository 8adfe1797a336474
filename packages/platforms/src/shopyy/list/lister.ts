import type { Connector } from '../../listing/connector.ts';
import type { Lister } from '../../listing/lister.ts';
import { timeoutMs } from './client.ts';
import { storeCategories } from './collections.ts';
import { domainOf, identify, prepare } from './connect.ts';
import { fit } from './fit.ts';
import { fullScan, look, lookByIds } from './look.ts';
import { contentReader } from './reading.ts';
import { hashSent, type Mode } from './write/product-body.ts';
import { visibility } from './write/visibility.ts';
import { create, held, publish, remove, update } from './write/write.ts';

/** Requests per write: the write and reading the product back. Reads before a write are paced separately. */
const writeCost = 2;

const connector: Connector = {
  connections: [
    {
      id: 'token',
      fields: [
        { name: 'token', secret: true },
        { name: 'apiDomain', secret: false, optional: true },
      ],
    },
  ],
  domainOf,
  identify,
  prepare,
  probe: null,
  grant: null,
  renew: async () => null,
};

/**
 * Creates a lister for a Shopyy shop of the new generation, which writes through its Open API, one product per request.
 * The shop keeps no key unique and adds a suffix to a handle that is taken; what is written is read back. In careful
 * mode, products are created hidden, bound, and published by a second write, which gives their variants new numbers
 * (`docs/listing-protocol.md`, Draft first).
 */
function listerIn(mode: Mode): Lister {
  return {
    features: {
      times: { deadlineMs: 5000, timeoutMs, latenessMs: 120_000 },
      guarantee: mode.careful ? 'draft-first' : 'looked-up',
      storeSideKey: false,
      publication: mode.careful ? 'draft-first' : 'by-create',
      updateRecreates: false,
      updateSetsStock: true,
      looksByFullScan: true,
      hasCheckout: true,
      batchSize: 1,
      publishMax: 1,
      inFlightMax: 1,
      // As many as one after-check handles: one pass over the window serves all.
      lookMax: 200,
      limitUnit: 'requests',
      // No limits are published: one request per second, and a burst of what one write needs; assumed (`readme.md`,
      // Rate limits).
      firstThrottle: { maximumAvailable: writeCost, currentlyAvailable: writeCost, restoreRate: 1 },
    },
    connector,
    planner: { fit, hashOf: hashSent, costOf: () => writeCost, together: null },
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
      categories: storeCategories,
    },
    writer: {
      create: (items, store, context) => each(items, (item) => create(item, store, context, mode)),
      update: (items, store, context) => each(items, (item) => update(item, store, context)),
      publish: mode.careful
        ? (items, store, context) => each(items, (item) => publish(item, store, context))
        : null,
      remove: (ids, store, context) => each(ids, (id) => remove(id, store, context)),
      visibility,
      trash: null,
      amounts: null,
      finishing: null,
      bulk: null,
      images: null,
      terms: null,
    },
    inStore: ({ careful }) => listerIn({ careful }),
  };
}

export const lister = listerIn({ careful: false });

/**
 * The draft-first variant: for shops in which no shopper may ever see a product twice, however late a request arrives.
 */
export const carefulLister = listerIn({ careful: true });

/** Processes items one after the other, as the server passes them one by one (`batchSize`). */
async function each<Item, Stated>(
  items: readonly Item[],
  write: (item: Item) => Promise<Stated>,
): Promise<Stated[]> {
  const stated: Stated[] = [];
  for (const item of items) {
    stated.push(await write(item));
  }
  return stated;
}
