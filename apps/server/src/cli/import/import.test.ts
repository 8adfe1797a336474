import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { bowerbird as inOneFile, run } from '../../../testing/api/command-line.ts';
import { testDatabase } from '../../../testing/database/database.ts';

const { adminUrl } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-cli-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const installation = { DATABASE_URL: adminUrl, BOWERBIRD_DATA: folder };

const header = 'SKU,Name,Price,Stock';
const lines = ['A-1,Mug,4.50,3', 'A-2,Bowl,7.00,3', 'A-3,Plate,a lot,3'];

it('checks a file and says what is wrong by row, column, value, reason and remedy; a dry run leaves nothing behind', {
  tags: ['slow'],
}, async () => {
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
  expect(await suppliers()).toEqual([]);
});

it('imports a supplier, writes the rows that failed beside the file, and merges the next file with what is gone', {
  tags: ['slow'],
}, async () => {
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

it('brings an exported file back as one edit that can be undone', { tags: ['slow'] }, async () => {
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

it('knows an exported file by its columns, whatever it is called and whatever was edited, here too', {
  tags: ['slow'],
}, async () => {
  const out = join(folder, 'exported.csv');
  await bowerbird('export', '--format', 'shopify', '--ids', '--out', out);
  const exported = readFileSync(out, 'utf8');
  const [head = '', ...rows] = exported.trimEnd().split('\n');
  const edited = rows.map((row) => row.replace('bowl,', 'renamed-bowl,').replaceAll('A-2', 'B-2'));
  const file = write('from-a-colleague.csv', [head, ...edited]);
  const unedited = join(folder, 'any-name.csv');
  writeFileSync(unedited, exported);
  const steps = write('steps.json', ['[{"edit":{"kind":"multiply-price","by":"2"}}]']);
  await bowerbird('edit', '--filter', '{}', '--steps', steps);

  const same = await bowerbird('import', unedited, '--as', 'edit', '--dry-run', '--json');
  const imported = await bowerbird('import', file, '--as', 'edit', '--json');
  const again = await bowerbird('export', '--format', 'shopify', '--out', '-');

  expect(head.split(',').slice(-3)).toEqual(['Bowerbird ID', 'Bowerbird Source ID', 'Bowerbird Export']);
  expect(JSON.parse(same.stdout)).toMatchObject({
    detected: { key: 'id' },
    groups: { conflict: 0, changed: 0 },
  });
  expect(JSON.parse(imported.stdout)).toMatchObject({
    detected: { key: 'id', format: 'shopify' },
    counts: { changed: 1, rejected: 0, unmatched: 0, faulty: 0 },
    groups: { conflict: 0 },
  });
  expect(again.stdout).toMatch(/^renamed-bowl,.*,B-2,.*,14\.00,/m);
  expect(again.stdout).not.toContain('Bowerbird');
});

it('goes on with a file whose sending was killed, and starts again if another file has its name and size', {
  tags: ['slow'],
}, async () => {
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
});

it.each([
  [['import'], 'Say which file'],
  [['import', join(folder, 'nowhere.csv')], 'cannot be read'],
  [['import', folder], 'is no file'],
  [['import', 'x.csv', '--as', 'demo@example.test'], '--for EMAIL'],
  [['import', 'x.csv', '--key', 'colour'], '--key takes'],
])('ends %j with 1 and one line that says why', { tags: ['slow'] }, async (args, why) => {
  const { code, stdout, stderr } = await bowerbird(...args);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(why);
});

/** Returns the names of all suppliers. */
async function suppliers(): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select name from file_source order by name');
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

function write(name: string, lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

function bowerbird(...args: string[]) {
  return inOneFile(installation, ...args);
}
