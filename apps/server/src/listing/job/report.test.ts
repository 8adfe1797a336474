import { wordpress } from '@bowerbird/platforms/wordpress/index';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts, storeBench, withTimes } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { getRun } from '../../runs/runs.ts';

const { db } = await testDatabase();

it('a run that waits for a request that may still arrive is not written again and again while nothing changes', async () => {
  const clock = acceleratedClock(40);
  const site = createWordpressSite({ name: 'blog', outside: clock });
  const bench = await storeBench(db, {
    clock,
    platform: withTimes(wordpress, { latenessMs: 60_000 }),
    simulation: site,
    connection: 'application-password',
    credentials: { user: site.settings.user, applicationPassword: site.settings.applicationPassword },
  });
  site.faults.add({ kind: 'lost-before', matching: '/batch/v1', count: 1 });
  const request = await bench.start(await bench.own(someProducts(1)));
  const begunMs = clock.monotonic();

  await bench.work(request);

  const seconds = (clock.monotonic() - begunMs) / 1000;
  const run = await asOwner(db, bench.ownerId, (owned) => getRun(owned, bench.ownerId, request.runId));
  expect(run).toMatchObject({ state: 'complete', done: 1 });
  expect(seconds).toBeGreaterThan(60);
  expect(Number(run.version)).toBeLessThan(seconds / 2);
});
