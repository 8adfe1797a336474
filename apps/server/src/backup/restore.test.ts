import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { ownProducts, sampleProduct } from '../../testing/products/products.ts';
import { openDatabase } from '../db/database.ts';
import { addressesOf } from '../db/embedded/logins.ts';
import { migrate } from '../db/migrate.ts';
import { prepareFirstStart } from '../program/first-start.ts';
import { openSeal } from '../seal/key-folder.ts';
import { backUp } from './back-up.ts';
import type { BackupHeader, SectionHead } from './format.ts';
import type { Section } from './frames.ts';
import { putBack } from './put-back.ts';
import { type Backup, openBackup } from './read-file.ts';
import { allRows, bareDatabase, plainUser, scratchFolder, withClient } from './testing.ts';
import { writeBackupFile } from './write-file.ts';

const { db, adminUrl } = await testDatabase();
const scratch = scratchFolder();
const dataFolder = join(scratch, 'data');
const file = join(scratch, 'small.backup');

beforeAll(async () => {
  const accounts = await prepareFirstStart(db);
  await ownProducts(
    db,
    accounts?.merchant.ownerId ?? '',
    [1, 2, 3].map((each) => sampleProduct(each)),
  );
  await openSeal(dataFolder);
  mkdirSync(join(dataFolder, 'exports'));
  writeFileSync(join(dataFolder, 'exports', 'products.csv'), 'Handle,Title\n');
  await backUp({ url: adminUrl, dataFolder, file, program: '0.1.0' });
});

/** An empty database; each failed restore leaves it empty again. */
const target = await bareDatabase(adminUrl);
let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(scratch, `target-${folders}`);
}

/** The same backup with other content and a correct checksum. */
async function forged(
  change: (section: Section) => Section | null,
  header: Partial<BackupHeader> = {},
): Promise<Backup> {
  const original = await openBackup(file);
  const path = `${newFolder()}.backup`;
  async function* changed() {
    for await (const section of original.sections()) {
      const made = change(section);
      if (made) {
        yield made;
      }
    }
  }
  await writeBackupFile(path, { ...original.header, ...header }, changed());
  return await openBackup(path);
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** Expects that nothing of a restore is left: no rows, no files, no folder of the restore. */
async function expectNothing(url: string, folder: string): Promise<void> {
  const rows = Object.entries(await withClient(url, allRows)).filter(([, found]) => found.length > 0);
  // Migrations write these two into every database.
  expect(rows.map(([name]) => name).filter((name) => !['billing_setting', 'plan'].includes(name))).toEqual(
    [],
  );
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
}

describe('a target that somebody uses', () => {
  it('is refused when a program was started in the database, which stays as it is', async () => {
    const before = await withClient(adminUrl, allRows);
    const folder = newFolder();

    await expect(
      putBack({ backup: await openBackup(file), url: adminUrl, dataFolder: folder }),
    ).rejects.toMatchObject({ code: 'backup.target-not-empty', params: { what: 'installation' } });

    expect(await withClient(adminUrl, allRows)).toEqual(before);
    expect(existsSync(folder)).toBe(false);
  });

  it("is refused when the database holds another program's tables", async () => {
    const url = await bareDatabase(adminUrl);
    await withClient(url, (client) => client.query('create table orders as select 1 as id'));

    await expect(
      putBack({ backup: await openBackup(file), url, dataFolder: newFolder() }),
    ).rejects.toMatchObject({ code: 'backup.target-not-empty', params: { what: 'orders' } });
  });

  it.each(['keys', 'images', 'exports', 'imports', 'avatars'])(
    'is refused when there are files in %s/',
    async (name) => {
      const url = await bareDatabase(adminUrl);
      const folder = newFolder();
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'mine'), 'mine');

      await expect(
        putBack({ backup: await openBackup(file), url, dataFolder: folder }),
      ).rejects.toMatchObject({ code: 'backup.target-not-empty', params: { what: `${name}/` } });

      expect(readFileSync(join(folder, name, 'mine'), 'utf8')).toBe('mine');
      expect(await withClient(url, allRows)).toEqual({});
    },
  );
});

describe('a restore that fails on its way', () => {
  const url = target;

  it('leaves nothing behind when a reference leads nowhere', { tags: ['slow'] }, async () => {
    const folder = newFolder();
    const header = (await openBackup(file)).header;
    const backup = await forged(
      ({ head, content }) => ({ head, content: isTable(head, 'owner') ? nothing() : content }),
      { tables: { ...header.tables, owner: 0 } },
    );

    await expect(putBack({ backup, url, dataFolder: folder })).rejects.toThrow(/foreign key/);

    await expectNothing(url, folder);
  });

  it.each<[string, (section: Section) => Section | null]>([
    ['a table is missing', (section) => (isTable(section.head, 'stored_product') ? null : section)],
    [
      'a table has fewer rows than were counted',
      ({ head, content }) => ({ head, content: isTable(head, 'navigation_item') ? nothing() : content }),
    ],
    [
      'a file would lie outside the data folder',
      ({ head, content }) => ({ head: moved(head, 'exports/../../goods.csv'), content }),
    ],
    [
      'a file would be a witness',
      ({ head, content }) => ({ head: moved(head, 'keys/epoch/installation.json'), content }),
    ],
  ])('leaves nothing behind when %s', { tags: ['slow'] }, async (_why, change) => {
    const folder = newFolder();
    const backup = await forged(change);

    await expect(putBack({ backup, url, dataFolder: folder })).rejects.toThrow();

    await expectNothing(url, folder);
    expect(existsSync(join(scratch, 'products.csv'))).toBe(false);
  });
});

describe('a restore that was interrupted', () => {
  it('before its rows were there starts again', { tags: ['slow'] }, async () => {
    const url = await bareDatabase(adminUrl);
    const folder = newFolder();
    mkdirSync(join(folder, 'restoring', 'exports'), { recursive: true });
    writeFileSync(join(folder, 'restoring', 'backup'), 'another');
    writeFileSync(join(folder, 'restoring', 'exports', 'products.csv'), 'half');

    const { finish } = await putBack({ backup: await openBackup(file), url, dataFolder: folder });
    await finish();

    expect(readFileSync(join(folder, 'exports', 'products.csv'), 'utf8')).toBe('Handle,Title\n');
    expect(readdirSync(folder).sort()).toEqual(['exports', 'keys']);
  });

  it('after its rows were there continues with the same file, and with no other', {
    tags: ['slow'],
  }, async () => {
    const url = await bareDatabase(adminUrl);
    const folder = newFolder();
    const backup = await openBackup(file);
    const { restored } = await putBack({ backup, url, dataFolder: folder });
    const rows = await withClient(url, allRows);
    const another = await forged((section) => section, { program: '0.0.9' });

    await expect(putBack({ backup: another, url, dataFolder: folder })).rejects.toMatchObject({
      code: 'backup.target-not-empty',
    });
    const again = await putBack({ backup, url, dataFolder: folder });
    await again.finish();

    expect(again.restored).toEqual(restored);
    expect(await withClient(url, allRows)).toEqual(rows);
    await expect(putBack({ backup, url, dataFolder: folder })).rejects.toMatchObject({
      code: 'backup.target-not-empty',
    });
  });
});

describe('the schema', () => {
  it('of a newer program is refused, and both are named', async () => {
    const url = await bareDatabase(adminUrl);
    const { schema } = (await openBackup(file)).header;
    const backup = await forged((section) => section, { schema: [...schema, '9999-later'] });

    await expect(putBack({ backup, url, dataFolder: newFolder() })).rejects.toMatchObject({
      code: 'backup.newer',
      params: { theirs: '9999-later', ours: schema.at(-1) },
    });
    expect(await withClient(url, allRows)).toEqual({});
  });

  it('of an earlier development version is refused, and the first of its migrations is named', async () => {
    const url = await bareDatabase(adminUrl);
    const backup = await forged((section) => section, { schema: ['0001-house', '0003-listing'] });

    await expect(putBack({ backup, url, dataFolder: newFolder() })).rejects.toMatchObject({
      code: 'backup.earlier-development-version',
      params: { theirs: '0001-house' },
    });
    expect(await withClient(url, allRows)).toEqual({});
  });

  it('of an older program is brought to that of this one, with the rows in it', {
    tags: ['slow'],
  }, async () => {
    const old = await bareDatabase(adminUrl);
    await migrate(old, '0007-products');
    const path = `${newFolder()}.backup`;
    const before = openDatabase(addressesOf(old).app);
    await before.db.insertInto('installation').values({ id: v7() }).execute();
    const owner = await testOwner(before.db);
    await before.close();
    const { title } = sampleProduct(1);
    // As a program of that schema wrote it.
    await withClient(old, (client) =>
      client.query(
        `insert into product (id, owner_id, content, title, title_order, handle, status, variant_count, image_count,
          categories, tags, search, bigrams, fingerprint)
        values ($1, $2, $3, $4, '', 'one', 'draft', 1, 1, '{}', '{}', '', '{}', '')`,
        [v7(), owner, JSON.stringify(sampleProduct(1)), title],
      ),
    );
    await backUp({ url: old, dataFolder: newFolder(), file: path, program: '0.0.1' });
    const url = await bareDatabase(adminUrl);

    const { finish } = await putBack({ backup: await openBackup(path), url, dataFolder: newFolder() });
    await finish();

    await withClient(url, async (client) => {
      const newest = 'select max(name) as name from migration.kysely_migration';
      expect((await client.query(newest)).rows).toEqual(
        await withClient(adminUrl, async (ours) => (await ours.query(newest)).rows),
      );
      expect((await client.query('select title from product')).rows).toEqual([{ title }]);
      // A table that came later.
      expect((await client.query('select from listing')).rowCount).toBe(0);
      expect((await client.query('select from installation where held_at is not null')).rowCount).toBe(1);
    });
  });
});

it('works for a database user who is no superuser and owns nothing else', { tags: ['slow'] }, async () => {
  const [from, to] = [await plainUser(adminUrl), await plainUser(adminUrl)];
  const path = `${newFolder()}.backup`;
  await (await putBack({ backup: await openBackup(file), url: from, dataFolder: newFolder() })).finish();

  await backUp({ url: from, dataFolder, file: path, program: '0.1.0' });
  await (await putBack({ backup: await openBackup(path), url: to, dataFolder: newFolder() })).finish();

  expect((await withClient(to, allRows)).stored_product).toEqual(
    (await withClient(adminUrl, allRows)).stored_product,
  );
});

function isTable(head: SectionHead, name: string): boolean {
  return head.kind === 'table' && head.name === name;
}

function moved(head: SectionHead, path: string): SectionHead {
  return head.kind === 'file' && head.path.startsWith('exports/') ? { ...head, path } : head;
}
