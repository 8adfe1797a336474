import type { Lister } from '../../listing/lister.ts';
import type { Connection } from '../../listing/store.ts';
import { timeoutMs } from './client.ts';
import { storeCategories } from './collections.ts';
import { domainOf, identify, prepare } from './connect.ts';
import { fit } from './fit.ts';
import { census, look, lookByIds } from './look.ts';
import { hashSent, type Manner } from './product-body.ts';
import { reading } from './reading.ts';
import { shelf } from './shelf.ts';
import { create, held, publish, remove, update } from './write.ts';

/** What each write costs in requests: it, and the product read back. What is read before it is paced by itself. */
const writeCost = 2;

/**
 * Writes to a Shopyy shop of the new generation by its Open API, one product to a request. The shop keeps no key unique and
 * suffixes a handle that is held; what is written is read back. In the careful manner products are made hidden, bound, and shown
 * by a second write, which makes the numbers of their variants anew (`docs/listing-protocol.md`, Draft first).
 */
function listerIn(manner: Manner): Lister & { connections: Connection[] } {
  return {
    connections: [
      {
        id: 'token',
        fields: [
          { name: 'token', secret: true },
          { name: 'apiDomain', secret: false, optional: true },
        ],
      },
    ],
    times: { deadlineMs: 5000, timeoutMs, latenessMs: 120_000 },
    storeSideKey: false,
    ...(manner.careful && { hiddenFirst: true as const }),
    looksByCensus: true,
    guarantee: manner.careful ? 'hidden-first' : 'looked-up',
    batchSize: 1,
    inFlightMax: 1,
    // As many as an after-check takes at a time: the window is walked once for all.
    lookMax: 200,
    // No figures are published: one request a second, and at once what one write needs; assumed (`readme.md`, Rate limits).
    firstThrottle: { maximumAvailable: writeCost, currentlyAvailable: writeCost, restoreRate: 1 },

    domainOf,
    costOf: () => writeCost,
    inStore: ({ careful }) => listerIn({ careful }),
    identify,
    prepare,
    census,
    look,
    lookByIds,
    pictures: async () => new Map(),
    held,
    failedPictures: async () => new Map(),
    hashOf: hashSent,
    fit,
    renew: async () => null,
    create: (items, store, context) => each(items, (item) => create(item, store, context, manner)),
    update: (items, store, context) => each(items, (item) => update(item, store, context)),
    ...(manner.careful && {
      publish: (items, store, context) => each(items, (item) => publish(item, store, context)),
    }),
    remove: (ids, store, context) => each(ids, (id) => remove(id, store, context)),
    shelf,
    reading,
    storeCategories,
  };
}

export const lister = listerIn({ careful: false });

/** The same, hidden first: for shops in which no shopper may ever see a product twice, however late a request arrives. */
export const carefulLister = listerIn({ careful: true });

/** One after the other, as the server gives them one by one (`batchSize`). */
async function each<Item, Told>(
  items: readonly Item[],
  write: (item: Item) => Promise<Told>,
): Promise<Told[]> {
  const told: Told[] = [];
  for (const item of items) {
    told.push(await write(item));
  }
  return told;
}
