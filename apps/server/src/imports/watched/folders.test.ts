import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { readConfig } from '../../config/config.ts';
import { asOwner } from '../../db/database.ts';
import { importBench, shopifyFile } from '../testing.ts';
import { allowedFolders, filesIn, folderWithin, openIn } from './folders.ts';
import { mugs, watchedBench } from './testing/watched-bench.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const watched = watchedBench(bench, []);
const { ownerId, services } = bench;

const outside = await mkdtemp(join(tmpdir(), 'bowerbird-outside-'));
const root = await mkdtemp(join(tmpdir(), 'bowerbird-feeds-'));
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
  await rm(outside, { recursive: true, force: true });
});
services.config.importFolders = [{ folder: root, email: null }];

/** A folder below the allowed one. */
async function folder(name: string): Promise<string> {
  const path = join(root, name);
  await mkdir(path, { recursive: true });
  return path;
}
/** Writes a file as if that had been some minutes ago. */
async function put(path: string, text: string, minutesAgo = 5): Promise<void> {
  await writeFile(path, text);
  const at = new Date(Date.now() - minutesAgo * 60_000);
  await utimes(path, at, at);
}
const inFolder = (path: string) => ({ kind: 'folder', folder: path });
const pricesOf = async (source: string) =>
  (await bench.rows({ sources: [source] })).map(({ price }) => Number(price));

describe('a watched folder', () => {
  it('has each file taken once, whoever looks again; one that was only touched is not imported again', async () => {
    const source = await watched.supplier('Folder', 3);
    const path = await folder('once');
    await put(join(path, 'monday.csv'), shopifyFile(mugs(3, '11.00')), 60);
    const { id } = await watched.create(source, inFolder(path));

    const first = await watched.look(id);
    const again = await watched.look(id);
    await put(join(path, 'monday.csv'), shopifyFile(mugs(3, '11.00')), 30);
    const touched = await watched.look(id);
    await put(join(path, 'tuesday.csv'), shopifyFile(mugs(3, '12.00')), 10);
    const next = await watched.look(id);

    expect(first).toMatchObject({ lastImport: { state: 'applied', fileName: 'monday.csv' } });
    expect(again).toMatchObject({
      lastLook: { outcome: 'nothing' },
      lastImport: { id: first.lastImport?.id },
    });
    expect(touched).toMatchObject({ lastLook: { outcome: 'unchanged' } });
    expect(next).toMatchObject({ lastImport: { state: 'applied', fileName: 'tuesday.csv' } });
    expect(await pricesOf(source)).toEqual([12, 12, 12]);
  });

  it('of whole ranges has the newest file taken, and the older ones passed over', async () => {
    const source = await watched.supplier('Newest', 3);
    const path = await folder('newest');
    await put(join(path, 'b-old.csv'), shopifyFile(mugs(3, '1.00')), 50);
    await put(join(path, 'a-new.csv'), shopifyFile(mugs(3, '2.00')), 20);
    const { id } = await watched.create(source, inFolder(path));

    expect((await watched.look(id)).lastImport).toMatchObject({ fileName: 'a-new.csv' });
    expect((await watched.look(id)).lastLook).toMatchObject({ outcome: 'nothing' });
    expect(await pricesOf(source)).toEqual([2, 2, 2]);
  });

  it('of parts has every file taken in the order in which they were written, the next one soon', async () => {
    const source = await watched.supplier('Parts', 3, false);
    const path = await folder('parts');
    await put(join(path, 'z-first.csv'), shopifyFile(mugs(1, '3.00')), 50);
    await put(join(path, 'a-second.csv'), shopifyFile(mugs(1, '4.00')), 20);
    const { id } = await watched.create(source, inFolder(path), { whole: false });

    const first = await watched.look(id);
    const second = await watched.look(id);

    expect(first.lastImport).toMatchObject({ fileName: 'z-first.csv', state: 'applied' });
    expect(new Date(first.nextAt ?? 0).getTime() - services.clock.wall()).toBeLessThan(2 * 60_000);
    expect(second.lastImport).toMatchObject({ fileName: 'a-second.csv', state: 'applied' });
    expect((await pricesOf(source)).toSorted()).toEqual([10, 10, 4]);
  });

  it('has a file waited for that is still being written', async () => {
    const source = await watched.supplier('Growing', 3);
    const path = await folder('growing');
    const whole = shopifyFile(mugs(3, '5.00'));
    await writeFile(join(path, 'feed.csv'), whole.slice(0, 100));
    const { id } = await watched.create(source, inFolder(path));

    const early = await watched.look(id);
    await put(join(path, 'feed.csv'), whole);
    const later = await watched.look(id);

    expect(early).toMatchObject({
      lastLook: { outcome: 'waits' },
      fault: { code: 'import.watch-changing', params: { file: 'feed.csv' } },
      lastImport: null,
    });
    expect(new Date(early.nextAt ?? 0).getTime() - services.clock.wall()).toBeLessThan(2 * 60_000);
    expect(later).toMatchObject({ fault: null, lastImport: { state: 'applied', products: 3 } });
  });

  it('goes on behind a file that is no table, and notifies of that one', async () => {
    const source = await watched.supplier('Mixed', 3, false);
    const path = await folder('mixed');
    await put(join(path, 'broken.csv'), '%PDF-1.7 not a table', 50);
    await put(join(path, 'good.csv'), shopifyFile(mugs(1, '6.00')), 20);
    const { id } = await watched.create(source, inFolder(path), { whole: false });

    const failed = await watched.look(id);
    const next = await watched.look(id);

    expect(failed).toMatchObject({
      fault: { code: 'import.watch-no-table', params: { file: 'broken.csv' } },
    });
    expect(next).toMatchObject({ fault: null, lastImport: { fileName: 'good.csv', state: 'applied' } });
    const { rows } = await asOwner(db, ownerId, (owned) =>
      sql`select params from notification_due where event = 'watched-file'`.execute(owned),
    );
    expect(rows).toEqual([{ params: { state: 'failed', supplier: 'Mixed', shown: 'broken.csv' } }]);
  });

  it('leaves alone hidden files, unfinished uploads, links and what is no table by its name', async () => {
    const path = await folder('others');
    await writeFile(join(outside, 'secret.csv'), 'Handle,Title\nx,Secret\n');
    for (const name of ['.feed.csv', 'feed.csv.part', 'feed.csv.filepart', 'readme.pdf', '~$feed.xlsx']) {
      await put(join(path, name), 'x');
    }
    await symlink(join(outside, 'secret.csv'), join(path, 'secret.csv'));
    await mkdir(join(path, 'folder.csv'));
    await put(join(path, 'real.CSV'), 'x');

    expect((await filesIn(path)).map(({ name }) => name)).toEqual(['real.CSV']);
    // Exchanged for a link between being listed and opened.
    const listed = { name: 'secret.csv', bytes: 22, modifiedMs: 0 };
    expect(await openIn(path, listed)).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('neither lists a pipe nor waits for its other end', async () => {
    const path = await folder('pipes');
    execFileSync('mkfifo', [join(path, 'feed.csv')]);
    const listed = { name: 'feed.csv', bytes: 0, modifiedMs: 0 };

    expect(await filesIn(path)).toEqual([]);
    expect(await openIn(path, listed)).toBeNull();
  });

  it('opens nothing that is another file by then', async () => {
    const path = await folder('swapped');
    await put(join(path, 'feed.csv'), 'a');
    const [listed] = await filesIn(path);
    await rm(join(path, 'feed.csv'));
    await writeFile(join(outside, 'other.csv'), 'secret');
    await link(join(outside, 'other.csv'), join(path, 'feed.csv'));

    expect(listed && (await openIn(path, listed))).toBeNull();
  });
});

describe('a folder', () => {
  const linked = join(root, 'way-out');

  it.each([
    ['above the allowed one', () => join(root, '..')],
    ['beside it, with its name as a beginning', () => `${root}-other`],
    ['reached by ..', () => `${root}/../${outside.split('/').at(-1)}`],
    ['of the system', () => '/etc'],
    ['that is relative', () => 'feeds'],
    ['with a zero character', () => `${root}/a\0b`],
    ['behind a link that leads out', () => linked],
  ])('%s is refused, and cannot be told from one that does not exist', async (_, path) => {
    await symlink(outside, linked).catch(() => undefined);
    await expect(folderWithin(path(), [root])).rejects.toMatchObject({ code: 'import.folder-not-allowed' });
  });

  it('that an allowed one holds is found; one that is not there says so', async () => {
    const path = await folder('there');
    expect(await folderWithin(`${path}/`, [root])).toBe(path);
    await expect(folderWithin(join(root, 'nowhere'), [root])).rejects.toMatchObject({
      code: 'import.folder-missing',
    });
  });

  it('becomes a link that leads out after it was named: nothing is read', async () => {
    const source = await watched.supplier('Turned', 3);
    const path = await folder('turned');
    const { id } = await watched.create(source, inFolder(path));
    await rm(path, { recursive: true });
    await put(join(outside, 'leak.csv'), shopifyFile(mugs(3, '9.00')));
    await symlink(outside, path);

    expect(await watched.look(id)).toMatchObject({
      fault: { code: 'import.folder-not-allowed' },
      lastImport: null,
    });
  });

  it('of one merchant is for nobody else', async () => {
    const other = await bench.another('other');
    const config = {
      importFolders: [
        { folder: '/srv/all', email: null },
        { folder: '/srv/other', email: 'other@example.test' },
      ],
    };
    const of = (owner: string) => asOwner(db, owner, (owned) => allowedFolders(owned, owner, config));

    expect(await of(ownerId)).toEqual(['/srv/all']);
    expect(await of(other.ownerId)).toEqual(['/srv/all', '/srv/other']);
  });

  it('cannot be watched where the operator allowed none', async () => {
    const source = await watched.supplier('Nobody', 3);
    services.config.importFolders = [];
    const { status, body } = await bench.send('POST', '/imports/watched', {
      ...watched.body,
      sourceId: source,
      where: inFolder(root),
    });
    services.config.importFolders = [{ folder: root, email: null }];

    expect([status, body.code]).toEqual([422, 'import.folder-not-allowed']);
  });
});

it('the operator names folders for all merchants or for one, by absolute paths', () => {
  const read = (value: string) => readConfig({ BOWERBIRD_IMPORT_FOLDERS: value }).importFolders;

  expect(read('/srv/feeds, Ann@example.com=/srv/a=b')).toEqual([
    { folder: '/srv/feeds', email: null },
    { folder: '/srv/a=b', email: 'ann@example.com' },
  ]);
  expect(read('/srv/x@y=z')).toEqual([{ folder: '/srv/x@y=z', email: null }]);
  expect(() => read('feeds')).toThrow('BOWERBIRD_IMPORT_FOLDERS: has feeds');
});
