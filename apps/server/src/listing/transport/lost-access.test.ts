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
