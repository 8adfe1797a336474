import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bowerbird as inOneFile, run } from '../../../testing/api/command-line.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { withClient } from '../../backup/testing.ts';

const { adminUrl } = await testDatabase();
let body = '';
let isSlow = true;
/** A supplier's server that sends half of its file and then nothing, until it is well again. */
const feed = createServer((_, answer) => {
  answer.writeHead(200, { 'content-length': Buffer.byteLength(body) });
  if (isSlow) {
    answer.write(body.slice(0, 30));
    feed.emit('half');
  } else {
    answer.end(body);
  }
}).listen(0, '127.0.0.1');
await once(feed, 'listening');
const host = `127.0.0.1:${(feed.address() as AddressInfo).port}`;
afterAll(() => {
  feed.closeAllConnections();
  feed.close();
});
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-cli-watched-'));
const feeds = join(folder, 'feeds');
mkdirSync(feeds);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const installation = {
  DATABASE_URL: adminUrl,
  BOWERBIRD_DATA: folder,
  BOWERBIRD_IMPORT_FOLDERS: feeds,
  BOWERBIRD_ALLOWED_PRIVATE_HOSTS: host,
};
const bowerbird = (...args: string[]) => inOneFile(installation, ...args);

/** Writes a file of the supplier, as if that had been an hour ago. */
function write(path: string, prices: string[]): string {
  writeFileSync(
    path,
    ['SKU,Name,Price,Stock', ...prices.map((price, at) => `A-${at},Mug ${at},${price},3`), ''].join('\n'),
  );
  const at = new Date(Date.now() - 3_600_000);
  utimesSync(path, at, at);
  return path;
}

it('watches a folder for a supplier, takes its new file now, and stops', { tags: ['slow'] }, async () => {
  await bowerbird('import', write(join(folder, 'first.csv'), ['4.50', '7.00']), '--map', 'Northwind');

  const added = await bowerbird(
    'watched-files',
    'add',
    '--folder',
    feeds,
    '--supplier',
    'Northwind',
    '--zone',
    'UTC',
    '--apply',
    '--claim',
    'as-is',
    '--json',
  );
  const [watched] = JSON.parse(added.stdout) as { id: string }[];
  write(join(feeds, 'tuesday.csv'), ['4.90', '7.00', '9.00']);
  const run = await bowerbird('watched-files', 'run', watched?.id ?? '', '--json');
  const again = await bowerbird('watched-files', 'run', watched?.id ?? '');
  // Two of the three were there before, and are still left to a person.
  const others = await bowerbird('claim', '--all', '--json');
  const removed = await bowerbird('watched-files', 'remove', watched?.id ?? '');
  const left = await bowerbird('watched-files', '--json');

  expect(watched).toMatchObject({
    source: { name: 'Northwind', claim: { name: null, edits: [] } },
    where: { kind: 'folder', shown: feeds },
    on: true,
  });
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject([
    {
      lastLook: { outcome: 'imported' },
      lastImport: { fileName: 'tuesday.csv', state: 'applied', products: 3 },
    },
  ]);
  expect(JSON.parse(others.stdout)).toMatchObject({ claimed: 2 });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing') });
  expect(removed.code).toBe(0);
  expect(JSON.parse(left.stdout)).toEqual([]);
});

it('killed while it fetches, it begins again and imports the file once', { tags: ['slow'] }, async () => {
  const address = `http://${host}/feed.csv`;
  const added = await bowerbird(
    'watched-files',
    'add',
    address,
    '--supplier',
    'Northwind',
    '--apply',
    '--json',
  );
  const [watched] = JSON.parse(added.stdout) as { id: string }[];
  const id = watched?.id ?? '';
  body = ['SKU,Name,Price,Stock', 'A-0,Mug 0,5.10,3', 'A-1,Mug 1,7.00,3', 'A-2,Mug 2,9.00,3', ''].join('\n');

  const half = once(feed, 'half');
  const first = run(installation, 'watched-files', 'run', id);
  await half;
  first.child.kill('SIGKILL');
  await first.ended;
  // A minute later.
  await withClient(adminUrl, (client) =>
    client.query("update file_watch set taken_until = now() - interval '1 second'"),
  );
  isSlow = false;
  const second = await bowerbird('watched-files', 'run', id, '--json');
  const imports = await bowerbird('runs', '--json');

  expect(JSON.parse(second.stdout)).toMatchObject([
    {
      lastLook: { outcome: 'imported' },
      lastImport: { fileName: 'feed.csv', state: 'applied', products: 3 },
    },
  ]);
  const titles = (JSON.parse(imports.stdout) as { title: string }[]).map(({ title }) => title);
  expect(titles.filter((title) => title === 'feed.csv')).toHaveLength(1);
});

it.each([
  [['watched-files', 'add', '--supplier', 'Northwind'], 'Say where'],
  [['watched-files', 'add', 'https://x.example/a.csv', '--every', '5', '--supplier', 'N'], '--every takes'],
  [['watched-files', 'add', '--folder', feeds, '--supplier', 'Southwind'], 'No supplier is called Southwind'],
  [
    ['watched-files', 'add', 'https://x.example/a.csv', '--supplier', 'N', '--claim', 'Double'],
    'No rule for claiming is called Double',
  ],
  [['watched-files', 'mend'], 'takes add, remove or run'],
])('%j is refused with what to do', { tags: ['slow'] }, async (args, words) => {
  expect(await bowerbird(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
});
