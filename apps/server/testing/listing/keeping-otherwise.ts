import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { Outcome, ToUpdate } from '@bowerbird/platforms/listing/writes';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { asOwner, type Db } from '../../src/db/database.ts';
import { plainImage } from '../../src/images/testing.ts';
import { createAsStoredRun } from '../../src/listing/api/create-as-stored.ts';
import { viewKept } from '../../src/listing/as-stored/kept-hidden.ts';
import { type AcceleratedClock, acceleratedClock } from '../clock/accelerated-clock.ts';
import { storeBench, withinSeconds, withLister } from './listing.ts';
import { type InStore, type Simulated, type SimulatedName, simulatedStores } from './simulated-stores.ts';

/** What the store keeps otherwise, as a lister reports it. */
export const differs = {
  code: 'store.field-not-kept',
  params: { field: 'sku', sent: 'A&B', stored: 'A&amp;B' },
  field: 'variants.0.sku',
  said: 'sku: sent A&B, stored A&amp;B',
} as const;

type Store = Pick<Simulated, 'platform' | 'simulation' | 'connection' | 'credentials'> & {
  products(): Pick<InStore, 'id' | 'key' | 'title' | 'shown'>[];
};

function shopifyStore(outside: AcceleratedClock): Store {
  const shop = createShopifyShop({ name: 'aster-practice', outside, settings: { pace: 'free' } });
  return {
    platform: shopify,
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.access.token },
    products: () =>
      shop.view().products.map(({ id, title, status, publications }) => ({
        id: String(id),
        key: null,
        title,
        shown: status === 'ACTIVE' && publications.length > 0,
      })),
  };
}

/** A store that takes every product, and answers each write of whole content with something other than what was sent. */
export async function keepingOtherwise(
  db: Db,
  name: SimulatedName | 'shopify',
  readerOf: (own: Lister['reader']) => Partial<Lister['reader']> = () => ({}),
) {
  const clock = acceleratedClock(40);
  const simulated: Store = name === 'shopify' ? shopifyStore(clock) : simulatedStores[name](clock);
  const writes: string[] = [];
  const partly = (outcome: Outcome): Outcome =>
    outcome.outcome === 'applied'
      ? { ...outcome, partial: outcome.partial ?? { step: 'the same', differs: [differs] } }
      : outcome;
  const bench = await storeBench(db, {
    clock,
    ...simulated,
    platform: withLister(withinSeconds(simulated.platform), (own) => ({
      reader: readerOf(own.reader),
      writer: {
        async create(items, store, context) {
          writes.push('create');
          return (await own.writer.create(items, store, context)).map(partly);
        },
        async update(items: readonly ToUpdate[], store, context) {
          writes.push('update');
          return (await own.writer.update(items, store, context)).map(partly);
        },
      },
    })),
    beside: async () => new Response(new Uint8Array(await plainImage(5, 5).gif().toBuffer())),
  });
  const { ownerId, shopId, services } = bench;
  await asOwner(db, ownerId, (owned) =>
    owned.updateTable('shop').set({ careful: true }).where('id', '=', shopId).execute(),
  );
  return {
    ...bench,
    simulated,
    /** The writes of content, in order. */
    writes,
    /** The products that the store keeps hidden with other values. */
    kept: () => asOwner(db, ownerId, (owned) => viewKept(owned, ownerId, { limit: 50 })),
    attempts: () =>
      asOwner(db, ownerId, (owned) =>
        owned
          .selectFrom('listing_attempt')
          .select(['kind', 'outcome', 'hash', 'run_id'])
          .where('owner_id', '=', ownerId)
          .orderBy('id')
          .execute(),
      ),
    /** The titles of the products that shoppers see. */
    shown: () => simulated.products().flatMap(({ title, shown }) => (shown ? [title] : [])),
    /** Starts a run that publishes these as stored; returns its job's input. */
    publish: async (listingIds: readonly string[], createdBy: string | null = null) => ({
      runId: await createAsStoredRun(services, ownerId, 'publish-stored', { listingIds, createdBy }),
      ownerId,
      key: shopId,
    }),
    /** Lists products; returns the run and the listings that the store keeps hidden. */
    async hidden(ids: readonly string[]) {
      const { run } = await bench.list(ids);
      const { items } = await this.kept();
      return { runId: run.id, listingIds: items.map(({ listingId }) => listingId) };
    },
  };
}
export type KeepingOtherwise = Awaited<ReturnType<typeof keepingOtherwise>>;
