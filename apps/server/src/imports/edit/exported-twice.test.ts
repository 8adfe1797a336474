import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug } from '../../../testing/products/products.ts';
import { as, editedFileBench, fileOf } from './testing.ts';

const database = await testDatabase();
const bench = await editedFileBench(database);
const { apply, content, exported, get, items, saved } = bench;

describe('of two exports of a product, whose price was changed between them, a file', () => {
  /** Returns the product, and a file of each export with one more cell changed. */
  async function twice() {
    const [one] = await saved({});
    const { id, product } = one ?? { id: '', product: mug };
    await exported([id], 'products-first.csv');
    await bench.edit(id, [{ kind: 'multiply-price', by: '2' }]);
    await exported([id], 'products-second.csv');
    const now = await content(id);
    return {
      id,
      ofFirst: (cells: Record<string, string>) => fileOf([product], { 0: cells }),
      ofSecond: (cells: Record<string, string>) => fileOf([now], { 0: cells }),
    };
  }
  const checkAs = async (name: string, text: string) => {
    const runId = await bench.start(await bench.upload(text, name), as());
    await bench.work(runId);
    return await get(runId);
  };
  const cells = async (runId: string, group: string) =>
    (await items(runId, group)).items.flatMap((item) => item.cells.map(({ path }) => path));

  it('of the first, renamed, does not bring back its price', async () => {
    const { id, ofFirst } = await twice();

    const same = await checkAs('renamed.csv', ofFirst({}));
    const checked = await checkAs('renamed.csv', ofFirst({ Vendor: 'Other' }));

    expect(same.groups).toMatchObject({ unchanged: 1, changed: 0, conflict: 0 });
    expect(await cells(checked.id, 'changed')).toEqual(['vendor']);
    await apply(checked, 1);
    expect(await content(id)).toMatchObject({ vendor: 'Other', variants: [{ price: '39.80' }] });
  });

  it('that is renamed, with another price, is a question whichever it is of', async () => {
    const { id, ofFirst, ofSecond } = await twice();

    for (const text of [ofFirst({ 'Variant Price': '25.00' }), ofSecond({ 'Variant Price': '25.00' })]) {
      const checked = await checkAs('renamed.csv', text);
      expect(await cells(checked.id, 'conflict')).toEqual(['variants/v1/price']);
      await apply(checked, 1);
      expect(await content(id)).toMatchObject({ variants: [{ price: '39.80' }] });
    }
  });

  it('that kept its name, also that of a part or of a second download, is of that export', async () => {
    const { ofFirst, ofSecond } = await twice();
    const price = { 'Variant Price': '25.00' };

    for (const name of ['products-first.csv', 'products-first (1).csv', 'products-first-2.csv']) {
      expect((await checkAs(name, ofFirst(price))).groups).toMatchObject({ conflict: 1 });
    }
    expect((await checkAs('products-second.csv', ofSecond(price))).groups).toMatchObject({
      changed: 1,
      conflict: 0,
    });
    expect(
      (await checkAs('products-second.csv', ofSecond({ 'Variant Price': '19.90' }))).groups,
    ).toMatchObject({ changed: 1 });
  });
});
