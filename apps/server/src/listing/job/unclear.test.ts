import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts, storeBench, withinSeconds } from '../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { noFaults } from '../store-job/fault-points.ts';
import { workOnStoreJob } from './store-job-work.ts';

const { db } = await testDatabase();

it('a store whose first answers say nothing is sent no more before it is known what became of these', {
  tags: ['slow'],
}, async () => {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores.shoplazza(clock);
  const bench = await storeBench(db, { clock, ...simulated, platform: withinSeconds(simulated.platform) });
  simulated.simulation.faults.add({
    kind: 'refuse',
    value: 'words of no known reason',
    matching: 'unique_token',
    count: 20,
  });
  const request = await bench.start(await bench.own(someProducts(45)));
  let waiting: number | null = null;

  const stop = new AbortController();
  const working = workOnStoreJob(
    bench.services,
    async (at) => {
      await noFaults(at);
      if (at === 'settle.tick' && waiting === null) {
        ({ waiting } = (await bench.view(request.runId)).counts);
      }
    },
    request,
    stop.signal,
  ).catch(() => undefined);
  await expect.poll(async () => (await bench.view(request.runId)).counts.listed).toBe(45);
  stop.abort();
  await working;

  expect(waiting).toBe(25);
});
