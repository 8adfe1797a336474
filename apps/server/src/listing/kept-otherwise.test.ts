import type { Fate, ToUpdate } from '@bowerbird/platforms/listing/writes';
import { expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import { plainImage } from '../images/testing.ts';
import { changeRun } from '../runs/runs.ts';
import { testDatabase } from '../testing/database.ts';
import { hurriedClock } from '../testing/hurried-clock.ts';
import { type StoreBench, someProducts, storeBench, withinSeconds } from '../testing/listing.ts';
import { playedStores } from '../testing/played-stores.ts';

const { db } = await testDatabase();
const differs = {
  code: 'store.field-not-kept',
  params: { field: 'sku' },
  field: 'variants.0.sku',
  said: 'sku: sent A&B, stored A&amp;B',
} as const;

/** A WooCommerce store that, whatever it is sent, answers that something else is kept. */
async function stubbornStore(): Promise<{ bench: StoreBench; updates: ToUpdate[] }> {
  const clock = hurriedClock(40);
  const played = playedStores.woocommerce(clock);
  const platform = withinSeconds(played.platform);
  const { lister } = platform;
  const updates: ToUpdate[] = [];
  const bench = await storeBench(db, {
    clock,
    ...played,
    platform: lister
      ? {
          ...platform,
          lister: {
            ...lister,
            async update(items, store, context) {
              updates.push(...items);
              const fates = await lister.update(items, store, context);
              return fates.map(
                (fate): Fate =>
                  fate.fate === 'applied'
                    ? { ...fate, halfMade: { step: 'the same', differs: [differs] } }
                    : fate,
              );
            },
          },
        }
      : platform,
    beside: async () => new Response(new Uint8Array(await plainImage(5, 5).gif().toBuffer())),
  });
  return { bench, updates };
}

/** A product with choices, which WooCommerce takes in several requests. */
function oneWithChoices() {
  const [product] = someProducts(12).filter(({ options }) => options.length > 0);
  if (!product) {
    throw new Error('no product with choices');
  }
  return product;
}

it('a store that keeps something else is sent the same three times, and both values are told', async () => {
  const { bench, updates } = await stubbornStore();
  const [id = ''] = await bench.own([oneWithChoices()]);

  const { counts, certificate } = await bench.list([id]);

  const [item] = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('listing_item').selectAll().where('owner_id', '=', bench.ownerId).execute(),
  );
  expect(updates.length).toBeLessThanOrEqual(4);
  expect(counts).toMatchObject({ listed: 1 });
  expect(item).toMatchObject({
    state: 'listed',
    fault: { code: 'listing.kept-otherwise-hidden' },
    field: 'variants.0.sku',
    notes: [differs],
  });
  // It stands there hidden: the certificate says so, and offers to remove it.
  expect(certificate).toMatchObject({ unfinished: 1, agrees: false });
});

it('a cancelled run repeats no update', async () => {
  const { bench, updates } = await stubbornStore();
  const ask = await bench.start(await bench.own([oneWithChoices()]));

  await bench.work(ask, async (point) => {
    if (point === 'update.read' && updates.length === 1) {
      await asOwner(db, bench.ownerId, (owned) =>
        changeRun(owned, bench.ownerId, ask.runId, { wanted: 'cancel' }),
      );
      // Whoever looks after what a person wants hears of it before the next write is decided.
      await bench.clock.sleep(2000);
    }
  });

  expect(updates.length).toBeLessThanOrEqual(2);
});
