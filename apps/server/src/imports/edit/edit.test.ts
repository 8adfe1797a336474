import { protectedCell } from '@bowerbird/files/text/protection';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { shopifyFile } from '../testing.ts';
import { as, editedFileBench, fileOf } from './testing.ts';

const database = await testDatabase();
const bench = await editedFileBench(database);
const { apply, call, check, content, exported, items, saved } = bench;

it('a code of ours that looks ruined is ours, and no error when it comes back', async () => {
  const [one] = await saved({ variants: [variant({ sku: '4.00638E+12', price: '9.00' })] });
  if (!one) {
    throw new Error('no product');
  }

  const same = await check(fileOf([one.product]), as());
  const other = await check(fileOf([one.product], { 0: { 'Variant SKU': '5.00638E+12' } }), as());
  const dearer = await check(fileOf([one.product], { 0: { 'Variant Price': '11.00' } }), as());

  expect(same.groups).toMatchObject({ faulty: 0, unchanged: 1 });
  expect(other.groups).toMatchObject({ faulty: 1 });
  expect((await items(dearer.id, 'changed')).items).toMatchObject([
    { cells: [{ path: 'variants/v1/price', before: '9.00', after: '11.00' }] },
  ]);
  await apply(dearer, 1);
  expect((await content(one.id)).variants[0]).toMatchObject({ sku: '4.00638E+12', price: '11.00' });
});

it('a file that was exported and not edited changes nothing', async () => {
  const two = await saved({}, { descriptionHtml: '<p>a</p>\n<p>-5 °C</p>', tags: ['x', 'y'] });

  const checked = await check(fileOf(two.map(({ product }) => product)), as());

  expect(checked).toMatchObject({ groups: { unchanged: 2, changed: 0 }, toApply: 0 });
  expect(checked.keys).toContainEqual({ key: 'handle', one: 2, none: 0, several: 0, examples: [] });
});

it('each key is counted by how many products of the file it matches, and those that match several are named', async () => {
  const two = { variants: [variant({ sku: 'TWICE', barcode: 'B-1', price: '9.00' })] };
  const own = await saved(two, { variants: [variant({ sku: 'TWICE', barcode: 'B-2', price: '9.00' })] });
  const file = [
    ...own.map(({ product }) => product),
    {
      ...mug,
      title: 'Jug',
      handle: 'nobodys',
      variants: [variant({ sku: 'NONE', barcode: '', price: '1.00' })],
    },
  ];

  const { keys, groups } = await check(fileOf(file), { ...as(), key: 'sku' });

  const several = { row: 2, title: own[0]?.product.title, value: 'TWICE' };
  expect(groups).toMatchObject({ ambiguous: 2, unmatched: 1 });
  expect(keys).toEqual([
    { key: 'id', one: 0, none: 3, several: 0, examples: [] },
    { key: 'sourceId', one: 0, none: 3, several: 0, examples: [] },
    { key: 'handle', one: 2, none: 1, several: 0, examples: [] },
    {
      key: 'sku',
      one: 0,
      none: 1,
      several: 2,
      examples: [several, { ...several, row: 3, title: own[1]?.product.title }],
    },
    { key: 'barcode', one: 2, none: 1, several: 0, examples: [] },
  ]);
});

it('the apostrophes of a file for people go when it comes back, and those of other files stay', async () => {
  const texts = { title: '-5 °C bottle', vendor: "'=x", descriptionHtml: "'=1" };
  const [one] = await saved(texts);
  const product = { ...(one?.product ?? mug), ...texts };
  const forPeople = shopifyFile([product], (rows) =>
    rows.map((row, at) =>
      at === 0
        ? row
        : row.map((cell, place) => (rows[0]?.[place] === 'Body (HTML)' ? cell : protectedCell(cell))),
    ),
  );
  const before = await check(forPeople, as());
  await bench.asOwner((owned) =>
    owned
      .insertInto('run')
      .values({
        id: crypto.randomUUID(),
        owner_id: bench.ownerId,
        kind: 'export',
        state: 'complete',
        title: 'products.csv',
        request: JSON.stringify({ format: 'shopify', protectFormulas: true }),
      })
      .execute(),
  );

  const after = await check(forPeople, as());

  expect(before.groups).toMatchObject({ changed: 1 });
  expect(after.groups).toMatchObject({ unchanged: 1, changed: 0 });
});

it('one edited cell is one changed cell, as one edit set that is undone like any other', async () => {
  const [one, other] = await saved({}, {});
  const products = [one, other].flatMap((each) => each?.product ?? []);
  const checked = await check(fileOf(products, { 1: { 'Variant Price': '25.00' } }), as());
  expect(checked).toMatchObject({ groups: { unchanged: 1, changed: 1 }, toApply: 1 });
  const change = { path: 'variants/v1/price', before: '19.90', after: '25.00' };
  expect((await items(checked.id, 'changed')).items).toMatchObject([
    { productId: other?.id, cells: [change] },
  ]);

  const done = await apply(checked, 1);

  expect(done).toMatchObject({ state: 'applied', outcomes: { edited: 1, unchanged: 1 } });
  expect((await content(other?.id ?? '')).variants[0]?.price).toBe('25.00');
  const history = await call<{ kind: string; cells: object[] }[]>('GET', `/products/${other?.id}/history`);
  expect(history[0]).toMatchObject({ kind: 'imported', runId: checked.id, cells: [change] });
  const found = await call<{ cells: object }>('GET', `/products/${other?.id}/provenance`);
  expect(found.cells).toMatchObject({
    'variants/v1/price': { from: 'file', file: { name: 'products.csv', row: 3, column: 'Variant Price' } },
  });

  const { runId } = await call<{ runId: string }>('POST', `/edits/${checked.id}/undo`, {});
  await bench.work(runId);
  expect((await content(other?.id ?? '')).variants[0]?.price).toBe('19.90');
});

it('a cell that was changed here since the export stays, and one that both sides changed is a question', {
  tags: ['slow'],
}, async () => {
  const [one] = await saved({});
  const id = one?.id ?? '';
  await exported([id]);
  const products = one ? [one.product] : [];
  await bench.edit(id, [{ kind: 'multiply-price', by: '2' }]);

  const stays = await check(fileOf(products), as());
  expect(stays.groups).toMatchObject({ unchanged: 1, conflict: 0 });

  const file = fileOf(products, { 0: { 'Variant Price': '25.00', Vendor: 'Other' } });
  const checked = await check(file, as());
  expect(checked.groups).toMatchObject({ conflict: 1 });
  const paths = (await items(checked.id, 'conflict')).items[0]?.cells.map(({ path }) => path).sort();
  expect(paths).toEqual(['variants/v1/price', 'vendor']);
  await apply(checked, 1);
  expect(await content(id)).toMatchObject({ vendor: 'Other', variants: [{ price: '39.80' }] });

  await apply(await check(file, as({ conflicts: 'take' })), 1);
  expect(await content(id)).toMatchObject({ variants: [{ price: '25.00' }] });
});

it('an empty cell leaves the value unless clearing was chosen; a missing column leaves it always', async () => {
  const [one] = await saved({});
  const products = one ? [one.product] : [];
  const file = fileOf(products, { 0: { Vendor: '', 'Variant SKU': '' } });

  const asked = await check(file, as());
  expect(asked.groups).toMatchObject({ unchanged: 1 });
  expect(asked.emptyColumns).toEqual(
    expect.arrayContaining([
      { column: 'Vendor', cells: 1 },
      { column: 'Variant SKU', cells: 1 },
    ]),
  );
  await apply(await check(file, as({ emptyCells: { Vendor: 'clear' } })), 1);
  expect(await content(one?.id ?? '')).toMatchObject({ vendor: null, variants: [{ sku: 'MUG-1' }] });

  const narrow = shopifyFile(products, (rows) => {
    const kept = ['Handle', 'Title', 'Variant Price'].map((name) => rows[0]?.indexOf(name) ?? 0);
    return rows.map((row) => kept.map((place) => row[place] ?? ''));
  });
  expect((await check(narrow, as())).groups).toMatchObject({ unchanged: 1, changed: 0 });
});

it('variants that the file does not have stay or go as was chosen, and new ones are added', async () => {
  const variants = ['S', 'M'].map((size, at) =>
    variant({ id: `v${at + 1}`, sku: `size-${size}`, optionValues: [size] }),
  );
  const [one] = await saved({ options: [{ name: 'Size', values: ['S', 'M'] }], variants });
  const product = one?.product ?? mug;
  const without = {
    ...product,
    options: [{ name: 'Size', values: ['S', 'L'] }],
    variants: [...variants.slice(0, 1), variant({ id: 'v2', sku: 'size-L', optionValues: ['L'] })],
  };

  const asked = await check(fileOf([without]), as());
  expect(asked).toMatchObject({ otherVariants: 1, groups: { changed: 1 } });
  await apply(asked, 1);
  const values = async () =>
    (await content(one?.id ?? '')).variants.map(({ optionValues }) => optionValues[0]);
  expect(await values()).toEqual(['S', 'M', 'L']);

  await apply(await check(fileOf([without]), as({ otherVariants: 'delete' })), 1);
  expect(await values()).toEqual(['S', 'L']);
  expect((await content(one?.id ?? '')).options).toEqual([{ name: 'Size', values: ['S', 'L'] }]);
});

it('a SKU that several products have matches none of them', async () => {
  const sku = 'twice-held';
  const [one] = await saved({ variants: [variant({ sku })] }, { variants: [variant({ sku })] });
  const checked = await check(fileOf(one ? [one.product] : []), { ...as(), key: 'sku' });
  expect(checked.groups).toMatchObject({ ambiguous: 1, changed: 0 });
});
