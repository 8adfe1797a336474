import { expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import { changeRun } from '../runs/runs.ts';
import { testDatabase } from '../testing/database.ts';
import { hurriedClock } from '../testing/hurried-clock.ts';
import { diesAt, type StoreBench, someProducts, storeBench, withinSeconds } from '../testing/listing.ts';
import { playedStores } from '../testing/played-stores.ts';

const { db } = await testDatabase();

/** A store that keeps no key unique, and shows to shoppers what it makes. */
async function open() {
  const clock = hurriedClock(40);
  const played = playedStores.shopyy(clock);
  const bench = await storeBench(db, { clock, ...played, platform: withinSeconds(played.platform) });
  return { ...bench, played };
}

/** A person cancels the run; comes back once its worker has noticed. */
async function cancel(bench: StoreBench, runId: string): Promise<void> {
  await asOwner(db, bench.ownerId, (owned) => changeRun(owned, bench.ownerId, runId, { wanted: 'cancel' }));
  await bench.clock.sleep(60_000);
}

it('of a run that is cancelled nothing is put before shoppers that was not begun', async () => {
  const bench = await open();
  const ask = await bench.start(await bench.own(someProducts(2)));
  let noticed: Promise<void> | null = null;

  await bench.workOut(ask, async (point) => {
    if (point === 'row.read') {
      noticed ??= cancel(bench, ask.runId);
      await noticed;
    }
  });

  expect(noticed).not.toBeNull();
  expect(bench.played.products()).toEqual([]);
  expect((await bench.view(ask.runId)).run.state).toBe('cancelled');
});

it('what is on its way when its run is cancelled is not made a second time by the next run', async () => {
  const bench = await open();
  const products = someProducts(1);
  const ids = await bench.own(products);
  const ask = await bench.start(ids);
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
  const first = diesAt('doubt.before-commit');
  void bench.work(ask, first.strike);
  await first.died;
  await bench.cancelled(ask.runId);
  // Whoever looks after it next waits, and dies in that; or has nothing to wait for.
  const second = diesAt('settle.tick');
  await Promise.race([second.died, bench.workOut(ask, second.strike)]);
  let hasArrived = false;

  await bench.work(await bench.start(ids), async (point) => {
    if (!hasArrived && (point === 'settle.tick' || point === 'receipt.after-commit')) {
      hasArrived = true;
      await onTheWay[0]?.();
    }
  });

  expect(hasArrived).toBe(true);
  expect(bench.played.products().map(({ title }) => title)).toEqual(products.map(({ title }) => title));
  expect((await bench.rows()).map(({ store_product_id }) => store_product_id)).toEqual(
    bench.played.products().map(({ id }) => id),
  );
});
