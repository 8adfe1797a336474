import type { Product } from '@bowerbird/catalog/product';
import type { EditChoices } from '@bowerbird/contract/files/imports';
import { protectedCell } from '@bowerbird/files/text/protection';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { preparePlans } from '../../billing/plans.ts';
import { limitTo } from '../../billing/testing/limit-to.ts';
import { importBench, shopifyFile } from '../testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { check, apply, own, call, items, get } = bench;

const usual: EditChoices = { emptyCells: {}, otherVariants: 'leave', unmatched: 'leave', conflicts: 'keep' };
const as = (choices: Partial<EditChoices> = {}) => ({
  into: { as: 'edit' as const, choices: { ...usual, ...choices } },
});
const content = async (id: string) => (await bench.product(id)).product;
let number = 0;

/** Saves products under handles of their own; returns them with their ids. */
async function saved(...products: Partial<Product>[]): Promise<{ id: string; product: Product }[]> {
  const whole = products.map((each) => {
    number += 1;
    return { ...mug, title: `Mug ${number}`, handle: `own-${number}`, ...each };
  });
  const ids = await own(whole);
  return whole.map((product, at) => ({ id: ids[at] ?? '', product }));
}

/** Returns a file of products with the value of one column replaced in some row below the header. */
function fileOf(products: readonly Product[], cells: Record<number, Record<string, string>> = {}): string {
  return shopifyFile(products, ([header = [], ...rows]) => [
    header,
    ...rows.map((row, at) => row.map((cell, place) => cells[at]?.[header[place] ?? ''] ?? cell)),
  ]);
}

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

/** Notes that these products were exported as they are now. */
async function exported(ids: readonly string[], title = 'x'): Promise<void> {
  await bench.asOwner(async (owned) => {
    const { rows } = await sql<{ id: string; revision: number }>`
      select id, revision from product where id = any(${ids}::uuid[])
    `.execute(owned);
    const runId = v7();
    await owned
      .insertInto('run')
      .values({
        id: runId,
        owner_id: bench.ownerId,
        kind: 'export',
        state: 'complete',
        title,
        request: '{}',
      })
      .execute();
    await owned
      .insertInto('exported_page')
      .values({
        run_id: runId,
        page: 0,
        owner_id: bench.ownerId,
        ids: rows.map(({ id }) => id),
        revisions: rows.map(({ revision }) => revision),
      })
      .execute();
  });
}

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

it('a cell that was changed here since the export stays, and one that both sides changed is a question', async () => {
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
    variant({ id: `v${at + 1}`, sku: `size-${size}-${number}`, optionValues: [size] }),
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

it('products that match none are left out, or created once', async () => {
  const fresh = { ...mug, title: 'Fresh', handle: 'never-seen' };
  const left = await check(fileOf([fresh]), as());
  expect(left).toMatchObject({ groups: { unmatched: 1 }, toApply: 0 });

  const done = await apply(await check(fileOf([fresh]), as({ unmatched: 'create' })), 1);

  expect(done.outcomes).toMatchObject({ imported: 1 });
  const [created] = (await items(done.id, 'unmatched')).items;
  expect(await content(created?.productId ?? '')).toMatchObject({ title: 'Fresh', handle: 'never-seen' });
});

it('undoing an import moves what it created to the bin, but for what somebody has changed since', async () => {
  const [old] = await saved({});
  const fresh = ['one', 'two'].map((name) => ({ ...mug, title: name, handle: `created-${name}` }));
  const file = fileOf([old?.product ?? mug, ...fresh], { 0: { Vendor: 'Elsewhere' } });
  const done = await apply(await check(file, as({ unmatched: 'create' })), 3);
  const created = (await items(done.id, 'unmatched')).items.map(({ productId }) => productId ?? '');
  const [first = '', second = ''] = created;
  await bench.edit(second, [{ kind: 'title-suffix', text: ' of mine' }]);

  const forecast = await call<{ counts: object; left: object[] }>(
    'POST',
    `/edits/${done.id}/undo/preview`,
    {},
  );
  const { runId } = await call<{ runId: string }>('POST', `/edits/${done.id}/undo`, {});
  const undone = await bench.work(runId);

  expect(forecast).toMatchObject({
    counts: { restored: 2, kept: 0, impossible: 1 },
    left: [{ id: second, group: 'impossible', fault: { code: 'undo.changed-since' } }],
  });
  expect(undone).toMatchObject({ state: 'partial', failed: 1 });
  expect(await content(old?.id ?? '')).toMatchObject({ vendor: 'Glade Home' });
  expect(await content(second)).toMatchObject({ title: 'two of mine' });
  const binned = await bench.asOwner((owned) =>
    sql<{ id: string }>`select id from stored_product where bin_id = ${runId}::uuid`.execute(owned),
  );
  expect(binned.rows.map(({ id }) => id)).toEqual([first]);
  // Nothing is left to undo but what stays.
  expect(await call('POST', `/edits/${done.id}/undo/preview`, {})).toMatchObject({
    counts: { restored: 0, impossible: 1 },
  });
});

it('a SKU that several products have matches none of them', async () => {
  const sku = 'twice-held';
  const [one] = await saved({ variants: [variant({ sku })] }, { variants: [variant({ sku })] });
  const checked = await check(fileOf(one ? [one.product] : []), { ...as(), key: 'sku' });
  expect(checked.groups).toMatchObject({ ambiguous: 1, changed: 0 });
});

it('all or nothing: a product that is rejected undoes the others', async () => {
  const variants = ['S', 'M'].map((size, at) =>
    variant({ id: `v${at + 1}`, sku: `nothing-${size}`, optionValues: [size] }),
  );
  const [one, other] = await saved({}, { options: [{ name: 'Size', values: ['S', 'M'] }], variants });
  const product = other?.product ?? mug;
  // The file calls one variant as another that it does not have.
  const twice = {
    ...product,
    options: [{ name: 'Size', values: ['M'] }],
    variants: [variant({ sku: 'nothing-S', optionValues: ['M'] })],
  };
  const file = fileOf([one?.product ?? mug, twice], { 0: { Vendor: 'New' } });
  const done = await apply(await check(file, as()), 2, true);

  expect(done).toMatchObject({ state: 'failed', fault: { code: 'import.undone', params: { count: 1 } } });
  expect(await content(one?.id ?? '')).toMatchObject({ vendor: 'Glade Home' });
  expect((await get(done.id)).outcomes).toMatchObject({ edited: 0, rejected: 1 });
});

describe('all or nothing: where the room for new products was taken meanwhile', () => {
  afterAll(() => preparePlans(db, false));

  it('what was created before is in the bin, what was edited is undone, and nothing is left to undo', async () => {
    const [old] = await saved({});
    // More than are created in one transaction: the first ones are there when the next fail.
    const fresh = Array.from({ length: 260 }, (_, at) => ({
      ...mug,
      title: `Fresh ${at}`,
      handle: `fresh-${at}`,
    }));
    const file = fileOf([old?.product ?? mug, ...fresh], { 0: { Vendor: 'Elsewhere' } });
    const checked = await check(file, as({ unmatched: 'create' }));
    const has = async () =>
      (
        await bench.asOwner((owned) =>
          sql`select from product where owner_id = ${bench.ownerId}`.execute(owned),
        )
      ).rows.length;
    const before = await has();
    await call('POST', `/imports/${checked.id}/apply`, { expected: 261, allOrNothing: true });
    // Of the room that the import asked for before it began, somebody else takes ten places.
    await limitTo(db, { products: before + 255 });
    await bench.asOwner((owned) =>
      sql`update import set figures = jsonb_set(figures, '{groups,unmatched}', '250') where run_id = ${checked.id}`.execute(
        owned,
      ),
    );
    const run = await bench.work(checked.id);

    expect(run).toMatchObject({ state: 'failed', fault: { code: 'import.undone' } });
    expect(await has()).toBe(before);
    const { rows } = await bench.asOwner((owned) =>
      sql<{
        title: string;
      }>`select content->>'title' as title from stored_product where bin_id = ${checked.id}::uuid`.execute(
        owned,
      ),
    );
    expect(rows).toHaveLength(250);
    expect(rows.every(({ title }) => title.startsWith('Fresh '))).toBe(true);
    expect(await content(old?.id ?? '')).toMatchObject({ vendor: 'Glade Home' });
    expect((await get(checked.id)).outcomes).toMatchObject({ edited: 0, imported: 0, 'left-out': 261 });
    expect(await call('POST', `/edits/${checked.id}/undo/preview`, {})).toMatchObject({
      counts: { restored: 0 },
    });
  });
});
