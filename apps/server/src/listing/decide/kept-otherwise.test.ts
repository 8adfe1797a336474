import type { Outcome, ToUpdate } from '@bowerbird/platforms/listing/writes';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  diesAt,
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
import type { Action } from '../actions/act.ts';
import { createActionRun } from '../api/create-actions.ts';

const { db } = await testDatabase();
const differs = {
  code: 'store.field-not-kept',
  params: { field: 'sku' },
  field: 'variants.0.sku',
  said: 'sku: sent A&B, stored A&amp;B',
} as const;

/** A WooCommerce store that answers every write with something other than what was sent. */
async function stubbornStore() {
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
  const shown = () => simulated.products().filter(({ shown: isShown }) => isShown);
  return { bench, updates, shown };
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

describe('what was never shown is not shown by relisting', () => {
  /** Relists what is there, or delists it; returns the lines of that run. */
  async function acted(bench: StoreBench, ids: readonly string[], act: Action = 'relist') {
    const request = { storeIds: [bench.storeId], selection: { ids: [...ids] }, createdBy: null };
    const runId = await createActionRun(bench.services, bench.ownerId, act, request);
    await bench.work({ runId, ownerId: bench.ownerId, key: bench.shopId });
    const lines = await asOwner(db, bench.ownerId, (owned) =>
      owned.selectFrom('listing_item').select(['state', 'fault']).where('run_id', '=', runId).execute(),
    );
    return lines.map(({ state, fault }) => [state, fault?.code]);
  }

  it('a product that the store keeps otherwise, whose values a person has to accept', async () => {
    const { bench, shown } = await stubbornStore();
    const ids = await bench.own([oneWithChoices()]);
    await bench.list(ids);

    const first = await acted(bench, ids);
    await acted(bench, ids, 'delist');
    const afterDelisting = await acted(bench, ids);

    expect([first, afterDelisting]).toEqual([
      [['refused', 'listing.kept-otherwise-hidden']],
      [['refused', 'listing.kept-otherwise-hidden']],
    ]);
    expect(shown()).toEqual([]);
  });

  it('a product of which the store has only a part', async () => {
    const { bench, shown } = await stubbornStore();
    const ids = await bench.own([oneWithChoices()]);
    const request = await bench.start(ids);
    const death = diesAt('receipt.after-commit');
    await Promise.race([death.died, bench.work(request, death.injectFault)]);
    await bench.cancelled(request.runId);

    expect(death.injected()).toBe(true);
    expect(await acted(bench, ids)).toEqual([['refused', 'listing.unfinished']]);
    expect(shown()).toEqual([]);
  });
});
