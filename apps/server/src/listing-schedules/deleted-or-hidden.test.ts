import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { editProduct, someProducts } from '../../testing/listing/listing.ts';
import { scheduleBench } from './testing/schedule-bench.ts';

const { db } = await testDatabase();

describe('a schedule', () => {
  it('never makes again what was deleted in the store', { tags: ['slow'] }, async () => {
    const bench = await scheduleBench(db);
    const { id } = await bench.schedule({}, await bench.own(someProducts(2)));
    await bench.after(1.01, id);
    const [gone] = bench.shop.view().products;
    bench.shop.merchant.remove(gone?.id ?? 0);

    await bench.runNow(id);
    await bench.after(24, id);

    expect(bench.shop.view().products).toHaveLength(1);
  });

  it('leaves hidden what the merchant delisted, by us or in the store, and says so, until the merchant publishes it', {
    tags: ['slow'],
  }, async () => {
    const bench = await scheduleBench(db);
    const products = someProducts(3) as [Product, Product, Product];
    const [ours = '', theirs = '', third = ''] = await bench.own(products);
    const { id } = await bench.schedule({}, []);
    await bench.after(1.01, id);
    await bench.act('delist', [ours]);
    const there = bench.shop.view().products.find(({ title }) => title === products[1].title);
    bench.shop.merchant.edit(there?.id ?? 0, { status: 'DRAFT' });
    const rename = async (to: string) => {
      for (const [at, product] of [ours, theirs, third].entries()) {
        await editProduct(bench, product, { ...(products[at] as Product), title: `${to} ${at}` });
      }
    };

    await rename('Spring');
    expect(await bench.after(24, id)).toBe(1);
    expect(bench.shown()).toEqual(['Spring 2']);
    expect(await bench.leftOut(id)).toEqual(
      [ours, theirs].toSorted().map((product) => [product, 'done', 'listing.delisted']),
    );
    expect((await bench.place(id))?.last?.run?.state).toBe('complete');
    expect(await bench.after(24, id)).toBe(0);
    await bench.runNow(id);
    expect(bench.shown()).toEqual(['Spring 2']);

    await bench.act('relist', [ours]);
    bench.shop.merchant.edit(there?.id ?? 0, { status: 'ACTIVE' });
    expect(await bench.after(24, id)).toBe(1);
    expect(bench.shown()).toContain('Spring 0');
    await rename('Summer');
    expect(await bench.after(24, id)).toBe(1);
    expect(bench.shown()).toEqual(['Summer 0', 'Summer 1', 'Summer 2']);
  });

  it('never brings back what was removed or undone by hand, and shows again what was delisted where that is wanted', {
    tags: ['slow'],
  }, async () => {
    const bench = await scheduleBench(db);
    const products = someProducts(3);
    const [removed = '', delisted = '', undone = ''] = await bench.own(products);
    const titles = new Map([removed, delisted, undone].map((each, at) => [each, products[at]?.title]));
    const { id } = await bench.schedule({}, [removed, delisted]);
    const all = await bench.schedule({}, [], [bench.storeId], { delisted: 'show' });
    await bench.runNow(id);
    const { run } = await bench.list([undone]);
    await bench.undo(run.id);

    await bench.act('remove', [removed]);
    await bench.act('delist', [delisted]);
    await bench.runNow(id);
    expect(bench.shown()).toEqual([]);
    expect(await bench.leftOut(id)).toHaveLength(2);
    await bench.runNow(all.id);
    expect(bench.shown()).toEqual([delisted, undone].map((each) => titles.get(each)).sort());

    await bench.list([removed]);
    expect(bench.shown()).toHaveLength(3);
  });
});
