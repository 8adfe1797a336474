import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { hurriedClock } from '../../testing/hurried-clock.ts';
import { someProducts, storeBench, withinSeconds } from '../../testing/listing.ts';
import { playedStores } from '../../testing/played-stores.ts';
import { noFaults } from '../fault-points.ts';
import { workOnLane } from '../lane-work.ts';

const { db } = await testDatabase();

it('a store whose first answers say nothing is sent no more before it is known what became of these', async () => {
  const clock = hurriedClock(40);
  const played = playedStores.shoplazza(clock);
  const bench = await storeBench(db, { clock, ...played, platform: withinSeconds(played.platform) });
  played.simulation.faults.add({
    kind: 'refuse',
    value: 'words of no known reason',
    matching: 'unique_token',
    count: 20,
  });
  const ask = await bench.start(await bench.own(someProducts(45)));
  let waiting: number | null = null;

  const stop = new AbortController();
  const working = workOnLane(
    bench.services,
    async (at) => {
      await noFaults(at);
      if (at === 'settle.tick' && waiting === null) {
        ({ waiting } = (await bench.view(ask.runId)).counts);
      }
    },
    ask,
    stop.signal,
  ).catch(() => undefined);
  await expect.poll(async () => (await bench.view(ask.runId)).counts.listed).toBe(45);
  stop.abort();
  await working;

  expect(waiting).toBe(25);
});
