import { expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import { checkAgain } from '../stores/check.ts';
import { getStore } from '../stores/queries.ts';
import { testDatabase } from '../testing/database.ts';
import { hurriedClock } from '../testing/hurried-clock.ts';
import { someProducts, storeBench } from '../testing/listing.ts';
import { type PlayedName, playedStores } from '../testing/played-stores.ts';

const { db } = await testDatabase();

it.each(Object.keys(playedStores) as PlayedName[])(
  'a run in a %s store that lost access is held, the store says so, and it goes on when access is back',
  async (name) => {
    const clock = hurriedClock(100);
    const played = playedStores[name](clock);
    const bench = await storeBench(db, { clock, ...played });
    const ask = await bench.start(await bench.own(someProducts(1)));
    const storeNow = async () =>
      (await asOwner(db, bench.ownerId, (owned) => getStore(owned, bench.ownerId, bench.storeId))).store;
    played.simulation.faults.add({ kind: 'token-revoked', count: null });

    await bench.workOut(ask);
    const held = await bench.view(ask.runId);
    const lost = await storeNow();
    played.simulation.faults.clear();
    await checkAgain(bench.services, bench.ownerId, bench.storeId);
    const found = await storeNow();
    await bench.work(ask);

    expect(held.run).toMatchObject({ state: 'held', fault: { code: lost.fault?.code } });
    expect(lost).toMatchObject({ state: 'lost', fault: { params: { store: 'Aster' } } });
    expect(found).toMatchObject({ state: 'ready', fault: null });
    expect((await bench.view(ask.runId)).run.state).toBe('complete');
    expect(played.products()).toHaveLength(1);
  },
);
