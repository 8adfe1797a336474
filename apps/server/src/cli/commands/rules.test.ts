import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
const file = join(folder, 'rule.json');
const content = {
  name: 'Dearer',
  description: 'Prices with our margin',
  steps: [{ edit: { kind: 'multiply-price', by: '1.3', ending: { to: '.99' } } }],
};
writeFileSync(file, JSON.stringify(content));

it('adds a rule from a file, counts and attaches it by filter, and detaches it', {
  tags: ['slow'],
}, async () => {
  const address = shop.address('glade-home');
  await bowerbird('collect', address);
  await bowerbird('claim', '--all');
  const { host } = new URL(address);

  const added = await bowerbird('rules', 'add', file);
  const counted = await bowerbird(
    'rules',
    'attach',
    '1',
    '--filter',
    `source=${host}`,
    '--preview',
    '--json',
  );
  const attached = await bowerbird('rules', 'attach', '1', '--filter', `source=${host}`, '--json');
  const listed = await bowerbird('rules');
  const refused = await bowerbird('rules', 'remove', '1');
  const detached = await bowerbird('rules', 'detach', '1');
  const removed = await bowerbird('rules', 'remove', '1');

  expect(added.stdout).toMatch(/^1\tDearer\tonline\tversion 1/);
  expect(JSON.parse(counted.stdout)).toMatchObject({ products: 12, counts: { changed: 12 }, kept: 0 });
  expect(JSON.parse(attached.stdout)).toEqual(JSON.parse(counted.stdout));
  expect(listed.stdout).toContain('used 1 times');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Detach it first') });
  expect(detached.stdout).toBe('12 products, 12 changed\n');
  expect(removed.code).toBe(0);
});

it('edits by a rule of a file or a number once, after a preview, and undoes by number', {
  tags: ['slow'],
}, async () => {
  await bowerbird('rules', 'add', file);
  const [{ number }] = JSON.parse((await bowerbird('rules', '--json')).stdout);
  const edit = (rule: string, ...more: string[]) =>
    bowerbird('edit', '--filter', '{}', '--rule', rule, '--json', ...more);

  const preview = await edit(file, '--preview');
  const byFile = await edit(file);
  const byNumber = await edit(String(number), '--preview');
  const undone = await bowerbird('undo', '1', '--json');
  const attached = JSON.parse((await bowerbird('rules', '--json')).stdout)[0].timesUsed;
  const none = await bowerbird('undo', '77');
  const twice = await edit(file, '--steps', file);
  const noFile = await edit('/nowhere/rule.json');

  expect(JSON.parse(preview.stdout)).toMatchObject({ products: 12, changed: 12 });
  expect(JSON.parse(byFile.stdout)).toMatchObject({ done: 12, failed: 0 });
  expect(JSON.parse(byNumber.stdout)).toMatchObject({ products: 12, changed: 12 });
  expect(JSON.parse(undone.stdout)).toMatchObject({ restored: 12, kept: 0, impossible: 0 });
  expect(attached).toBe(0);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('no number 77') });
  expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('--rule or --steps') });
  expect(noFile).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read as JSON') });
});

it.each([
  [['rules', 'add'], 'Say which file'],
  [['rules', 'add', '/nowhere/rule.json'], 'cannot be read as JSON'],
  [['rules', 'attach', '77'], 'There is no rule 77'],
  [['rules', 'paint'], 'not paint'],
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
