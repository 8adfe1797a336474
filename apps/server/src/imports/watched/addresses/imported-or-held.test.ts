import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';
import { shopifyFile } from '../../testing.ts';
import { addressBench } from '../testing/address-bench.ts';
import { mugs } from '../testing/watched-bench.ts';

const { db } = await testDatabase();
const { bench, feed, watched, at, lookOnce, stored, importsOf, notices } = await addressBench(db);

describe('a watched address', () => {
  it('is imported by itself when it has changed, and not again while it is the same', {
    tags: ['slow'],
  }, async () => {
    const source = await watched.supplier('Acme', 4);
    feed.file('/acme.csv', shopifyFile(mugs(4, '12.00')), '"one"');
    const { id } = await watched.create(source, at('/acme.csv'));

    const first = await watched.look(id);
    const again = await watched.look(id);
    feed.file('/acme.csv', shopifyFile(mugs(4, '12.00')), '"same bytes, other tag"');
    const sameBytes = await watched.look(id);
    feed.file('/acme.csv', shopifyFile(mugs(5, '13.00')), '"three"');
    const changed = await watched.look(id);

    expect(first).toMatchObject({
      lastLook: { outcome: 'imported' },
      fault: null,
      lastImport: { state: 'applied', fileName: 'acme.csv', products: 4, heldBecause: null },
    });
    expect(again).toMatchObject({ lastLook: { outcome: 'unchanged' }, lastImport: first.lastImport });
    expect(sameBytes).toMatchObject({ lastLook: { outcome: 'unchanged' }, lastImport: first.lastImport });
    expect(changed).toMatchObject({
      lastLook: { outcome: 'imported' },
      lastImport: { products: 5, state: 'applied' },
    });
    expect(new Date(changed.nextAt ?? 0).getTime()).toBeGreaterThan(Date.now());
    const rows = await bench.rows({ sources: [source] });
    expect(rows).toHaveLength(5);
    expect(rows.every(({ price }) => Number(price) === 13)).toBe(true);
    expect(await importsOf(id)).toHaveLength(2);
    expect(await notices()).toEqual([]);
  });

  it('that is to wait for a person waits, and a newer file takes the place of one that waits', {
    tags: ['slow'],
  }, async () => {
    const source = await watched.supplier('Careful', 4);
    feed.file('/careful.csv', shopifyFile(mugs(4, '11.00')), '"1"');
    const { id } = await watched.create(source, at('/careful.csv'), { applies: false });

    const first = await watched.look(id);
    feed.file('/careful.csv', shopifyFile(mugs(4, '12.00')), '"2"');
    const second = await watched.look(id);

    expect(first.lastImport).toMatchObject({ state: 'checked', heldBecause: { code: 'import.to-confirm' } });
    expect(second.lastImport).toMatchObject({ state: 'checked' });
    expect((await importsOf(id)).map(({ state }) => state)).toEqual(['cancelled', 'held']);
    expect(await notices()).toEqual([{ state: 'confirm', supplier: 'Careful', count: 4 }]);
    const done = await bench.apply(await bench.get(second.lastImport?.id ?? ''), 4);
    expect(done).toMatchObject({ state: 'applied', outcomes: { imported: 4 } });
  });

  it('is not replaced while a person repairs it; the next file waits', async () => {
    const source = await watched.supplier('Repairing', 4);
    feed.file('/repair.csv', shopifyFile(mugs(4, '11.00')), '"1"');
    const { id } = await watched.create(source, at('/repair.csv'), { applies: false });
    const first = await watched.look(id);
    const runId = first.lastImport?.id ?? '';
    const { dialect, mapping, key, into } = await bench.get(runId);
    await bench.call('PUT', `/imports/${runId}`, { dialect, mapping, key, into });
    await bench.work(runId);
    feed.file('/repair.csv', shopifyFile(mugs(4, '12.00')), '"2"');

    expect(await watched.look(id)).toMatchObject({
      lastLook: { outcome: 'waits' },
      fault: { code: 'import.watch-waits' },
      lastImport: { id: runId, state: 'checked' },
    });
    await bench.call('POST', `/runs/${runId}/cancel`);
    expect(await watched.look(id)).toMatchObject({ lastLook: { outcome: 'imported' }, fault: null });
    await notices();
  });

  it('with errors is held, and the notice names the supplier and how many', async () => {
    const source = await watched.supplier('Faulty', 4);
    const broken = shopifyFile(mugs(4), ([header = [], ...rows]) => {
      const price = header.indexOf('Variant Price');
      return [header, ...rows.map((row, n) => (n < 2 ? row.with(price, 'ask us') : row))];
    });
    feed.file('/faulty.csv', broken, '"1"');
    const { id } = await watched.create(source, at('/faulty.csv'));

    const held = await watched.look(id);

    expect(held.lastImport).toMatchObject({
      state: 'checked',
      faults: 2,
      heldBecause: { code: 'import.watch-errors', params: { count: 2 } },
    });
    expect(await notices()).toEqual([{ state: 'errors', supplier: 'Faulty', count: 2 }]);
    expect((await bench.rows({ sources: [source] })).every(({ price }) => Number(price) === 10)).toBe(true);
  });

  it('that suddenly misses more than 30 % of the products is never applied by itself', async () => {
    const source = await watched.supplier('Shrinking', 10);
    feed.file('/shrinking.csv', shopifyFile(mugs(7)), '"7"');
    const { id } = await watched.create(source, at('/shrinking.csv'));
    const less = await watched.look(id);
    feed.file('/shrinking.csv', shopifyFile(mugs(4)), '"4"');
    const suddenly = await watched.look(id);

    expect(less.lastImport).toMatchObject({ state: 'applied' });
    expect(suddenly.lastImport).toMatchObject({
      state: 'checked',
      heldBecause: { code: 'import.watch-missing', params: { count: 3, percent: 43 } },
    });
    expect(await notices()).toEqual([{ state: 'missing', supplier: 'Shrinking', count: 3, percent: 43 }]);
    expect(await bench.get(suddenly.lastImport?.id ?? '')).toMatchObject({
      heldBecause: { code: 'import.watch-missing' },
    });
  });

  it('whose columns have changed is held, also where the rest could be read', async () => {
    const source = await watched.supplier('Renaming', 4);
    const renamed = shopifyFile(mugs(4), ([header = [], ...rows]) => [
      header.map((cell) => (cell === 'Variant Price' ? 'Your Price' : cell)),
      ...rows,
    ]);
    feed.file('/renaming.csv', renamed, '"1"');
    const { id } = await watched.create(source, at('/renaming.csv'));

    expect((await watched.look(id)).lastImport).toMatchObject({
      state: 'checked',
      heldBecause: { code: 'import.watch-header-changed', params: { columns: 'Variant Price' } },
    });
    expect(await notices()).toEqual([{ state: 'header', supplier: 'Renaming', columns: 'Variant Price' }]);
  });

  it('that a person asks for is looked at while it is paused, and stays paused', async () => {
    const source = await watched.supplier('Paused', 1);
    feed.file('/paused.csv', shopifyFile(mugs(1, '18.00')), '"p"');
    const { id } = await watched.create(source, at('/paused.csv'));
    await bench.call('PUT', `/imports/watched/${id}`, { ...watched.body, on: false });

    const paused = await lookOnce(id);
    expect(await bench.call('POST', `/imports/watched/${id}/look`)).toMatchObject({ isLooking: true });
    const asked = await lookOnce(id);

    expect([paused, asked]).toEqual([false, true]);
    expect(await watched.get(id)).toMatchObject({
      on: false,
      nextAt: null,
      isLooking: false,
      lastLook: { outcome: 'imported' },
    });
  });

  it('deletes the bytes of the files before it', { tags: ['slow'] }, async () => {
    const source = await watched.supplier('Tidy', 2);
    feed.file('/tidy.csv', shopifyFile(mugs(2, '20.00')), '"1"');
    const { id } = await watched.create(source, at('/tidy.csv'));
    const before = await stored();
    for (const price of ['21.00', '22.00', '23.00']) {
      feed.file('/tidy.csv', shopifyFile(mugs(2, price)), `"${price}"`);
      await watched.look(id);
    }
    expect((await stored()).length - before.length).toBe(1);
  });
});
