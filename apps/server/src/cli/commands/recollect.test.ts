import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bowerbird as inOneFile } from '../../../testing/api/command-line.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { startSimulator } from '../../simulator/start.ts';

const { adminUrl } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-cli-'));
const shop = await startSimulator({ platforms: ['shopify'], port: 0, products: 12, faults: [] });
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});
const address = shop.address('glade-home');
const { host } = new URL(address);

it('reads a source again by hand and by a watch, and reports what became of the products', {
  tags: ['slow'],
}, async () => {
  await bowerbird('collect', address);
  await bowerbird('claim', '--all');

  const again = await bowerbird('recollect', '--claimed', '--json');
  const added = await bowerbird(
    'watches',
    'add',
    '--claimed',
    host,
    '--platform',
    'shopify',
    '--zone',
    'UTC',
    '--json',
  );
  const [watch] = JSON.parse(added.stdout) as { id: string }[];
  const run = await bowerbird('watches', 'run', watch?.id ?? '');
  const listed = await bowerbird('watches');
  const removed = await bowerbird('watches', 'remove', watch?.id ?? '');

  const requesting = await bowerbird('watches', 'add', address, '--zone', 'UTC', '--stock', '--json');

  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toEqual({
    runId: expect.any(String),
    state: 'complete',
    shop: host,
    unchanged: 0,
    // The pages have the stock, which the feed did not.
    followed: 12,
    kept: 0,
    undecided: 0,
    decided: 0,
    gone: 0,
  });
  expect(watch).toMatchObject({
    name: host,
    everyHours: 24,
    hour: 6,
    timeZone: 'UTC',
    on: true,
    stock: false,
  });
  expect(JSON.parse(requesting.stdout)).toMatchObject([{ shop: host, stock: true }]);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('12 unchanged') });
  expect(listed.stdout).toContain('complete');
  expect(removed.code).toBe(0);
});

it.each([
  [['recollect'], '--claimed'],
  [['watches', 'add'], 'Say what to watch'],
  [['watches', 'paint'], 'not paint'],
])('ends %j with 1 and one line that says why', { tags: ['slow'] }, async (args, why) => {
  const { code, stdout, stderr } = await bowerbird(...args);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(why);
});

function bowerbird(...args: string[]) {
  return inOneFile(
    {
      DATABASE_URL: adminUrl,
      BOWERBIRD_DATA: folder,
      BOWERBIRD_ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${shop.port}`,
    },
    ...args,
  );
}
