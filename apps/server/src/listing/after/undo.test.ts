import type { Product } from '@bowerbird/catalog/product';
import { share } from '@bowerbird/platforms/testing/share';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  diesAt,
  editProduct,
  type ListingBench,
  listingBench,
  type StoreBench,
  someProducts,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { createUndoRun } from '../api/create-actions.ts';
import { viewUndo, viewUndoItems } from '../api/undo-view.ts';
import { type FaultPoint, faultPoints } from '../store-job/fault-points.ts';
import { soonChecked, statuses, undoGroups } from './testing/undo-bench.ts';

const { db } = await testDatabase();

async function undo(bench: StoreBench, runId: string) {
  const id = await createUndoRun(bench.services, bench.ownerId, runId, null);
  return { runId: id, ownerId: bench.ownerId, key: bench.shopId };
}

async function undone(bench: StoreBench, runId: string) {
  const request = await undo(bench, runId);
  await bench.work(request);
  return { ...(await viewUndo(bench.services, bench.ownerId, request.runId)), runId: request.runId };
}

function oneProduct(from = 1): Product {
  const [product] = someProducts(1, from);
  if (!product) {
    throw new Error('no product');
  }
  return product;
}

function titled(bench: ListingBench, title: string) {
  const found = bench.shop.view().products.find((product) => product.title === title);
  if (!found) {
    throw new Error(`${title} is not there`);
  }
  return found;
}

describe.concurrent('a run that listed is taken back', () => {
  it('undo spares what was changed since', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(6));
    const { run } = await bench.list(ids);
    const [words, price, deleted, later] = bench.shop.view().products;
    bench.shop.merchant.edit(words?.id ?? 0, { title: 'Edited in the store' });
    bench.shop.merchant.edit(price?.id ?? 0, {
      variants: price?.variants.map((variant) => ({ ...variant, price: '1.23' })) ?? [],
    });
    bench.shop.merchant.remove(deleted?.id ?? 0);
    const at = someProducts(6).findIndex(({ title }) => title === later?.title);
    const product = oneProduct(at + 1);
    await editProduct(bench, ids[at] ?? '', { ...product, title: 'Edited here' });
    await bench.list([ids[at] ?? '']);

    const done = await undone(bench, run.id);

    expect(await undoGroups(bench, done.runId)).toEqual({
      'taken-back': 2,
      kept: 3,
      changed: 2,
      'later-run': 1,
      impossible: 1,
      gone: 1,
    });
    const left = bench.shop.view().products;
    expect(left.filter(({ status }) => status === 'ARCHIVED')).toHaveLength(2);
    expect(titled(bench, 'Edited in the store').status).toBe('ACTIVE');
    expect(titled(bench, 'Edited here').status).toBe('ACTIVE');
    expect(left.find(({ variants }) => variants[0]?.price === '1.23')?.status).toBe('ACTIVE');
    const { items } = await viewUndoItems(bench.services, bench.ownerId, done.runId, {
      undoGroup: 'kept',
      limit: 2,
    });
    expect(items).toHaveLength(2);
    expect(items.every(({ reason }) => reason !== null)).toBe(true);
  });

  it('is shown in three groups before, as it was last seen, and nothing is touched by that', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const { run } = await bench.list(await bench.own(someProducts(3)));
    const before = bench.shop.view().products;

    const reported = await viewUndo(bench.services, bench.ownerId, run.id);

    expect(reported).toMatchObject({
      of: 'foreseen',
      ways: { trashed: 0, hidden: 3, restored: 0 },
      undoneBy: null,
    });
    expect(await undoGroups(bench, run.id)).toEqual({ 'taken-back': 3, kept: 0, impossible: 0 });
    expect(bench.shop.view().products).toEqual(before);
  });

  it('a second undo finds nothing to do, and neither does the undo itself offer one', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const { run } = await bench.list(await bench.own(someProducts(2)));

    const first = await undone(bench, run.id);

    expect(statuses(bench)).toEqual(['ARCHIVED', 'ARCHIVED']);
    expect(await undoGroups(bench, run.id)).toEqual({ 'taken-back': 0, kept: 0, impossible: 0 });
    await expect(undo(bench, run.id)).rejects.toMatchObject({ code: 'selection.empty' });
    await expect(undo(bench, first.runId)).rejects.toMatchObject({ code: 'run.wrong-state' });
  });

  it('gives back the content that the run replaced, and then the run before it', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db, soonChecked);
    const [id = ''] = await bench.own(someProducts(1));
    const product = oneProduct();
    const first = await bench.start([id]);
    await bench.workOut(first);
    await editProduct(bench, id, { ...product, title: 'Second words' });
    const second = await bench.start([id]);
    // After-checks included: what they delete is not needed here.
    await bench.workOut(second);
    expect(titled(bench, 'Second words').status).toBe('ACTIVE');

    const back = await undone(bench, second.runId);

    expect(await undoGroups(bench, back.runId)).toEqual({ 'taken-back': 1, kept: 0, impossible: 0 });
    expect(bench.shop.view().products.map(({ title, status }) => [title, status])).toEqual([
      [product.title, 'ACTIVE'],
    ]);
    await undone(bench, first.runId);
    expect(statuses(bench)).toEqual(['ARCHIVED']);
    expect((await bench.rows())[0]).toMatchObject({ state: 'listed', published: false, open_attempt: null });
  });

  it('a product whose former content is not known counts as impossible', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own(someProducts(1));
    await bench.list([id]);
    const product = oneProduct();
    await editProduct(bench, id, { ...product, title: 'Second words' });
    const { run } = await bench.list([id]);
    await asOwner(db, bench.ownerId, (owned) =>
      owned
        .updateTable('listing_attempt')
        .set({ body: null })
        .where('owner_id', '=', bench.ownerId)
        .execute(),
    );

    expect(await undoGroups(bench, run.id)).toEqual({
      'taken-back': 0,
      kept: 0,
      impossible: 1,
      'former-unknown': 1,
    });
  });

  it('listing again after it shows the same product, by its own id', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(2));
    const { run } = await bench.list(ids);
    await undone(bench, run.id);

    const again = await bench.list(ids);

    expect(again.run.state).toBe('complete');
    expect(statuses(bench)).toEqual(['ACTIVE', 'ACTIVE']);
    expect([...bench.shop.view().createdByKey.values()]).toEqual([1, 1]);
  });

  it('a run that goes on, or a trial, is not taken back', async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(1));
    const begun = await bench.start(ids);
    const trial = await bench.start(ids, {}, true);
    await bench.work(trial);

    await expect(undo(bench, begun.runId)).rejects.toMatchObject({ code: 'run.wrong-state' });
    await expect(undo(bench, trial.runId)).rejects.toMatchObject({ code: 'run.wrong-state' });
  });
});

describe.concurrent('undo killed in the middle ends in three piles', () => {
  const injected: FaultPoint[] = faultPoints.filter((point) =>
    /^(turn|row|look|undo|intent|gate|answer|receipt|unknown|update|decide)/.test(point),
  );
  it.each(share(injected, 3))('at %s', { tags: ['slow'] }, async (point) => {
    const bench = await listingBench(db);
    const products = someProducts(4);
    const ids = await bench.own(products);
    const updated = oneProduct();
    await bench.list(ids.slice(0, 1));
    await editProduct(bench, ids[0] ?? '', { ...updated, title: 'Second words' });
    const { run } = await bench.list(ids);
    bench.shop.merchant.edit(titled(bench, products[3]?.title ?? '').id, { title: 'Edited in the store' });
    if (/^(unknown|decide)/.test(point)) {
      bench.shop.faults.add({ kind: 'lost-after', count: 2, matching: 'productSet' });
      bench.shop.faults.add({ kind: 'lost-after', count: 1, matching: 'productUpdate' });
    }
    const request = await undo(bench, run.id);
    const death = diesAt(point, /^(intent|gate|answer|receipt|undo)/.test(point) ? 2 : 1);
    const dying = bench.work(request, death.injectFault);
    await Promise.race([death.died, dying]);
    expect(death.injected()).toBe(true);

    await bench.work(request);

    expect(await undoGroups(bench, request.runId)).toEqual({
      'taken-back': 3,
      kept: 1,
      changed: 1,
      impossible: 0,
    });
    expect(
      bench.shop
        .view()
        .products.map(({ title, status }) => `${title} ${status}`)
        .sort(),
    ).toEqual(
      [
        `${products[0]?.title} ACTIVE`,
        `${products[1]?.title} ARCHIVED`,
        `${products[2]?.title} ARCHIVED`,
        'Edited in the store ACTIVE',
      ].sort(),
    );
    const rows = await bench.rows();
    expect(rows.map(({ state, open_attempt }) => [state, open_attempt])).toEqual(
      rows.map(() => ['listed', null]),
    );
  });
});
