import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import {
  diesAt,
  type StoreBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../../db/database.ts';
import { changeRun } from '../../../runs/runs.ts';

const { db } = await testDatabase();

/** A store that keeps no key unique, and where products are created visible. */
async function open() {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores.shopyy(clock);
  const bench = await storeBench(db, { clock, ...simulated, platform: withinSeconds(simulated.platform) });
  return { ...bench, simulated };
}

/** Cancels the run as a person does; returns once its worker has noticed. */
async function cancel(bench: StoreBench, runId: string): Promise<void> {
  await asOwner(db, bench.ownerId, (owned) => changeRun(owned, bench.ownerId, runId, { wanted: 'cancel' }));
  await bench.clock.sleep(60_000);
}

it('of a run that is cancelled nothing is put before shoppers that was not begun', async () => {
  const bench = await open();
  const request = await bench.start(await bench.own(someProducts(2)));
  let noticed: Promise<void> | null = null;

  await bench.workOut(request, async (point) => {
    if (point === 'row.read') {
      noticed ??= cancel(bench, request.runId);
      await noticed;
    }
  });

  expect(noticed).not.toBeNull();
  expect(bench.simulated.products()).toEqual([]);
  expect((await bench.view(request.runId)).run.state).toBe('cancelled');
});

it('what is on its way when its run is cancelled is not made a second time by the next run', {
  tags: ['slow'],
}, async () => {
  const bench = await open();
  const products = someProducts(1);
  const ids = await bench.own(products);
  const request = await bench.start(ids);
  const { fetch } = bench.services;
  const onTheWay: (() => Promise<unknown>)[] = [];
  bench.services.fetch = async (input, init) => {
    if (init?.method !== 'POST' || onTheWay.length > 0) {
      return await fetch(input, init);
    }
    const { method, headers = {}, body = null } = init;
    onTheWay.push(() => fetch(input, { method, headers, body }));
    throw new TypeError('fetch failed');
  };
  const first = diesAt('unknown.before-commit');
  void bench.work(request, first.injectFault);
  await first.died;
  await bench.cancelled(request.runId);
  // The next worker to handle it waits, and dies while waiting; or has nothing to wait for.
  const second = diesAt('settle.tick');
  await Promise.race([second.died, bench.workOut(request, second.injectFault)]);
  let hasArrived = false;

  await bench.work(await bench.start(ids), async (point) => {
    if (!hasArrived && (point === 'settle.tick' || point === 'receipt.after-commit')) {
      hasArrived = true;
      await onTheWay[0]?.();
    }
  });

  expect(hasArrived).toBe(true);
  expect(bench.simulated.products().map(({ title }) => title)).toEqual(products.map(({ title }) => title));
  expect((await bench.rows()).map(({ store_product_id }) => store_product_id)).toEqual(
    bench.simulated.products().map(({ id }) => id),
  );
});
