import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts, storeBench, withinSeconds } from '../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import type { Action } from '../actions/act.ts';
import { createActionRun } from '../api/create-actions.ts';

const { db } = await testDatabase();

/** A simulated Shopyy shop with one product, and what is done with it. */
async function listedInShopyy() {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores.shopyy(clock);
  const bench = await storeBench(db, { clock, ...simulated, platform: withinSeconds(simulated.platform) });
  const ids = await bench.own(someProducts(1));
  await bench.list(ids);
  return {
    whole: simulated.products(),
    there: () => simulated.products(),
    async act(act: Action, ...faults: Fault[]) {
      simulated.simulation.faults.add(...faults);
      const request = { storeIds: [bench.storeId], selection: { ids }, createdBy: null };
      const runId = await createActionRun(bench.services, bench.ownerId, act, request);
      await bench.workOut({ runId, ownerId: bench.ownerId, key: bench.shopId });
      return (await bench.view(runId)).run.state;
    },
  };
}

it.each([
  ['delist', [{ kind: 'partial' } as const], []],
  ['relist', [], [{ kind: 'partial' } as const]],
])(
  'Shopyy: what the shop cut off while it was asked to %s is shown again whole',
  { tags: ['slow'] },
  async (_, first, second) => {
    const shop = await listedInShopyy();

    const states = [await shop.act('delist', ...first), await shop.act('relist', ...second)];

    expect(states).toEqual(['complete', 'complete']);
    expect(shop.there()).toEqual(shop.whole);
  },
);
