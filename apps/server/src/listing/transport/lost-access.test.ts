import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts, storeBench } from '../../../testing/listing/listing.ts';
import { type SimulatedName, simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { checkAgain } from '../../stores/check.ts';
import { getStore } from '../../stores/queries.ts';

const { db } = await testDatabase();

it.each(Object.keys(simulatedStores) as SimulatedName[])(
  'a run in a %s store that lost access is held, the store says so, and it goes on when access is back',
  { tags: ['slow'] },
  async (name) => {
    const clock = acceleratedClock(100);
    const simulated = simulatedStores[name](clock);
    const bench = await storeBench(db, { clock, ...simulated });
    const request = await bench.start(await bench.own(someProducts(1)));
    const storeNow = async () =>
      (await asOwner(db, bench.ownerId, (owned) => getStore(owned, bench.ownerId, bench.storeId))).store;
    simulated.simulation.faults.add({ kind: 'token-revoked', count: null });

    await bench.workOut(request);
    const held = await bench.view(request.runId);
    const lost = await storeNow();
    simulated.simulation.faults.clear();
    await checkAgain(bench.services, bench.ownerId, bench.storeId);
    const found = await storeNow();
    await bench.work(request);

    expect(held.run).toMatchObject({ state: 'held', fault: { code: lost.fault?.code } });
    expect(lost).toMatchObject({ state: 'lost', fault: { params: { store: 'Aster' } } });
    expect(found).toMatchObject({ state: 'ready', fault: null });
    expect((await bench.view(request.runId)).run.state).toBe('complete');
    expect(simulated.products()).toHaveLength(1);
  },
);

const writes: Partial<Record<SimulatedName, string>> = {
  woocommerce: '/wc/v3/products/batch',
  wordpress: '/batch/v1',
};

/** A store of this kind with one product to list, and what it and its run have come to. */
async function oneProduct(name: SimulatedName) {
  const clock = acceleratedClock(100);
  const simulated = simulatedStores[name](clock);
  const bench = await storeBench(db, { clock, ...simulated });
  const request = await bench.start(await bench.own(someProducts(1)));
  const storeNow = async () =>
    (await asOwner(db, bench.ownerId, (owned) => getStore(owned, bench.ownerId, bench.storeId))).store;
  return { bench, request, simulated, storeNow };
}

it.each(Object.keys(simulatedStores) as SimulatedName[])(
  'a %s store that rejects the keys of one request, as while its database restarts, has not lost access',
  { tags: ['slow'] },
  async (name) => {
    for (const skip of [0, 4]) {
      const { bench, request, simulated, storeNow } = await oneProduct(name);
      simulated.simulation.faults.add({ kind: 'token-revoked', count: 1, skip });

      await bench.workOut(request);
      const first = await bench.view(request.runId);
      const store = await storeNow();
      await bench.workOut(request);

      expect(store, `request ${skip}`).toMatchObject({ state: 'ready', fault: null });
      if (first.run.state === 'held') {
        expect(first.run.goesOnAt, `request ${skip}`).not.toBeNull();
        expect(first.run.fault).toMatchObject({ code: 'store.access-unsteady' });
      }
      const { run, counts } = await bench.view(request.runId);
      expect({ state: run.state, refused: counts.refused }).toEqual({ state: 'complete', refused: 0 });
      expect(simulated.products()).toHaveLength(1);
    }
  },
);

it.each(Object.entries(writes) as [SimulatedName, string][])(
  'a %s store that rejects the keys of one write has rejected no product',
  { tags: ['slow'] },
  async (name, matching) => {
    const { bench, request, simulated, storeNow } = await oneProduct(name);
    simulated.simulation.faults.add({ kind: 'token-revoked', count: 1, matching });

    await bench.workOut(request);
    const store = await storeNow();
    await bench.workOut(request);

    expect(store).toMatchObject({ state: 'ready', fault: null });
    const { run, counts } = await bench.view(request.runId);
    expect({ state: run.state, refused: counts.refused }).toEqual({ state: 'complete', refused: 0 });
    expect(simulated.products()).toHaveLength(1);
  },
);

it('a store that rejects the keys again and again within seconds has lost access', async () => {
  const { bench, request, simulated, storeNow } = await oneProduct('woocommerce');
  simulated.simulation.faults.add({ kind: 'token-revoked', count: null });

  await bench.workOut(request);

  expect(await storeNow()).toMatchObject({ state: 'lost' });
  expect((await bench.view(request.runId)).run).toMatchObject({ state: 'held', goesOnAt: null });
});

it.each(Object.keys(simulatedStores) as SimulatedName[])(
  'a %s store whose firewall answers 403 for a while has not lost access, and rejects no product',
  { tags: ['slow'] },
  async (name) => {
    for (const skip of [0, 4]) {
      const { bench, request, simulated, storeNow } = await oneProduct(name);
      simulated.simulation.faults.add({ kind: 'status', value: 403, count: null, skip });

      await bench.workOut(request);
      const { run: held } = await bench.view(request.runId);
      const store = await storeNow();
      simulated.simulation.faults.clear();
      await bench.workOut(request);

      expect(store, `request ${skip}`).toMatchObject({ state: 'ready', fault: null });
      expect(held, `request ${skip}`).toMatchObject({ state: 'held', fault: { code: 'store.blocked-us' } });
      expect(held.goesOnAt, `request ${skip}`).not.toBeNull();
      const { run, counts } = await bench.view(request.runId);
      expect({ state: run.state, refused: counts.refused }).toEqual({ state: 'complete', refused: 0 });
      expect(simulated.products()).toHaveLength(1);
    }
  },
);
