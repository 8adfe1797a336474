import type { Product } from '@bowerbird/catalog/product';
import { describe, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { type EditedName, editedStores } from '../../../testing/listing/edited-stores.ts';
import { editProduct, type StoreBench, storeBench, withTimes } from '../../../testing/listing/listing.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import type { FaultInjector, FaultPoint } from '../../listing/store-job/fault-points.ts';
import { compareStore, requestComparison } from './compare-store.ts';
import { listDrift } from './list-drift.ts';

const { db } = await testDatabase();

const former = { compareAtPrice: '29.90', cost: '8.00', stock: 12 };
const plain: Product = {
  ...mug,
  variants: [variant({ ...former, sku: 'MUG-1', price: '19.90', barcode: '4006381333948' })],
};
const sized: Product = {
  ...mug,
  title: 'Red mug',
  handle: 'red-mug',
  options: [{ name: 'Size', values: ['Small', 'Large'] }],
  variants: [
    variant({ ...former, sku: 'MUG-S', price: '17.90', optionValues: ['Small'], barcode: '4006381333955' }),
    variant({
      ...former,
      id: 'v2',
      sku: 'MUG-L',
      price: '21.90',
      optionValues: ['Large'],
      barcode: '4006381333962',
    }),
  ],
};

async function compare({ services, ownerId, shopId }: StoreBench): Promise<Record<string, string[]>> {
  await asOwner(db, ownerId, (owned) => requestComparison(owned, ownerId, undefined));
  await compareStore(services, ownerId, shopId, new AbortController().signal);
  const { items } = await asOwner(db, ownerId, (owned) => listDrift(owned, services, ownerId, { limit: 50 }));
  return Object.fromEntries(items.map(({ title, fields }) => [title, fields.map(({ kind }) => kind)]));
}

describe.concurrent.each(Object.keys(editedStores) as EditedName[])('%s', (name) => {
  it('reports every field that the merchant changes in the store, and no other', { tags: ['slow'] }, async ({
    expect,
  }) => {
    const clock = acceleratedClock(20);
    const { edits, ...store } = editedStores[name](clock);
    const bench = await storeBench(db, { clock, ...store });
    await bench.list(await bench.own([plain, sized]));
    expect(await compare(bench)).toEqual({});

    const reported: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [edit, apply] of edits) {
      const [kind = ''] = edit.split(' ');
      const undo = apply();
      reported[edit] = await compare(bench);
      expected[edit] = { ...(edit !== 'variants' && { [plain.title]: [kind] }), [sized.title]: [kind] };
      undo();
      reported[`${edit}, undone`] = await compare(bench);
      expected[`${edit}, undone`] = {};
    }
    expect(reported).toEqual(expected);
  });

  it('reports no difference of a product that a run is creating or writing', { tags: ['slow'] }, async ({
    expect,
  }) => {
    const clock = acceleratedClock(20);
    const { edits: _edits, ...store } = editedStores[name](clock);
    // Comparing in the middle of a write must not use up the write's deadline.
    const platform = withTimes(store.platform, { deadlineMs: 3_600_000 });
    const bench = await storeBench(db, { clock, ...store, platform });
    const ids = await bench.own([plain, sized]);
    const reported: unknown[] = [];
    const comparing = comparesAtEach(bench, reported);
    await bench.work(await bench.start(ids), comparing);

    const repriced = (product: Product, title: string): Product => ({
      ...product,
      title,
      tags: ['new'],
      variants: product.variants.map((each) => ({ ...each, price: '15.00', stock: 3 })),
    });
    await editProduct(bench, ids[0] ?? '', repriced(plain, 'Blue mug, new'));
    await editProduct(bench, ids[1] ?? '', repriced(sized, 'Red mug, new'));
    await bench.work(await bench.start(ids), comparing);

    expect(reported.length).toBeGreaterThan(4);
    expect(reported.filter((each) => JSON.stringify(each) !== '{}')).toEqual([]);
    expect(await compare(bench)).toEqual({});
    const { counts } = await bench.view((await bench.list(ids)).run.id);
    expect(counts).toMatchObject({ listed: 2 });
  });
});

/** Fault points at which the run holds none of the few shared database connections. */
const outsideTransactions: readonly FaultPoint[] = [
  'intent.after-commit',
  'answer.parsed',
  'receipt.after-commit',
  'update.read',
  'image.sent',
  'finish.step',
  'publish.before',
  'publish.after',
];

/** Compares the store at every fault point of a run; the results are added to the list. */
function comparesAtEach(bench: StoreBench, reported: unknown[]): FaultInjector {
  let isComparing = false;
  return async (point) => {
    if (outsideTransactions.includes(point) && !isComparing) {
      isComparing = true;
      reported.push(await compare(bench));
      isComparing = false;
    }
  };
}
