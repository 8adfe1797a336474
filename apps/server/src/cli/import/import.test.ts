import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bowerbird as inOneFile, run } from '../../../testing/api/command-line.ts';
import { testDatabase } from '../../../testing/database/database.ts';

const { adminUrl } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-cli-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const installation = { DATABASE_URL: adminUrl, BOWERBIRD_DATA: folder };

const header = 'SKU,Name,Price,Stock';
const lines = ['A-1,Mug,4.50,3', 'A-2,Bowl,7.00,3', 'A-3,Plate,a lot,3'];

it('checks a file and says what is wrong by row, column, value, reason and remedy; a dry run leaves nothing behind', async () => {
  const file = write('acme-2026-11-25.csv', [header, ...lines]);

  const shown = await bowerbird('import', file, '--dry-run');
  const json = await bowerbird('import', file, '--dry-run', '--json');
  const products = await bowerbird('products', '--json');
  const runs = await bowerbird('runs', '--json');

  expect(shown).toMatchObject({ code: 3, stderr: expect.stringContaining('CSV, utf-8, separator ","') });
  expect(shown.stdout).toMatch(/^ {2}Price: [A-Z].+\n {4}row 4 "a lot"\n {4}[A-Z].+$/m);
  expect(JSON.parse(json.stdout)).toMatchObject({
    dryRun: true,
    state: 'discarded',
    products: 3,
    counts: { new: 2, faulty: 1 },
    faults: [{ column: 'Price', examples: [{ row: 4, value: 'a lot' }], remedy: expect.stringMatching(/./) }],
  });
  expect(JSON.parse(products.stdout)).toEqual([]);
  expect((JSON.parse(runs.stdout) as { state: string }[]).map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
  ]);
});

it('imports a supplier, writes the rows that failed beside the file, and merges the next file with what is gone', async () => {
  const file = write('acme.csv', [header, ...lines]);
  const next = write('next.csv', [header, 'A-1,Mug,4.90,3', 'A-4,Jug,9.00,3']);

  const first = await bowerbird('import', file, '--map', 'Northwind', '--json');
  await bowerbird('claim', '--all');
  const second = await bowerbird('import', next, '--json');
  const failedRows = join(folder, 'acme-failed-rows.csv');

  expect(first).toMatchObject({ code: 3 });
  expect(JSON.parse(first.stdout)).toMatchObject({
    dryRun: false,
    state: 'applied',
    detected: { supplier: { name: 'Northwind' } },
    counts: { new: 2, changed: 0, faulty: 1 },
    outcomes: { imported: 2 },
    failedRows,
  });
  expect(readFileSync(failedRows, 'utf8').split('\r\n')[1]).toMatch(/^A-3,Plate,a lot,3,/);
  expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('supplier Northwind') });
  expect(JSON.parse(second.stdout)).toMatchObject({
    counts: { new: 1, changed: 1, unchanged: 0, gone: 1, faulty: 0 },
    failedRows: null,
  });
});

it('brings an exported file back as one edit that can be undone', async () => {
  await bowerbird('claim', '--all');
  const out = join(folder, 'own.csv');
  await bowerbird('export', '--format', 'shopify', '--out', out);
  writeFileSync(out, readFileSync(out, 'utf8').replace(',Mug,', ',Big mug,'));

  const edited = await bowerbird('import', out, '--as', 'edit', '--json');
  const { runId, counts } = JSON.parse(edited.stdout) as { runId: string; counts: unknown };
  const after = await bowerbird('products', '--json');
  const undone = await bowerbird('undo', runId);

  expect(edited.code).toBe(0);
  expect(counts).toMatchObject({ changed: 1, rejected: 0, unmatched: 0 });
  expect(after.stdout).toContain('Big mug');
  expect(undone).toMatchObject({ code: 0, stdout: expect.stringContaining('1 restored') });
});

it('goes on with a file whose sending was killed, and starts again if another file has its name and size', async () => {
  const long = 'x'.repeat(8000);
  const rows = Array.from(
    { length: 2600 },
    (_, at) => `B-${String(at).padStart(4, '0')},Mug ${at},${long},1.00`,
  );
  const file = write('large.csv', ['SKU,Title,Description,Price', ...rows]);
  const { child, ended } = run(installation, 'import', file, '--dry-run', '--json');
  let said = '';
  while (!said.includes('Sent ')) {
    const [part] = (await once(child.stderr ?? child, 'data')) as [Buffer];
    said += String(part);
  }
  child.kill('SIGKILL');
  await ended;
  write('large.csv', ['SKU,Title,Description,Price', ...rows.toReversed()]);

  const again = await bowerbird('import', file, '--dry-run', '--json');

  expect(again.stderr).toContain('Goes on at 8.0 of');
  expect(JSON.parse(again.stdout)).toMatchObject({ dryRun: true, rows: 2601 });
}, 120_000);

it.each([
  [['import'], 'Say which file'],
  [['import', join(folder, 'nowhere.csv')], 'cannot be read'],
  [['import', folder], 'is no file'],
  [['import', 'x.csv', '--as', 'demo@example.test'], '--for EMAIL'],
  [['import', 'x.csv', '--key', 'colour'], '--key takes'],
])('ends %j with 1 and one line that says why', async (args, why) => {
  const { code, stdout, stderr } = await bowerbird(...args);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(why);
});

function write(name: string, lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

function bowerbird(...args: string[]) {
  return inOneFile(installation, ...args);
}
