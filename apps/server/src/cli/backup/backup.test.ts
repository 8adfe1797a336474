import { copyFileSync, existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bowerbird, type Installation, run } from '../../../testing/api/command-line.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { embeddedTests } from '../../../testing/database/embedded.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { allRows, bareDatabase, scratchFolder, withClient } from '../../backup/testing.ts';

const { db, adminUrl } = await testDatabase();
const { adminUrl: made } = await testDatabase();
const { emptyFolder } = embeddedTests();
const scratch = scratchFolder();
const file = join(scratch, 'nightly.backup');
let folders = 0;

/** The installation to back up: a merchant whose three products are listed. */
let from: Installation;
let backedUp: Awaited<ReturnType<typeof bowerbird>>;

beforeAll(async () => {
  const bench = await listingBench(db, { times: 50 });
  await bench.list(await bench.own(someProducts(3)));
  from = { DATABASE_URL: adminUrl, BOWERBIRD_DATA: bench.services.config.dataFolder };
  backedUp = await bowerbird(from, 'backup', file, '--json');
});

async function emptyInstallation(): Promise<Installation> {
  folders += 1;
  return { DATABASE_URL: await bareDatabase(adminUrl), BOWERBIRD_DATA: join(scratch, `data-${folders}`) };
}

describe('backup', () => {
  it('says what it wrote', () => {
    expect(backedUp).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(backedUp.stdout)).toEqual({
      file,
      tables: expect.any(Number),
      rows: expect.any(Number),
      files: 0,
      bytes: statSync(file).size,
      missed: [],
      seconds: expect.any(Number),
    });
  });

  it('ends with one line when the file is there', async () => {
    await expectRefusal(from, ['backup', file], '(backup.file-exists)');
  });

  it('makes no installation where there is none', async () => {
    const folder = emptyFolder();

    await expectRefusal(
      { BOWERBIRD_DATA: folder },
      ['backup', join(scratch, 'none')],
      '(backup.no-database)',
    );

    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('restore', () => {
  it.each([
    ['restored', [], true],
    ['copied', ['--copy'], false],
  ] as const)(
    'lets listing continue as a database that was %s',
    { tags: ['slow'] },
    async (origin, options, isSame) => {
      const to = await emptyInstallation();

      const { code, stdout } = await bowerbird(to, 'restore', file, '--json', ...options);

      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ origin, listings: 3, files: 0 });
      const state = (url: string) =>
        withClient(url, async (client) => {
          const { rows } = await client.query<{ id: string; held: boolean; due: string; quiet: boolean }>(`
          select id, held_at is not null as held, (select count(*) from listing where check_due) as due,
            (select bool_and(quiet_until_ms > counted_ms) from shop_turn) as quiet from installation`);
          return rows[0];
        });
      const [ours, theirs] = [await state(to.DATABASE_URL), await state(from.DATABASE_URL)];
      expect(ours).toMatchObject({ held: false, due: '3', quiet: true });
      expect(ours?.id === theirs?.id).toBe(isSame);
      expect(existsSync(join(to.BOWERBIRD_DATA, 'restoring'))).toBe(false);
    },
  );

  it('refuses a file that was cut off before anything is made', { tags: ['slow'] }, async () => {
    const to = await emptyInstallation();
    const cut = join(scratch, 'cut.backup');
    copyFileSync(file, cut);
    truncateSync(cut, statSync(cut).size - 1000);

    await expectRefusal(to, ['restore', cut], '(backup.cut-off)');

    expect(existsSync(to.BOWERBIRD_DATA)).toBe(false);
    expect(await withClient(to.DATABASE_URL, allRows)).toEqual({});
  });

  it('refuses an installation that is there, and leaves it as it is', { tags: ['slow'] }, async () => {
    const before = await withClient(from.DATABASE_URL, allRows);
    const folder = { ...from, BOWERBIRD_DATA: join(scratch, 'new') };

    await expectRefusal(folder, ['restore', file], '(backup.target-not-empty)');

    expect(await withClient(from.DATABASE_URL, allRows)).toEqual(before);
  });

  it('killed with half of the rows loaded leaves an empty database, and succeeds when it is run again', {
    tags: ['slow'],
  }, async () => {
    const to = { DATABASE_URL: made, BOWERBIRD_DATA: join(scratch, 'killed') };
    // Makes loading wait at the first row of the products, after the tables before it, until the lock is released.
    await withClient(made, async (client) => {
      await client.query(`create function wait() returns boolean language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(4711); return true; end $$`);
      await client.query('alter table stored_product add constraint waits check (wait())');
      await client.query('select pg_advisory_lock(4711)');
      const { child, ended } = run(to, 'restore', file);
      await until(
        client,
        `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
      );
      child.kill('SIGKILL');
      await ended;
      await client.query('select pg_advisory_unlock(4711)');
      await until(
        client,
        `select where not exists (select from pg_stat_activity where application_name = 'bowerbird restore'
          and datname = current_database())`,
      );
      await client.query('alter table stored_product drop constraint waits');
      await client.query('drop function wait');
    });
    const rows = Object.entries(await withClient(made, allRows)).filter(([, found]) => found.length > 0);

    expect(rows.map(([name]) => name)).toEqual(['billing_setting', 'plan']);
    expect(readdirSync(to.BOWERBIRD_DATA)).toEqual(['restoring']);
    expect(await bowerbird(to, 'restore', file)).toMatchObject({ code: 0 });
    expect((await withClient(made, allRows)).product).toEqual(
      (await withClient(from.DATABASE_URL, allRows)).product,
    );
    expect(existsSync(join(to.BOWERBIRD_DATA, 'restoring'))).toBe(false);
  });
});

async function until(client: { query(text: string): Promise<{ rowCount: number | null }> }, text: string) {
  await expect.poll(async () => (await client.query(text)).rowCount).toBe(1);
}

async function expectRefusal(
  installation: Partial<Installation>,
  args: string[],
  why: string,
): Promise<void> {
  const { code, stdout, stderr } = await bowerbird(installation, ...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(why);
  expect(stderr.trim().split('\n')).toHaveLength(1);
}
