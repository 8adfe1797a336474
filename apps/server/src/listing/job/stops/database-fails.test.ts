import pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../../testing/listing/listing.ts';

const { db } = await testDatabase();

it('a run whose database fails on the way is held with its name, goes on, and makes each product once', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db, { times: 200 });
  const request = await bench.start(await bench.own(someProducts(3)));
  const woken: (Date | undefined)[] = [];
  bench.services.jobs.wake = async (_run, at) => void woken.push(at);
  let fails = true;
  const injectFault = (point: string) => {
    if (fails && point === 'receipt.before-commit') {
      fails = false;
      throw Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code: '57P01' });
    }
  };

  await bench.work(request, injectFault);
  const held = await bench.view(request.runId);
  await bench.workOut(request);
  const ended = await bench.view(request.runId);

  expect(held.storeJobs[0]).toMatchObject({ state: 'held', fault: { code: 'database.unreachable' } });
  expect(woken).toHaveLength(1);
  expect(ended.run.state).toBe('complete');
  expect(bench.shop.view().products).toHaveLength(3);
});
