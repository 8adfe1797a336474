import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { diesAt, listingBench, type StoreBench, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { findListingMarks } from '../../products/list/listing-marks.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import { createActionRun } from '../api/create-actions.ts';
import { soonChecked, statuses, undoGroups } from './testing/undo-bench.ts';

const { db } = await testDatabase();

/** Returns the marks that the product list shows for these, sorted. */
async function marks(bench: StoreBench, ids: readonly string[]): Promise<string[]> {
  const found = await asOwner(db, bench.ownerId, (owned) => findListingMarks(owned, bench.ownerId, ids));
  return [...found.values()].flatMap((each) => each.map(({ state }) => state)).sort();
}

type Act = 'delist' | 'relist' | 'remove';

async function act(bench: StoreBench, kind: Act, ids: readonly string[]): Promise<JobRequest> {
  const runId = await createActionRun(bench.services, bench.ownerId, kind, {
    storeIds: [bench.storeId],
    selection: { ids: [...ids] },
    createdBy: null,
  });
  return { runId, ownerId: bench.ownerId, key: bench.shopId };
}

async function acted(bench: StoreBench, kind: Act, ids: readonly string[]): Promise<ListingRun> {
  const request = await act(bench, kind, ids);
  await bench.work(request);
  return await bench.view(request.runId);
}

describe.concurrent('chosen products in chosen stores', () => {
  it('are delisted, and shown again by their own ids', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(3));
    await bench.list(ids);

    const away = await acted(bench, 'delist', ids.slice(0, 2));

    expect(away).toMatchObject({
      action: 'delist',
      run: { state: 'complete', done: 2 },
      counts: { done: 2 },
    });
    expect(statuses(bench)).toEqual(['ACTIVE', 'DRAFT', 'DRAFT']);
    expect(await marks(bench, ids)).toEqual(['delisted', 'delisted', 'listed']);
    await acted(bench, 'relist', ids);
    expect(statuses(bench)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(bench.shop.view().duplicates).toEqual([]);
  });

  it('what was deleted in the store stays gone', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(2));
    await bench.list(ids);
    await acted(bench, 'delist', ids);
    bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);

    const { run, counts } = await acted(bench, 'relist', ids);

    expect(run).toMatchObject({ state: 'partial' });
    expect(counts).toMatchObject({ done: 1, gone: 1 });
    expect(statuses(bench)).toEqual(['ACTIVE']);
  });

  it('are removed, once nothing of theirs is on its way, and may be listed again as new', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db, soonChecked);
    const ids = await bench.own(someProducts(2));
    await bench.list(ids);

    const { run } = await acted(bench, 'remove', ids);

    expect(run.state).toBe('complete');
    expect(bench.shop.view().products).toEqual([]);
    expect((await bench.rows()).map(({ state, generation }) => [state, generation])).toEqual([
      ['waiting', 2],
      ['waiting', 2],
    ]);
    expect(await marks(bench, ids)).toEqual([]);
    const again = await bench.list(ids);
    expect(again.run.state).toBe('complete');
    expect(statuses(bench)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('what is hidden is no edit of the merchant: the run can still be taken back', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(1));
    const { run } = await bench.list(ids);
    await acted(bench, 'delist', ids);
    await acted(bench, 'relist', ids);

    expect(await undoGroups(bench, run.id)).toEqual({ 'taken-back': 1, kept: 0, impossible: 0 });
  });

  it.each(['lost-after', 'lost-before'] as const)(
    'an attempt in doubt (%s) is looked at, and ends as asked',
    { tags: ['slow'] },
    async (kind) => {
      const bench = await listingBench(db, soonChecked);
      const ids = await bench.own(someProducts(2));
      await bench.list(ids);
      bench.shop.faults.add({ kind, matching: 'productDelete', count: 1 });
      bench.shop.faults.add({ kind, matching: 'productUpdate', count: 1 });

      expect((await acted(bench, 'delist', ids)).counts.done).toBe(2);
      expect(statuses(bench)).toEqual(['DRAFT', 'DRAFT']);
      expect((await acted(bench, 'remove', ids)).counts.done).toBe(2);
      expect(bench.shop.view().products).toEqual([]);
      expect((await bench.rows()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    },
  );

  it('a run that lists comes upon a removal whose outcome is unknown, settles it, and makes one product', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db, soonChecked);
    const ids = await bench.own(someProducts(1));
    await bench.workOut(await bench.start(ids));
    const death = diesAt('answer.parsed');
    const dying = bench.work(await act(bench, 'remove', ids), death.injectFault);
    await Promise.race([death.died, dying]);

    const { run } = await bench.list(ids);

    expect(run.state).toBe('complete');
    expect(statuses(bench)).toEqual(['ACTIVE']);
    expect((await bench.rows())[0]).toMatchObject({ state: 'listed', generation: 2 });
  });
});
