import { apiBase } from '@bowerbird/contract/route';
import { readCsv } from '@bowerbird/files/text/csv-reader';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { importBench, shopifyFile } from '../testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { check, apply, call } = bench;

const weight = { value: '28', unit: 'g' as const };
const lamp = {
  ...mug,
  title: 'Lamp',
  handle: 'lamp',
  variants: [variant({ sku: '0017', price: '30.00', weight })],
};
const named = (name: string) => ({ into: { as: 'source' as const, source: { name }, whole: false } });

const download = (id: string, headers = bench.headers, what = 'edited-file') =>
  bench.app.inject({
    method: 'GET',
    url: `${apiBase}/imports/${id}/${what}`,
    cookies: { 'Access-Token': headers['access-token'], lang: 'en-US' },
  });

/** Imports a file of a supplier and claims its products; returns the import and the products' ids by title. */
async function claimed(text: string, name: string, products = 2) {
  const { id, source, file } = await apply(await check(text, named(name)), products);
  const rows = await bench.rows({ sources: [source?.id ?? ''] });
  const { productIds } = await call<{ productIds: string[] }>('POST', '/collect/results/claim', {
    selection: { ids: rows.map((row) => row.id) },
    edits: [],
  });
  const titles = await bench.titles(productIds);
  return { id, file, ids: new Map(titles.map((title, at) => [title, productIds[at] ?? ''])) };
}

/** Returns the cells that differ, by row and column. */
function differences(before: string, after: string): [number, string, string | undefined][] {
  const [old, now] = [before, after].map((text) => readCsv(text).map(({ cells }) => cells));
  const header = old?.[0] ?? [];
  return (now ?? []).flatMap((row, at) =>
    row.flatMap((cell, place) =>
      cell === old?.[at]?.[place] ? [] : [[at + 1, header[place] ?? '', cell] as [number, string, string]],
    ),
  );
}

const title = { kind: 'replace-in-title', find: 'Lamp', replaceWith: 'Lantern', ignoreCase: false } as const;

it('with nothing edited it is the same bytes, also after the upload was deleted', async () => {
  const text = `\uFEFF${shopifyFile([mug, lamp]).replaceAll('\n', '\r\n').trimEnd()}`;
  const { id, file } = await claimed(text, 'Unedited');
  await call('DELETE', `/imports/files/${file.id}`);

  const { statusCode, rawPayload } = await download(id);

  expect(statusCode).toBe(200);
  expect(rawPayload.equals(Buffer.from(text))).toBe(true);
  expect(await call('GET', `/imports/${id}/edits`)).toEqual({ cells: 0, unwritten: [], unwrittenCount: 0 });
});

it('with one value edited one cell differs, and a weight of 28 g stays as it was written', async () => {
  const text = shopifyFile([mug, lamp], (rows) =>
    rows.map((row, at) => [...row, at === 0 ? 'Shelf' : `=A${at}`]),
  ).replaceAll('\n', '\r\n');
  const { id, ids } = await claimed(text, 'One cell');
  await bench.edit(ids.get('Lamp') ?? '', [{ kind: 'multiply-price', by: '2' }]);

  const { body } = await download(id);

  expect(differences(text, body)).toEqual([[expect.any(Number), 'Variant Price', '60.00']]);
  expect(body.replace('60.00', '30.00')).toBe(text);
  expect(await call('GET', `/imports/${id}/edits`)).toMatchObject({ cells: 1, unwrittenCount: 0 });
});

it('an edit that was undone leaves the file as it was', async () => {
  const text = shopifyFile([mug, lamp]);
  const { id, ids } = await claimed(text, 'Undone');
  const lampId = ids.get('Lamp') ?? '';
  await bench.edit(lampId, [title]);
  await bench.edit(lampId, [
    { kind: 'replace-in-title', find: 'Lantern', replaceWith: 'Lamp', ignoreCase: false },
  ]);

  expect((await download(id)).body).toBe(text);
});

it('what a claim made of the values is no edit, and the value of an edit is written', async () => {
  const text = shopifyFile([lamp]);
  const { id, source } = await apply(await check(text, named('Dearer')), 1);
  const rows = await bench.rows({ sources: [source?.id ?? ''] });
  const { productIds } = await call<{ productIds: string[] }>('POST', '/collect/results/claim', {
    selection: { ids: rows.map((row) => row.id) },
    edits: [{ kind: 'multiply-price', by: '3' }],
  });

  expect((await download(id)).body).toBe(text);

  await bench.edit(productIds[0] ?? '', [title]);
  expect(differences(text, (await download(id)).body)).toEqual([[2, 'Title', 'Lantern']]);
});

it('another merchant gets nothing of it', async () => {
  const { id } = await claimed(shopifyFile([mug, lamp]), 'Of another');
  const other = await bench.another('other-edits');

  expect((await download(id, other.headers)).statusCode).toBe(404);
  expect((await download(id, other.headers, 'edits')).statusCode).toBe(404);
});
