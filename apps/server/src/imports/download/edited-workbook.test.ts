import { randomBytes } from 'node:crypto';
import { apiBase } from '@bowerbird/contract/route';
import { bytesSource } from '@bowerbird/files/source/file-source';
import { textRows, workbookOf } from '@bowerbird/files/testing/workbook';
import { openXlsx } from '@bowerbird/files/xlsx/open-xlsx';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { importBench, shopifyMapping } from '../testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { check, apply, call } = bench;

const named = (name: string) => ({ into: { as: 'source' as const, source: { name }, whole: false } });

const download = (id: string, what: 'file' | 'edited-file') =>
  bench.app.inject({
    method: 'GET',
    url: `${apiBase}/imports/${id}/${what}`,
    cookies: { 'Access-Token': bench.headers['access-token'], lang: 'en-US' },
  });

const header = ['Handle', 'Title', 'Variant SKU', 'Variant Price', 'Variant Grams', 'Vendor', 'Shelf'];

/** A workbook with a code under a number format, prices as numbers, a formula and a picture. */
async function workbook(): Promise<Buffer> {
  const row = (number: number, handle: string, shared: number) =>
    `<row r="${number}" ht="20"><c r="A${number}" t="inlineStr"><is><t>${handle}</t></is></c><c r="B${number}" t="s"><v>${shared}</v></c>` +
    `<c r="C${number}" s="2"><v>${number}</v></c><c r="D${number}" s="1"><v>30</v></c><c r="E${number}"><v>28</v></c>` +
    `<c r="F${number}" t="str"><f>UPPER("glade")</f><v>GLADE</v></c><c r="G${number}"><v>${number}.5</v></c></row>`;
  return await workbookOf({
    sheets: {
      Prices: `${textRows([header])}${row(2, 'lamp', 0)}${row(3, 'mug', 1)}`,
      Notes: textRows([['x']]),
    },
    formats: ['0.00', '0000000'],
    shared: ['Lamp', 'Mug'],
    parts: { 'xl/media/image1.png': new Uint8Array([137, 80, 0, 255]) },
  });
}

async function cellsOf(bytes: Buffer): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  await (await openXlsx(bytesSource(bytes))).rows(
    0,
    (batch) => void rows.push(...batch.map(({ cells }) => cells)),
  );
  return rows;
}

/** Imports a workbook, claims its products and deletes the upload; returns the import and the products' ids by title. */
async function claimed(bytes: Buffer, name: string, products = 2) {
  const { id, source, file } = await apply(await check(bytes, named(name)), products);
  const rows = await bench.rows({ sources: [source?.id ?? ''] });
  const { productIds } = await call<{ productIds: string[] }>('POST', '/collect/results/claim', {
    selection: { ids: rows.map((row) => row.id) },
    edits: [],
  });
  await call('DELETE', `/imports/files/${file.id}`);
  const titles = await bench.titles(productIds);
  return { id, ids: new Map(titles.map((title, at) => [title, productIds[at] ?? ''])) };
}

it('a workbook comes back byte for byte, with nothing edited also with the edits, after its upload was deleted', {
  tags: ['slow'],
}, async () => {
  const bytes = await workbook();
  const { id } = await claimed(bytes, 'Unedited workbook');

  for (const what of ['file', 'edited-file'] as const) {
    const { statusCode, rawPayload } = await download(id, what);
    expect(statusCode).toBe(200);
    expect(rawPayload.equals(bytes)).toBe(true);
  }
  expect(await call('GET', `/imports/${id}/edits`)).toEqual({ cells: 0, unwritten: [], unwrittenCount: 0 });
});

it('a workbook of several parts comes back, also where its check was killed between two of them', {
  tags: ['slow'],
}, async () => {
  const bytes = await workbookOf({
    sheets: { A: textRows([header, ['lamp', 'Lamp', '17', '30', '28', '', '']]) },
    parts: { 'xl/media/image1.jpg': randomBytes(3_300_000) },
  });
  const stop = new AbortController();
  const fileId = await bench.upload(bytes, 'products.xlsx');
  const runId = await bench.start(fileId, named('Killed'));
  const stopped = bench.work(runId, stop.signal);
  const parts = async () =>
    (
      await bench.asOwner((owned) =>
        sql<{ part: number }>`select part from import_bytes where run_id = ${runId}`.execute(owned),
      )
    ).rows.length;
  while ((await parts()) === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  stop.abort();
  await stopped.catch(() => undefined);
  expect((await bench.get(runId)).state).not.toBe('checked');
  await bench.work(runId);
  await call('DELETE', `/imports/files/${fileId}`);

  expect(await parts()).toBeGreaterThan(2);
  expect((await download(runId, 'file')).rawPayload.equals(bytes)).toBe(true);
});

it('with a price edited, one cell differs and is a number in its format; with a code, it is text', {
  tags: ['slow'],
}, async () => {
  const bytes = await workbook();
  const { id, ids } = await claimed(bytes, 'Edited workbook');
  const before = await cellsOf(bytes);
  await bench.edit(ids.get('Lamp') ?? '', [{ kind: 'multiply-price', by: '2' }]);

  const dearer = (await download(id, 'edited-file')).rawPayload;

  expect(await cellsOf(dearer)).toEqual(before.map((row, at) => (at === 1 ? row.with(3, '60.00') : row)));
  expect(await call('GET', `/imports/${id}/edits`)).toMatchObject({ cells: 1, unwrittenCount: 0 });

  await bench.edit(ids.get('Mug') ?? '', [
    { kind: 'replace-in-title', find: 'Mug', replaceWith: '=1+1', ignoreCase: false },
  ]);
  const both = await cellsOf((await download(id, 'edited-file')).rawPayload);
  expect(both).toEqual(
    before.map((row, at) => (at === 1 ? row.with(3, '60.00') : at === 2 ? row.with(1, '=1+1') : row)),
  );
});

it('a formula is not replaced by a value, and is named', async () => {
  const bytes = await workbook();
  const { id, ids } = await claimed(bytes, 'Formulas');
  await bench.edit(ids.get('Lamp') ?? '', [{ kind: 'set-field', field: 'vendor', value: 'Elsewhere' }]);

  expect((await download(id, 'edited-file')).rawPayload.equals(bytes)).toBe(true);
  expect(await call('GET', `/imports/${id}/edits`)).toMatchObject({
    cells: 0,
    unwritten: [{ row: 2, title: 'Lamp', path: 'vendor' }],
  });
});

it('the rows of a workbook that failed come as that workbook, with codes under their format, and come back in', {
  tags: ['slow'],
}, async () => {
  const row = (number: number, handle: string, price: string) =>
    `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${handle}</t></is></c><c r="B${number}" t="s"><v>0</v></c>` +
    `<c r="C${number}" s="2"><v>${number}</v></c>${price}</row>`;
  const wrong = '<c r="D4" t="inlineStr"><is><t>a lot</t></is></c>';
  const price = (number: number) => `<c r="D${number}" s="1"><v>30</v></c>`;
  const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>Northwind</t></is></c></row>';
  const names = `<row r="2">${header
    .map((name, at) => `<c r="${'ABCDEFG'[at]}2" t="inlineStr"><is><t>${name}</t></is></c>`)
    .join('')}</row>`;
  const bytes = await workbookOf({
    sheets: {
      Prices: `${title}${names}${row(3, 'lamp', price(3))}${row(4, 'mug', wrong)}${row(5, 'bowl', price(5))}`,
      Notes: textRows([['x']]),
    },
    formats: ['0.00', '0000000'],
    shared: ['A name'],
  });
  const mapping = { ...shopifyMapping, sheet: 'Prices', headerRow: 2 };
  const done = await apply(await check(bytes, { ...named('Failed rows'), mapping }), 2);

  const { headers, rawPayload } = await bench.app.inject({
    method: 'GET',
    url: `${apiBase}/imports/${done.id}/failed-rows`,
    cookies: { 'Access-Token': bench.headers['access-token'], lang: 'en-US' },
  });
  const again = await check(rawPayload, { ...named('Failed again'), mapping });
  const remedies = [
    { kind: 'replace' as const, column: 'Variant Price', shape: null, from: 'a lot', to: '9.00' },
  ];
  const repaired = await check(rawPayload, { ...named('Repaired'), mapping: { ...mapping, remedies } });

  expect(headers['content-disposition']).toContain('-failed-rows.xlsx');
  const file = await openXlsx(bytesSource(rawPayload));
  expect(file.sheets.map(({ name }) => name)).toEqual(['Prices', 'Notes']);
  expect(await cellsOf(rawPayload)).toEqual([
    ['Northwind'],
    [...header, 'Bowerbird fault', 'Bowerbird reason', 'Bowerbird remedy'],
    [
      'mug',
      'A name',
      '0000004',
      'a lot',
      '',
      '',
      '',
      'Variant Price: cell.not-money',
      expect.any(String),
      expect.any(String),
    ],
  ]);
  expect(again).toMatchObject({ products: 1, groups: { faulty: 1 } });
  expect(repaired).toMatchObject({ products: 1, groups: { new: 1, faulty: 0 } });
});
