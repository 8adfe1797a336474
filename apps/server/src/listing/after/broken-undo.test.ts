import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';
import type { AppliedAttempt, Facts } from '../actions/facts.ts';
import { judge } from '../actions/judge.ts';
import { createUndoRun } from '../api/create-actions.ts';
import { viewUndo } from '../api/undo-view.ts';

const { db } = await testDatabase();

it('an undo that broke off with a removal in doubt is taken up by the next one', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  const { run } = await bench.list(await bench.own(someProducts(1)));
  const undo = async () => {
    const runId = await createUndoRun(bench.services, bench.ownerId, run.id, null);
    return { runId, ownerId: bench.ownerId, key: bench.shopId };
  };
  const broken = await undo();
  await bench.work(broken, (point) => {
    if (point === 'answer.parsed') {
      throw new Error('broken off');
    }
  });
  expect((await bench.view(broken.runId)).run.state).toBe('failed');

  const again = await undo();
  await bench.work(again);

  const { undoGroups } = await viewUndo(bench.services, bench.ownerId, again.runId);
  expect(undoGroups.find(({ undoGroup }) => undoGroup === 'taken-back')?.count).toBe(1);
  expect(bench.shop.view().products.map(({ status }) => status)).toEqual(['ARCHIVED']);
  expect((await bench.rows())[0]).toMatchObject({ state: 'listed', published: false, open_attempt: null });
});

it('content is taken back though a send of it that was given up for lost lies there', () => {
  const attempt = (id: string, kind: AppliedAttempt['kind'], hash: string, run: string): AppliedAttempt => ({
    id,
    kind,
    hash,
    run,
    undoes: null,
    kept: true,
  });
  const facts: Facts = {
    itemId: 'item',
    listingId: 'listing',
    productId: 'product',
    shopId: 'shop',
    storeId: 'store',
    title: 'Lamp',
    revision: 2,
    position: 0,
    state: 'listed',
    openAttempt: null,
    // Belongs to the send that is not among those that were applied.
    sentHash: 'second',
    listedHash: 'read back',
    seenHash: 'read back',
    address: null,
    attempts: [attempt('1', 'create', 'first', 'before'), attempt('3', 'update', 'second', 'run')],
  };

  expect(judge(facts, 'run')).toMatchObject({ undoGroup: 'taken-back', way: 'restore', former: '1' });
});
