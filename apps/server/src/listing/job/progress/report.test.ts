import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import { someProducts, storeBench, withTimes } from '../../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../../db/database.ts';
import { getRun } from '../../../runs/runs.ts';

const { db } = await testDatabase();

it('a run that waits to know what became of a product is not written again and again while nothing changes', {
  tags: ['slow'],
}, async () => {
  const clock = acceleratedClock(40);
  const simulated = simulatedStores.shoplazza(clock);
  const bench = await storeBench(db, {
    clock,
    ...simulated,
    platform: withTimes(simulated.platform, { latenessMs: 60_000 }),
  });
  simulated.simulation.faults.add({
    kind: 'refuse',
    value: 'words of no known reason',
    matching: 'unique_token',
    count: 1,
  });
  const request = await bench.start(await bench.own(someProducts(1)));
  const begunMs = clock.monotonic();

  await bench.work(request);

  const seconds = (clock.monotonic() - begunMs) / 1000;
  const run = await asOwner(db, bench.ownerId, (owned) => getRun(owned, bench.ownerId, request.runId));
  expect(run).toMatchObject({ state: 'complete', done: 1 });
  expect(seconds).toBeGreaterThan(60);
  expect(Number(run.version)).toBeLessThan(seconds / 2);
});
