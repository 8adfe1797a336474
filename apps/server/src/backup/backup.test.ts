import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { oneImport } from '../../testing/one-of-everything/one-import.ts';
import { oneOfEverything, wholeApi } from '../../testing/one-of-everything/one-of-everything.ts';
import { ownProducts, sampleProduct } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import type { KeyFile } from '../seal/key-files.ts';
import { KeyFolder, openSeal } from '../seal/key-folder.ts';
import { credentialsPlace } from '../stores/sealed-places.ts';
import { backUp, type Written } from './back-up.ts';
import { putBack, type Restored } from './put-back.ts';
import { openBackup } from './read-file.ts';
import { allRows, bareDatabase, filesBelow, schemaOf, scratchFolder, withClient } from './testing.ts';

const { db, adminUrl } = await testDatabase();
const api = await wholeApi(db);
const { dataFolder } = api.services.config;
const scratch = scratchFolder();
const file = join(scratch, 'nightly.backup');
const secret = 'the token of a store';
/** Another installation, empty at first. */
const url = await bareDatabase(adminUrl);
const other = join(scratch, 'other');

/** Everything at the moment of the snapshot, read by another transaction that uses the same snapshot. */
let before: Record<string, string[]>;
let schemaBefore: string[];
let written: Written;
let rotated: KeyFile;
let restored: Restored;

beforeAll(async () => {
  await oneOfEverything(api);
  await oneImport(api.services, api.ann.ownerId);
  const seal = await openSeal(dataFolder);
  const { ownerId } = api.ann;
  await asOwner(db, ownerId, async (owned) => {
    const { id } = await owned.selectFrom('store').select('id').executeTakeFirstOrThrow();
    const credentials = seal.close(secret, credentialsPlace(ownerId, id));
    await owned.updateTable('store').set({ credentials }).where('id', '=', id).execute();
  });
  rotated = await (await KeyFolder.open(dataFolder)).add();
  mkdirSync(join(dataFolder, 'avatars'), { mode: 0o700 });
  writeFileSync(join(dataFolder, 'avatars', `${'a'.repeat(64)}.webp`), 'a face', { mode: 0o600 });
  writeFileSync(join(dataFolder, 'exports', 'unfinished.part'), 'half a file');
  writeFileSync(join(dataFolder, 'exports', 'unfinished.part-zip'), 'half a file');
  mkdirSync(join(dataFolder, 'exports', 'run.images'));
  writeFileSync(join(dataFolder, 'exports', 'run.images', 'mug.jpg'), 'an image of a ZIP to come');
  writeFileSync(join(dataFolder, 'keys', 'notes.txt'), 'somebody put this here');
  chmodSync(join(dataFolder, 'keys', 'seal-1.key'), 0o400);
  const writing = new AbortController();
  const wrote = keepWriting(writing.signal);
  try {
    written = await backUp({ url: adminUrl, dataFolder, file, program: '0.1.0', onSnapshot: remember });
  } finally {
    writing.abort();
    await wrote;
  }
  const { restored: counts, finish } = await putBack({
    backup: await openBackup(file),
    url,
    dataFolder: other,
  });
  restored = counts;
  await finish();
});

/** Reads everything that the snapshot with this id shows. */
async function remember(id: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(`set transaction snapshot '${id}'`);
    before = await allRows(client);
    schemaBefore = await schemaOf(client);
  });
}

/** Writes and edits products in one transaction after another, like a running server. */
async function keepWriting(signal: AbortSignal): Promise<void> {
  for (let times = 0; !signal.aborted; times += 1) {
    await ownProducts(db, api.ann.ownerId, [sampleProduct(times + 1000)]);
    await asOwner(db, api.ann.ownerId, (owned) =>
      sql`update product set revision = revision + 1 where owner_id = ${api.ann.ownerId}`.execute(owned),
    );
  }
}

it('a backup taken while the merchant works is the installation of one moment, row by row, on another one', async () => {
  const { after, schema, now } = await withClient(url, async (client) => {
    await client.query('begin');
    // The restore itself writes these columns; the test below checks them.
    await client.query('update installation set held_at = null, held_because = null');
    return { after: await allRows(client), schema: await schemaOf(client), now: await migrations(client) };
  });

  expect(after).toEqual(before);
  expect(schema).toEqual(schemaBefore);
  expect(now).toEqual(await withClient(adminUrl, migrations));
  // Makes sure that the test means something: the database is neither empty nor unchanged during the backup.
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(50);
  const imported = [
    'file_source',
    'import',
    'import_bytes',
    'import_fault',
    'import_file',
    'import_item',
    'import_page',
  ];
  expect([...imported, 'exported_page'].filter((table) => (before[table]?.length ?? 0) === 0)).toEqual([]);
  const { stored_product: products } = await withClient(adminUrl, allRows);
  expect(products?.length).toBeGreaterThan(before.stored_product?.length ?? 0);
  const rows = Object.values(before).reduce((sum, each) => sum + each.length, 0);
  expect(restored).toEqual({ tables: Object.keys(before).length, rows, files: written.files });
  expect(written).toMatchObject({ rows, missed: [], bytes: statSync(file).size });
});

it('brings images, exported files, uploaded images and the key, with their modes; nothing unfinished and no epoch file', async () => {
  const there = filesBelow(dataFolder);
  const wanted = Object.entries(there).filter(
    ([path]) => !/epoch|practice|\.part(-zip)?$|\.images|notes/.test(path),
  );
  expect(filesBelow(other)).toEqual(Object.fromEntries(wanted));
  expect(wanted.map(([path]) => path.split('/')[0])).toEqual(
    expect.arrayContaining(['avatars', 'exports', 'images', 'imports', 'keys']),
  );
  expect(Object.keys(there).filter((path) => path.includes('epoch'))).not.toEqual([]);
  expect(statSync(join(other, 'keys')).mode & 0o777).toBe(0o700);
  const seal = await openSeal(other);
  const [row] = await withClient(url, async (client) => {
    return (await client.query<{ id: string; credentials: Buffer }>('select id, credentials from store'))
      .rows;
  });
  expect(row && seal.open(row.credentials, credentialsPlace(api.ann.ownerId, row.id))).toBe(secret);
  // All of several keys were restored, and the same one is current.
  expect((await KeyFolder.open(other)).current()).toEqual(rotated);
});

it('is readable by its user alone, says what it is, and names neither the queue nor the epoch file', async () => {
  const { header, sections } = await openBackup(file);
  const names: string[] = [];
  for await (const { head } of sections()) {
    names.push(head.kind === 'file' ? head.path : head.name);
  }

  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(header).toMatchObject({
    program: '0.1.0',
    tables: Object.fromEntries(Object.entries(before).map(([name, rows]) => [unquoted(name), rows.length])),
  });
  expect(header.schema).toEqual(await withClient(adminUrl, migrations));
  expect(names.filter((name) => /epoch|pgboss|^job$/.test(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['keys/fingerprint.key', 'keys/seal-1.key', 'keys/seal-2.key']),
  );
});

it('sequences continue where they stood, and references and triggers hold again', async () => {
  const next = (client: Parameters<typeof migrations>[0]) =>
    client
      .query<{ next: string }>(`select nextval('plan_order_number') as next`)
      .then(({ rows }) => rows[0]?.next);

  const [theirs, ours] = [await withClient(url, next), await withClient(adminUrl, next)];

  expect(theirs).toBe(ours);
  await withClient(url, async (client) => {
    await expect(client.query('update product set owner_id = gen_random_uuid()')).rejects.toThrow(
      /foreign key/,
    );
    const { rows } = await client.query<{ held: string }>(
      `select held_because as held from installation where held_at is not null`,
    );
    expect(rows).toHaveLength(1);
  });
});

it('never takes the place of a file', async () => {
  const content = readFileSync(file);

  await expect(backUp({ url: adminUrl, dataFolder, file, program: '0.1.0' })).rejects.toMatchObject({
    code: 'backup.file-exists',
  });
  expect(readFileSync(file).equals(content)).toBe(true);
});

it('leaves nothing behind where it cannot be written', async () => {
  const nowhere = join(scratch, 'no', 'such', 'folder', 'x.backup');

  await expect(backUp({ url: adminUrl, dataFolder, file: nowhere, program: '0.1.0' })).rejects.toMatchObject({
    code: 'backup.file-unusable',
    params: { reason: 'ENOENT' },
  });
});

async function migrations(client: import('pg').Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from migration.kysely_migration order by name',
  );
  return rows.map(({ name }) => name);
}

function unquoted(name: string): string {
  return name.replaceAll('"', '');
}
