import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { recordByOperator } from '../audit/by-operator.ts';
import { withClient } from '../backup/testing.ts';
import { asOwner } from '../db/database.ts';
import { prepareFirstStart } from '../program/first-start.ts';
import { accessPlace } from '../sources/open-access.ts';
import { getSourceAccess } from '../sources/queries.ts';
import { KeyFolder } from './key-folder.ts';
import { countSealed } from './reseal.ts';
import { backupLock, graceMs, removeOldKeys, rotateKeys } from './rotate.ts';
import { type Seal, sealBy } from './seal.ts';
import { openTablesSealed, sealedAccesses } from './testing.ts';

const { db, adminUrl } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-rotate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let keys: KeyFolder;
let seal: Seal;
let later = 0;
let meanwhile: () => Promise<unknown>;
const clock = {
  sleep: async () => void (await meanwhile()),
  wall: () => Date.now() + later,
};
const parts = () => ({ db, keys, clock, record: recordByOperator });

beforeAll(async () => {
  await prepareFirstStart(db);
});
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  keys = await KeyFolder.open(folder);
  seal = sealBy(keys);
  later = 0;
  meanwhile = async () => undefined;
  await withClient(adminUrl, (client) =>
    client.query('truncate source_access, outbox, pairing, two_step_setup'),
  );
  await db.updateTable('user').set({ two_step: null }).execute();
});

async function opened(ownerId: string, id: string): Promise<string> {
  const { credentials } = await asOwner(db, ownerId, (owned) => getSourceAccess(owned, ownerId, id));
  return seal.open(credentials, accessPlace(ownerId, id));
}

async function totals(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { keyId, rows } of await countSealed(db)) {
    found[keyId] = (found[keyId] ?? 0) + rows;
  }
  return found;
}

const events = async () =>
  (await db.selectFrom('audit_event').select(['what', 'owner_id', 'details']).orderBy('id').execute()).slice(
    -1,
  );

it('seals the rows of all merchants with the new key, and an event says so [asvs 11.2.2]', {
  tags: ['slow'],
}, async () => {
  const [ann, ben] = [await testOwner(db), await testOwner(db)];
  const anns = await sealedAccesses(db, ann, seal, 120);
  const bens = await sealedAccesses(db, ben, seal, 3);
  const others = await openTablesSealed(db, seal);

  const rotated = await rotateKeys(parts());

  expect(rotated).toMatchObject({ isNew: true, rows: 127, altered: [], key: { number: 2 } });
  expect(await totals()).toEqual({ [rotated?.key.id ?? '']: 127 });
  for (const [owner, ids] of [[ann, anns] as const, [ben, bens] as const]) {
    for (const id of ids) {
      expect(await opened(owner, id)).toBe(`secret of ${id}`);
    }
  }
  expect(await others()).toEqual(['second step', 'being set up', 'pairing code', 'a code']);
  expect(await events()).toMatchObject([
    { what: 'keys-rotated', owner_id: null, details: { fields: { number: 2 } } },
  ]);
});

it('counts and seals again every column that holds sealed values', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name !~ 'hash' order by 1
  `.execute(db);
  const { rows: view } = await sql<{ text: string }>`select pg_get_viewdef('sealed_total') as text`.execute(
    db,
  );
  const places = [...(view[0]?.text ?? '').matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, place]) => place);

  // The others are no secrets: packed rows of files, packed contents that were sent to stores, and keyed hashes under names of their own.
  const open = [
    'import_bytes.bytes',
    'import_page.packed',
    'installation.key_check',
    'known_device.device',
    'listing_attempt.body',
    'sign_in_try.key',
  ];
  expect(places.sort()).toEqual(rows.map(({ place }) => place).filter((place) => !open.includes(place)));
});

it('leaves alone what is written while it works', async () => {
  const ann = await testOwner(db);
  const [id = ''] = await sealedAccesses(db, ann, seal, 1);
  const newer = seal.close('written meanwhile', accessPlace(ann, id));

  const rotating = await withClient(adminUrl, async (client) => {
    await client.query('begin');
    await client.query('update source_access set credentials = $1 where id = $2', [newer, id]);
    const begun = rotateKeys(parts());
    await expect
      .poll(async () => (await client.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await client.query('commit');
    return begun;
  });
  await rotating;

  expect(await opened(ann, id)).toBe('written meanwhile');
});

it('seals again what a process wrote that had not noticed the new key', async () => {
  const ann = await testOwner(db);
  await sealedAccesses(db, ann, seal, 2);
  const late = sealBy(await KeyFolder.open(folder, () => 0));
  meanwhile = () => sealedAccesses(db, ann, late, 3);

  const rotated = await rotateKeys(parts());

  expect(await totals()).toEqual({ [rotated?.key.id ?? '']: 5 });
});

it('continues with a rotation that was interrupted, and makes no other key for it', async () => {
  const ann = await testOwner(db);
  await sealedAccesses(db, ann, seal, 4);
  const key = await keys.add();

  const first = await rotateKeys(parts());
  const second = await rotateKeys(parts());

  expect(first).toMatchObject({ isNew: false, rows: 4, key: { id: key.id } });
  expect(second).toMatchObject({ isNew: true, rows: 4, key: { number: 3 } });
});

it('names rows that were changed, leaves them as they are, and seals the others', async () => {
  const ann = await testOwner(db);
  const [bad, other] = await sealedAccesses(db, ann, seal, 2);
  await withClient(adminUrl, (client) =>
    client.query(
      'update source_access set credentials = (select credentials from source_access where id = $1) where id = $2',
      [other, bad],
    ),
  );

  const rotated = await rotateKeys(parts());

  expect(rotated).toMatchObject({ isNew: true, rows: 1, altered: [`source_access.credentials ${bad}`] });
  expect(Object.values(await totals()).sort()).toEqual([1, 1]);
});

it('removes an old key once no row needs it, ten minutes after it was replaced, and not while a backup is written', async () => {
  const ann = await testOwner(db);
  const late = sealBy(await KeyFolder.open(folder, () => 0));
  await sealedAccesses(db, ann, seal, 1);
  await rotateKeys(parts());
  const [old] = keys.list();

  const tooSoon = await removeOldKeys(parts());
  later = graceMs;
  const [straggler = ''] = await sealedAccesses(db, ann, late, 1);
  const needed = await removeOldKeys(parts());
  await rotateKeys(parts());
  const duringBackup = await withClient(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock_shared($1)', [backupLock]);
    return await removeOldKeys(parts());
  });
  const removed = await removeOldKeys(parts());

  expect(tooSoon).toMatchObject({ removed: [], kept: [{ because: 'grace' }] });
  expect(needed).toMatchObject({ removed: [], kept: [{ because: 'rows' }] });
  expect(duringBackup).toMatchObject({ removed: [], kept: [{ because: 'backup' }] });
  expect(removed).toMatchObject({ removed: [{ id: old?.id }], kept: [] });
  expect(keys.list().map(({ number }) => number)).toEqual([2]);
  expect(await opened(ann, straggler)).toBe(`secret of ${straggler}`);
  expect(await events()).toMatchObject([{ what: 'keys-removed', details: { fields: { number: 1 } } }]);
});

it('is done by one at a time', async () => {
  meanwhile = async () => {
    expect(await rotateKeys(parts())).toBeNull();
    expect(await removeOldKeys(parts())).toBeNull();
  };

  expect(await rotateKeys(parts())).toMatchObject({ isNew: true });
});
