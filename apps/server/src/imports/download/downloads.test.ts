import { join } from 'node:path';
import { apiBase } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { beginAttempt } from '../apply/attempt.ts';
import { keepBytes } from '../rows/kept-bytes.ts';
import { importBench, shopifyFile } from '../testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { check, apply } = bench;

const lamp = { ...mug, title: 'Lamp', handle: 'lamp', variants: [variant({ sku: '0017', price: '30.00' })] };
const named = (name: string) => ({ into: { as: 'source' as const, source: { name }, whole: false } });

const download = (id: string, what: 'file' | 'edited-file' | 'failed-rows', headers = bench.headers) =>
  bench.app.inject({
    method: 'GET',
    url: `${apiBase}/imports/${id}/${what}`,
    cookies: { 'Access-Token': headers['access-token'], lang: 'en-US' },
  });

const broken = (rows: string[][]) =>
  rows.map((row) => row.map((cell) => (cell === '30.00' ? '30 dollars' : cell)));

it.each([
  ['with a byte order mark and without a last line end', `\uFEFF${shopifyFile([mug, lamp]).trimEnd()}`],
  ['with Windows line ends and blank lines', `${shopifyFile([mug, lamp]).replaceAll('\n', '\r\n')}\r\n\r\n`],
])('a file %s comes back byte for byte, also after its upload was deleted', async (_what, text) => {
  const checked = await check(text, named(`Bytes ${text.length}`));
  await apply(checked, 2);
  await bench.call('DELETE', `/imports/files/${checked.file.id}`);

  const { statusCode, rawPayload } = await download(checked.id, 'file');

  expect(statusCode).toBe(200);
  expect(rawPayload.equals(Buffer.from(text))).toBe(true);
});

it.each([
  [
    'a quote that is never closed',
    (text: string) => Buffer.from(`${text}lamp,"never closed\r\nmug,${'x'.repeat(3_000_000)}`),
  ],
  [
    'half a character of UTF-16',
    (text: string) => Buffer.concat([Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from([65])]),
  ],
])(
  'a file that could not be read to its end, for %s, comes back whole',
  { tags: ['slow'] },
  async (_what, broken) => {
    const bytes = broken(shopifyFile([mug, lamp]));
    const checked = await check(bytes, named(`Cut off ${bytes.length}`));
    await bench.call('DELETE', `/imports/files/${checked.file.id}`);

    expect(checked.faults).toBe(1);
    expect((await download(checked.id, 'file')).rawPayload.equals(bytes)).toBe(true);
    expect((await download(checked.id, 'edited-file')).rawPayload.equals(bytes)).toBe(true);
  },
);

it('bytes that are too many to be kept come from the upload, and are gone with it', async () => {
  const bytes = Buffer.from(`${shopifyFile([mug, lamp])}lamp,"never closed`);
  const checked = await check(bytes, named('Not kept'));
  await bench.asOwner((owned) =>
    sql`with gone as (delete from import_bytes where run_id = ${checked.id}) update import set kept = null where run_id = ${checked.id}`.execute(
      owned,
    ),
  );

  expect((await download(checked.id, 'file')).rawPayload.equals(bytes)).toBe(true);
  await bench.call('DELETE', `/imports/files/${checked.file.id}`);
  expect((await download(checked.id, 'file')).json()).toMatchObject({ code: 'import.file-gone' });
});

it('of more bytes than are kept, none is', async () => {
  const checked = await check(shopifyFile([mug, lamp]), named('Too many'));
  const path = join(bench.services.config.dataFolder, 'imports', checked.file.id.slice(-2), checked.file.id);
  const attempt = await bench.asOwner((owned) => beginAttempt(owned, bench.ownerId, checked.id));
  const size = checked.file.bytes;
  const { signal } = new AbortController();

  expect(await keepBytes(db, attempt, { path, from: 10, size }, signal, size - 10)).toBe(size - 10);
  expect(await keepBytes(db, attempt, { path, from: 10, size }, signal, size - 11)).toBeNull();
  const { rows } = await bench.asOwner((owned) =>
    sql`select from import_bytes where run_id = ${checked.id}`.execute(owned),
  );
  expect(rows).toEqual([]);
});

it('a file that is being checked is not deleted until its rows are stored, or the import is cancelled', async () => {
  const fileId = await bench.upload(shopifyFile([mug, lamp]));
  const runId = await bench.start(fileId, named('Deleted too early'));

  const early = await bench.send('DELETE', `/imports/files/${fileId}`);
  await bench.work(runId);
  const checked = await bench.get(runId);
  const later = await bench.send('DELETE', `/imports/files/${fileId}`);

  expect(early).toMatchObject({ status: 409, body: { code: 'import.file-in-use' } });
  expect(checked).toMatchObject({ state: 'checked', groups: { new: 2, faulty: 0 } });
  expect(later.status).toBe(200);
});

it('the rows that failed have their cells and what is wrong, and come back in once they are right', async () => {
  const checked = await check(shopifyFile([mug, lamp], broken), named('Failing'));

  const { body, headers } = await download(checked.id, 'failed-rows');

  expect(checked).toMatchObject({ groups: { new: 1, faulty: 1 } });
  expect(headers['content-disposition']).toContain('-failed-rows.csv');
  expect(body.split('\r\n')).toHaveLength(3);
  expect(body).toContain('30 dollars');
  expect(body).toContain('Variant Price: cell.not-money');
  expect(body).not.toContain('Blue mug');

  const again = await check(body.replaceAll('30 dollars', '30.00'), named('Repaired'));
  expect(again).toMatchObject({ groups: { new: 1, faulty: 0 }, faults: 0 });
});

it('another merchant gets neither, and nobody anything before the file was read', async () => {
  const checked = await check(shopifyFile([mug]), named('Private'));
  const other = await bench.another('other-downloads');
  const unread = await bench.start(await bench.upload(shopifyFile([mug])), named('Unread'));

  for (const what of ['file', 'failed-rows'] as const) {
    expect((await download(checked.id, what, other.headers)).statusCode).toBe(404);
    expect((await download(unread, what)).json()).toMatchObject({ code: 'import.not-checked' });
  }
});
