import type { Outcome, ToUpdate } from '@bowerbird/platforms/listing/writes';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  type StoreBench,
  someProducts,
  storeBench,
  withinSeconds,
  withLister,
} from '../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { plainImage } from '../../images/testing.ts';
import { changeRun } from '../../runs/runs.ts';

const { db } = await testDatabase();
const differs = {
  code: 'store.field-not-kept',
  params: { field: 'sku' },
  field: 'variants.0.sku',
  said: 'sku: sent A&B, stored A&amp;B',
} as const;

/** A WooCommerce store that answers every write with something other than what was sent. */
async function stubbornStore(): Promise<{ bench: StoreBench; updates: ToUpdate[] }> {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores.woocommerce(clock);
  const updates: ToUpdate[] = [];
  const bench = await storeBench(db, {
    clock,
    ...simulated,
    platform: withLister(withinSeconds(simulated.platform), (own) => ({
      writer: {
        async update(items, store, context) {
          updates.push(...items);
          const outcomes = await own.writer.update(items, store, context);
          return outcomes.map(
            (outcome): Outcome =>
              outcome.outcome === 'applied'
                ? { ...outcome, partial: { step: 'the same', differs: [differs] } }
                : outcome,
          );
        },
      },
    })),
    beside: async () => new Response(new Uint8Array(await plainImage(5, 5).gif().toBuffer())),
  });
  return { bench, updates };
}

/** A product with options, which WooCommerce takes in several requests. */
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
  // The product is hidden in the store: the certificate says so, and offers to remove it.
  expect(certificate).toMatchObject({ unfinished: 1, agrees: false });
});

it('a cancelled run repeats no update', async () => {
  const { bench, updates } = await stubbornStore();
  const request = await bench.start(await bench.own([oneWithChoices()]));

  await bench.work(request, async (point) => {
    if (point === 'update.read' && updates.length === 1) {
      await asOwner(db, bench.ownerId, (owned) =>
        changeRun(owned, bench.ownerId, request.runId, { wanted: 'cancel' }),
      );
      // The watch for a person's pause or cancel notices it before the next write is decided.
      await bench.clock.sleep(2000);
    }
  });

  expect(updates.length).toBeLessThanOrEqual(2);
});
