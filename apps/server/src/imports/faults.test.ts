import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { textRows, workbookOf } from '@bowerbird/files/testing/workbook';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { mug } from '../../testing/products/products.ts';
import {
  asNewSource,
  bowl,
  type Faults,
  importBench,
  intoSource,
  lamp,
  type Sources,
  shopifyFile,
  shopifyMapping,
} from './testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { check, apply, items, call, get } = bench;

it('links to other workbooks are named beside the errors, and their products are imported with the last values', async () => {
  const sheet = `${textRows([['SKU', 'Title', 'Price']])}<row r="2"><c t="inlineStr"><is><t>L-1</t></is></c><c t="inlineStr"><is><t>Linked</t></is></c><c><f>[1]Prices!C2</f><v>12.5</v></c></row>`;
  const mapping: FileMapping = {
    version: 1,
    sheet: 'New prices',
    headerRow: 1,
    products: {
      by: 'columns',
      rows: 'variants',
      key: ['SKU'],
      columns: [
        { column: 'Title', field: 'title' },
        { column: 'Price', field: 'price' },
      ],
      defaults: { status: 'draft', weightUnit: 'g', currency: null },
    },
    remedies: [],
  };
  const file = await workbookOf({ sheets: { 'New prices': sheet } });

  const found = await bench.check(file, {
    into: { as: 'source', source: { name: 'Linked' }, whole: true },
    mapping,
    key: 'sourceId',
  });
  const faults = await bench.call<Faults>('GET', `/imports/${found.id}/faults`);

  expect(found).toMatchObject({ faults: 0, notices: 1, groups: { new: 1, faulty: 0 } });
  expect(faults.items).toMatchObject([
    {
      code: 'cell.external-link',
      column: 'Price',
      count: 1,
      examples: [{ row: 2, value: '12.5' }],
      remedies: [],
    },
  ]);
});

it('a product with an error is left out with its rows, and the others are imported', async () => {
  const file = shopifyFile([mug, lamp], (rows) =>
    rows.map((row, at) => row.map((cell) => (at === 2 && cell === '30.00' ? '30,00' : cell))),
  );

  const checked = await check(file, asNewSource('Faulty'));

  expect(checked).toMatchObject({ groups: { new: 1, faulty: 1 }, faults: 1, rowsFailed: 1 });
  const groups = await call('GET', `/imports/${checked.id}/faults`);
  expect(groups).toMatchObject({
    items: [{ code: 'cell.not-money', column: 'Variant Price', shape: '9,9', count: 1 }],
  });
  await expect(apply(checked, 1, true)).rejects.toThrow('import.products-faulty');
  await expect(apply(checked, 2)).rejects.toThrow('selection.changed');
  const done = await apply(checked, 1);
  expect(done).toMatchObject({ state: 'applied', outcomes: { imported: 1, 'left-out': 1 } });
  expect(await bench.run(checked.id)).toMatchObject({ state: 'partial' });
});

it('a remedy is suggested, shown over the whole file, and repairs this file and the next one of the supplier', async () => {
  const file = shopifyFile([mug, lamp, bowl], (rows) =>
    rows.map((row) => row.map((cell) => (/^\d+\.\d\d$/.test(cell) ? cell.replace('.', ',') : cell))),
  );
  const checked = await check(file, asNewSource('Comma'));
  expect(checked).toMatchObject({ groups: { new: 0, faulty: 3 } });
  const { items: groups } = await call<Faults>('GET', `/imports/${checked.id}/faults`);
  const group = groups.find(({ column }) => column === 'Variant Price');
  const suggested = group?.remedies[0];
  expect(suggested).toMatchObject({
    remedy: { kind: 'decimal-comma', column: 'Variant Price' },
    preview: { cells: 3, examples: [{ before: '19,90', after: '19.90' }, {}, {}] },
  });
  const tried = await call('POST', `/imports/${checked.id}/remedies/preview`, { remedy: suggested?.remedy });
  expect(tried).toMatchObject({ cells: 3, rowsDropped: 0 });

  const remedies = groups.flatMap(({ remedies: [first] }) => first?.remedy ?? []);
  const mapping = { ...checked.mapping, remedies };
  const { dialect, key, into } = checked;
  await call('PUT', `/imports/${checked.id}`, { dialect, mapping, key, into });
  await bench.work(checked.id);
  const repaired = await get(checked.id);
  expect(repaired).toMatchObject({ state: 'checked', groups: { new: 3, faulty: 0 }, faults: 0 });
  await apply(repaired, 3);

  const { items: sources } = await call<Sources>('GET', '/imports/sources');
  const source = sources.find(({ name }) => name === 'Comma');
  expect(source?.mapping.remedies).toEqual(remedies);
  const next = await check(file, { ...intoSource(source?.id ?? ''), mapping: source?.mapping ?? mapping });
  expect(next).toMatchObject({ groups: { unchanged: 3 }, faults: 0 });
});

it('a blank cell is filled from the row above, also where the rows are read again in parts', {
  tags: ['slow'],
}, async () => {
  const products = Array.from({ length: 1200 }, (_, at) => ({
    ...mug,
    title: `Mug ${at}`,
    handle: `m-${at}`,
  }));
  const file = shopifyFile(products, ([header = [], ...rows]) => {
    const vendor = header.indexOf('Vendor');
    return [
      header,
      ...rows.map((row, at) => row.map((cell, place) => (place === vendor && at > 0 ? '' : cell))),
    ];
  });
  const remedies = [{ kind: 'fill-down' as const, column: 'Vendor', shape: null }];
  const checked = await check(file, { ...asNewSource('Filled'), mapping: { ...shopifyMapping, remedies } });

  const done = await apply(checked, 1200);

  const vendors = await bench.asOwner((owned) =>
    owned
      .selectFrom('collected')
      .select(sql<string>`content ->> 'vendor'`.as('vendor'))
      .where('shop', '=', done.source?.id ?? '')
      .execute(),
  );
  expect(new Set(vendors.map(({ vendor }) => vendor))).toEqual(new Set(['Glade Home']));
  expect(vendors).toHaveLength(1200);
});

it('a product that cannot be read is listed by the title that stands in the file', async () => {
  const file = shopifyFile([lamp], (rows) =>
    rows.map((row) => row.map((cell) => (cell === '30.00' ? 'abc' : cell))),
  );

  const checked = await check(file, asNewSource('Named'));

  expect((await items(checked.id, 'faulty')).items).toMatchObject([{ title: 'Lamp', row: 2 }]);
});
