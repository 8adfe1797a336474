import type { Product } from '@bowerbird/catalog/product';
import type { checkGrid } from '@bowerbird/contract/products/grid';
import type { AnswerOf } from '@bowerbird/contract/route';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, variant } from '../../testing/products/products.ts';
import { cell, gridBench, outcomes, type Saved } from './testing/grid-bench.ts';

const { db } = await testDatabase();
const { own, ask, get, edit, save, undo } = await gridBench(db);

describe('options and their values', () => {
  const shirt: Product = {
    ...mug,
    options: [
      { name: 'Color', values: ['Navy', 'Blue', 'Red'] },
      { name: 'Size', values: ['S', 'M'] },
    ],
    variants: [
      variant({ id: 'v1', optionValues: ['Navy', 'S'], price: '10.00', stock: 1 }),
      variant({ id: 'v2', optionValues: ['Blue', 'M'], price: '11.00', stock: 2 }),
      variant({ id: 'v3', optionValues: ['Red', 'S'], price: '12.00', stock: 3 }),
      variant({ id: 'v4', optionValues: ['Blue', 'S'], price: '9.00', stock: 4 }),
    ],
  };
  const navyToBlue = cell('options/0/values/0', 'Navy', 'Blue');
  const nameToColour = cell('options/0/name', 'Color', 'Colour');
  const variantsOf = async (id: string) =>
    (await get(id)).product.variants.map((each) => [
      each.id,
      each.optionValues.join('/'),
      each.price,
      each.stock,
    ]);

  it('are renamed with the variants, two that swap names too, in the edit set of the other cells', async () => {
    const [id = ''] = await own([shirt]);

    const saved = await save(
      v7(),
      await edit(
        id,
        nameToColour,
        navyToBlue,
        cell('options/0/values/1', 'Blue', 'Navy'),
        cell('options/1/values/1', 'M', 'Medium'),
        cell('variants/v2/price', '11.00', '11.50'),
      ),
    );

    expect(outcomes(saved)).toEqual(['changed']);
    expect((await get(id)).product.options).toEqual([
      { name: 'Colour', values: ['Blue', 'Navy', 'Red'] },
      { name: 'Size', values: ['S', 'Medium'] },
    ]);
    expect(saved.products[0]?.product.options).toEqual((await get(id)).product.options);
    expect(await variantsOf(id)).toEqual([
      ['v1', 'Blue/S', '10.00', 1],
      ['v2', 'Navy/Medium', '11.50', 2],
      ['v3', 'Red/S', '12.00', 3],
      ['v4', 'Navy/S', '9.00', 4],
    ]);

    await undo(saved.runId);
    expect((await get(id)).product).toEqual(shirt);
  });

  it('are merged by the rule that was chosen, as the check said, once, and come back with an undo', async () => {
    const [id = ''] = await own([shirt]);
    const key = v7();
    const sent = await edit(id, navyToBlue, cell('variants/v1/price', '10.00', '8.00'));
    const merge = { keep: 'cheapest', stock: 'sum' };

    const unruled = await ask<AnswerOf<typeof checkGrid>>('/grid/check', { products: [sent] });
    const refused = await save(key, sent);
    const checked = await ask<AnswerOf<typeof checkGrid>>('/grid/check', { products: [sent], merge });
    const saved = await ask<Saved>('/grid/save', { key, products: [sent], merge });
    const again = await ask<Saved>('/grid/save', { key, products: [sent], merge });

    const why = [{ path: 'options/0/values/0', code: 'grid.variants-equal', params: { count: 1 } }];
    expect([unruled.products[0]?.rejected, refused.products[0]?.rejected]).toEqual([why, why]);
    expect(refused.runId).toBeNull();
    expect([outcomes(checked), outcomes(saved), outcomes(again)]).toEqual([
      ['changed'],
      ['changed'],
      ['unchanged'],
    ]);
    expect(saved.products[0]?.product.variants).toEqual(checked.products[0]?.product.variants);
    // The price entered in the same grid decides which one is kept.
    expect(await variantsOf(id)).toEqual([
      ['v1', 'Blue/S', '8.00', 5],
      ['v2', 'Blue/M', '11.00', 2],
      ['v3', 'Red/S', '12.00', 3],
    ]);
    expect((await get(id)).revision).toBe(2);

    await undo(saved.runId);
    expect((await get(id)).product).toEqual(shirt);
  });

  it('that a price was entered for before their variant was merged away are not refused when sent again', async () => {
    const [id = ''] = await own([shirt]);
    const key = v7();
    const products = [await edit(id, navyToBlue, cell('variants/v4/price', '9.00', '9.50'))];
    const merge = { keep: 'first', stock: 'own' };

    const saved = await ask<Saved>('/grid/save', { key, products, merge });
    const again = await ask<Saved>('/grid/save', { key, products, merge });

    expect([outcomes(saved), outcomes(again)]).toEqual([['changed'], ['unchanged']]);
    expect((await variantsOf(id)).map(([of]) => of)).toEqual(['v1', 'v2', 'v3']);
  });

  it('name the cell that somebody else renamed, that is taken, blank, too long or gone, and write nothing of it', async () => {
    const ids = await own([shirt, shirt, shirt, shirt, shirt]);
    const [other = '', taken = '', blank = '', long = '', gone = ''] = ids;
    const read = await edit(other, navyToBlue, nameToColour);
    await ask(`/products/${other}/edit`, {
      edits: [{ kind: 'rename-option-value', option: 'Color', value: 'Navy', to: 'Marine' }],
    });

    const saved = await save(
      v7(),
      read,
      await edit(taken, cell('options/0/name', 'Color', 'size')),
      await edit(blank, cell('options/1/name', 'Size', ' '), cell('options/1/values/0', 'S', '')),
      await edit(long, cell('options/0/values/2', 'Red', 'R'.repeat(256))),
      await edit(gone, cell('options/2/name', 'Material', 'Fabric')),
    );

    expect(saved.runId).toBeNull();
    expect(saved.products.map(({ rejected, meanwhile }) => [...rejected, ...meanwhile])).toEqual([
      [{ path: 'options/0/values/0', theirs: 'Marine' }],
      [{ path: 'options/0/name', code: 'grid.option-name-taken', params: { name: 'size' } }],
      [
        { path: 'options/1/name', code: 'option.name-blank', params: {} },
        { path: 'options/1/values/0', code: 'grid.value', params: {} },
      ],
      [{ path: 'options/0/values/2', code: 'product.too-long', params: { length: 256, max: 255 } }],
      [{ path: 'options/2/name', code: 'grid.gone', params: {} }],
    ]);
    expect((await get(other)).product.options[0]).toEqual({
      name: 'Color',
      values: ['Marine', 'Blue', 'Red'],
    });
  });
});
