import type { Fault } from '@bowerbird/platforms/simulation-faults';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { hurriedClock } from '../../testing/hurried-clock.ts';
import { someProducts, storeBench, withinSeconds } from '../../testing/listing.ts';
import { playedStores } from '../../testing/played-stores.ts';
import type { Act } from './act.ts';
import { createActRun } from './create-acts.ts';

const { db } = await testDatabase();

/** A Shopyy shop with one product, and what is done with it. */
async function listedInShopyy() {
  const clock = hurriedClock(40);
  const played = playedStores.shopyy(clock);
  const bench = await storeBench(db, { clock, ...played, platform: withinSeconds(played.platform) });
  const ids = await bench.own(someProducts(1));
  await bench.list(ids);
  return {
    whole: played.products(),
    there: () => played.products(),
    async act(act: Act, ...faults: Fault[]) {
      played.simulation.faults.add(...faults);
      const ask = { storeIds: [bench.storeId], selection: { ids }, createdBy: null };
      const runId = await createActRun(bench.services, bench.ownerId, act, ask);
      await bench.workOut({ runId, ownerId: bench.ownerId, key: bench.shopId });
      return (await bench.view(runId)).run.state;
    },
  };
}

it.each([
  ['delist', [{ kind: 'half-made' } as const], []],
  ['relist', [], [{ kind: 'half-made' } as const]],
])(
  'Shopyy: what the shop cut off while it was asked to %s is shown again whole',
  async (_, first, second) => {
    const shop = await listedInShopyy();

    const states = [await shop.act('delist', ...first), await shop.act('relist', ...second)];

    expect(states).toEqual(['complete', 'complete']);
    expect(shop.there()).toEqual(shop.whole);
  },
);
