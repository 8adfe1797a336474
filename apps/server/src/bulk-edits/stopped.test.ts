import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { mug } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { bulkBench } from './testing.ts';

const { db, ann, own, ask, start, deliver, status, undo, run } = await bulkBench();
const dearer: EditStep[] = [{ edit: { kind: 'multiply-price', by: '2' } }];

/** How many of these products have each price. */
async function pricesOf(ids: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await asOwner(db, ann.ownerId, (owned) =>
    sql<{ price: string; count: number }>`
      select price::text as price, count(*)::integer as count from product
      where owner_id = ${ann.ownerId} and id = any(${ids}::uuid[]) group by price
    `.execute(owned),
  );
  return Object.fromEntries(rows.map(({ price, count }) => [price, count]));
}

/** Begins an edit of four pages, and pauses or cancels it while its second and third page are written. */
async function stoppedMidway(wanted: 'pause' | 'cancel'): Promise<{ ids: string[]; runId: string }> {
  const ids = await own(Array(1501).fill({ ...mug, tags: [wanted] }));
  const runId = await start({ filter: { tags: [wanted] }, except: [] }, dearer, { expected: 1501 });
  const aborted = vi.spyOn(AbortController.prototype, 'abort');
  let working: Promise<unknown> = Promise.resolve();
  await asOwner(db, ann.ownerId, async (owned) => {
    // The second and the third page wait for this transaction, and no page is taken beside them.
    await sql`
      select from product where id in (select ids[1] from run_page where run_id = ${runId} and page in (1, 2))
      for update
    `.execute(owned);
    working = deliver(runId);
    await vi.waitFor(async () => expect((await run(runId)).done).toBe(500), { timeout: 60_000 });
    await ask('POST', `/runs/${runId}/${wanted}`);
    await vi.waitFor(
      () => expect(aborted).toHaveBeenCalledWith(expect.objectContaining({ because: wanted })),
      { timeout: 60_000 },
    );
  });
  await working;
  aborted.mockRestore();
  return { ids, runId };
}

it('paused in the middle of its pages, goes on with the others after resuming, and does none twice', {
  tags: ['slow'],
}, async () => {
  const { ids, runId } = await stoppedMidway('pause');
  const paused = await run(runId);
  expect(await pricesOf(ids)).toEqual({ '39.80': 1500, '19.90': 1 });
  expect(paused).toMatchObject({ state: 'paused', done: 1500, total: 1501 });
  // A leftover of its job does nothing while it is paused.
  expect(await deliver(runId)).toMatchObject({ state: 'paused', done: 1500 });

  await ask('POST', `/runs/${runId}/resume`);
  const ended = await deliver(runId);

  expect(ended).toMatchObject({ state: 'complete', done: 1501, failed: 0 });
  expect(await pricesOf(ids)).toEqual({ '39.80': 1501 });
  expect((await status(runId)).counts).toMatchObject({ changed: 1501 });
});

it('cancelled in the middle of its pages, keeps and reports what it did, and that is undone', {
  tags: ['slow'],
}, async () => {
  const { ids, runId } = await stoppedMidway('cancel');

  expect(await run(runId)).toMatchObject({ state: 'cancelled', done: 1500, failed: 0, total: 1501 });
  expect(await pricesOf(ids)).toEqual({ '39.80': 1500, '19.90': 1 });
  expect((await status(runId)).counts).toMatchObject({ changed: 1500, unchanged: 0, rejected: 0, gone: 0 });
  expect(await ask('POST', `/edits/${runId}/undo/preview`)).toEqual({
    counts: { restored: 1500, kept: 0, impossible: 0 },
    left: [],
  });
  // What was cancelled does not begin again.
  expect(await deliver(runId)).toMatchObject({ state: 'cancelled', done: 1500 });

  const undone = await deliver(await undo(runId));
  expect(undone).toMatchObject({ state: 'complete', done: 1500, total: 1500 });
  expect(await pricesOf(ids)).toEqual({ '19.90': 1501 });
});
