import { mkdtempSync, rmSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { withClient } from '../backup/testing.ts';
import { prepareFirstStart } from '../program/first-start.ts';
import { KeyFolder } from './key-folder.ts';
import { forgetKey, requireSameKeys } from './required-keys.ts';
import { sealBy } from './seal.ts';
import { sealedAccesses } from './testing.ts';

const { db, adminUrl } = await testDatabase();
const here = mkdtempSync(join(tmpdir(), 'bowerbird-machines-'));
afterAll(() => rmSync(here, { recursive: true, force: true }));
const [first, second] = [join(here, 'first'), join(here, 'second')];

beforeAll(async () => {
  await prepareFirstStart(db);
});

beforeEach(async () => {
  await rm(first, { recursive: true, force: true });
  await rm(second, { recursive: true, force: true });
  await withClient(adminUrl, (client) => client.query('truncate source_access'));
  await db.updateTable('installation').set({ key_check: null, lost_keys: [] }).execute();
});

it('a machine with the same keys starts', async () => {
  const keys = await KeyFolder.open(first);
  await requireSameKeys(db, keys);
  await cp(first, second, { recursive: true });
  await requireSameKeys(db, await KeyFolder.open(second));
});

it('a machine that made keys of its own does not start, and is told which folder to copy', async () => {
  await requireSameKeys(db, await KeyFolder.open(first));
  const other = requireSameKeys(db, await KeyFolder.open(second));
  await expect(other).rejects.toMatchObject({
    name: 'CannotStart',
    message: expect.stringContaining(join(second, 'keys')),
  });
});

it('of two machines that start first at once, one is told', async () => {
  const both = await Promise.all([KeyFolder.open(first), KeyFolder.open(second)]);
  const outcomes = await Promise.allSettled(both.map((keys) => requireSameKeys(db, keys)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('a machine without a key that was made elsewhere since does not start before it has it, or the key is declared lost', async () => {
  const keys = await KeyFolder.open(first);
  await requireSameKeys(db, keys);
  await cp(first, second, { recursive: true });
  const added = await keys.add();
  const others = await KeyFolder.open(second);
  await requireSameKeys(db, others);

  await sealedAccesses(db, await testOwner(db), sealBy(keys), 2);
  await expect(requireSameKeys(db, others)).rejects.toMatchObject({
    name: 'CannotStart',
    message: expect.stringMatching(new RegExp(`${added.id} is missing in .* and 2 values`)),
  });
  await forgetKey(db, added.id);
  await requireSameKeys(db, others);
});

it('a lost fingerprint key can be declared lost', async () => {
  await requireSameKeys(db, await KeyFolder.open(first));
  await forgetKey(db, 'fingerprint');
  await requireSameKeys(db, await KeyFolder.open(second));
});
