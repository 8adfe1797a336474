import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { diesAt, type ListingBench, listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import type { FaultPoint } from '../store-job/fault-points.ts';
import { wakeOwedChecks } from './keep-checking.ts';

const { db } = await testDatabase();

/** A run whose worker dies before it sees the answer, and which is cancelled before another worker takes it over. */
async function cancelledInDoubt(point: FaultPoint): Promise<{ bench: ListingBench; request: JobRequest }> {
  const bench = await listingBench(db, { times: 200 });
  const request = await bench.start(await bench.own(someProducts(1)));
  bench.shop.faults.add({ kind: 'lost-after', matching: 'productSet' });
  const dying = diesAt(point);
  void bench.work(request, dying.injectFault);
  await dying.died;
  await bench.cancelled(request.runId);
  return { bench, request };
}

it.each([
  ['gate.before', 0],
  ['unknown.before-commit', 1],
] as const)(
  'a write in doubt at %s is settled though its run was cancelled, and never sent again: %i in the store',
  { tags: ['slow'] },
  async (point, there) => {
    const { bench, request } = await cancelledInDoubt(point);
    const [before] = await bench.rows();
    const woken: string[] = [];
    bench.services.jobs.wake = async ({ id }) => void woken.push(id);

    await wakeOwedChecks(bench.services);
    await bench.workOut(request);
    const [after] = await bench.rows();
    await wakeOwedChecks(bench.services);

    expect(before?.open_attempt).not.toBeNull();
    expect(woken).toEqual([request.runId]);
    expect(after).toMatchObject({ open_attempt: null, check_due: false });
    expect(bench.shop.view().products).toHaveLength(there);
    expect(after?.state).toBe(there === 0 ? 'waiting' : 'listed');
  },
);

it('a row whose attempt lost its content is given up, and keeps nobody at work for ever', {
  tags: ['slow'],
}, async () => {
  const { bench, request } = await cancelledInDoubt('unknown.before-commit');
  await asOwner(db, bench.ownerId, (owned) =>
    owned.updateTable('listing_attempt').set({ body: null }).where('owner_id', '=', bench.ownerId).execute(),
  );

  await bench.workOut(request);

  const [row] = await bench.rows();
  expect(row).toMatchObject({ open_attempt: null, check_due: false });
});
