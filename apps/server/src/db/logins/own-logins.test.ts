import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { template, testDatabase } from '../../../testing/database/database.ts';
import { call } from '../../../testing/database/embedded.ts';
import { withClient } from '../../backup/testing.ts';
import { openJobs } from '../../runs/jobs.ts';
import { jobsConnection } from '../connecting/addresses.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { ownLogins } from './own-logins.ts';

const { adminUrl } = await testDatabase();
const made: string[] = [];
afterAll(async () => {
  for (const name of made) {
    await call(adminUrl, `drop database ${name} with (force)`);
  }
});

const keyed = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest();
const loginsFor = (ownerUrl: string, { key = 'ours', appUrl }: { key?: string; appUrl?: string } = {}) =>
  ownLogins({ ownerUrl, appUrl, fingerprint: keyed(key) });
const whoIs = (url: string) => call(url, `select session_user || ' as ' || current_user`);
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe('a user who may make roles', () => {
  it('gets two logins, each in its group, whoever starts first', async () => {
    const url = await migratedDatabase();

    const [one, ...others] = await Promise.all([loginsFor(url), loginsFor(url), loginsFor(url)]);

    expect(others).toEqual([one, one]);
    expect(await whoIs(one?.app ?? '')).toMatch(/^bowerbird_app_[0-9a-f]{12} as bowerbird_app$/);
    expect(await whoIs(one?.jobs ?? '')).toMatch(/^bowerbird_jobs_[0-9a-f]{12} as bowerbird_jobs$/);
    await requireWork(one);
  });

  it('need be no superuser, and may lose the right afterwards', { tags: ['slow'] }, async () => {
    const { url, name } = await databaseOfUser('createrole');
    await call(adminUrl, `grant bowerbird_app, bowerbird_jobs to ${name} with admin option`);
    await migrate(url);

    const first = await loginsFor(url);
    await call(adminUrl, `alter role ${name} nocreaterole`);

    expect(await loginsFor(url)).toEqual(first);
    await requireWork(first);
  });

  it('gets the same ones again with a password and settings of ours, whatever they set for themselves', async () => {
    const url = await migratedDatabase();
    const { app } = await loginsFor(url);
    const name = new URL(app).searchParams.get('user');
    await withClient(app, async (client) => {
      await client.query('set role none');
      await client.query(`alter role ${name} set row_security = off`);
      await client.query(
        `alter role ${name} in database ${new URL(url).pathname.slice(1)} set search_path = pg_temp`,
      );
      await client.query(`alter role ${name} password 'mine'`);
    });
    await expect(call(app, 'select 1')).rejects.toThrow(/password/);

    const again = await loginsFor(url);

    expect(again.app).toBe(app);
    expect(await call(app, `select current_setting('row_security') || current_setting('search_path')`)).toBe(
      'on"$user", public',
    );
  });
});

describe('a process that knows its login alone', () => {
  it('works on a database that another one has migrated, and says what is missing in one that nobody has', {
    tags: ['slow'],
  }, async () => {
    const login = `login_${randomUUID().slice(0, 8)}`;
    await call(adminUrl, `create role ${login} login password 'w' in role bowerbird_app, bowerbird_jobs`);
    const [ready, empty] = [await migratedDatabase(), await newDatabase('template1')];
    const older = await newDatabase('template1');
    await migrate(older, '0010-stores');
    const alone = (url: string) =>
      ownLogins({ ownerUrl: undefined, appUrl: as(url, login, 'w'), fingerprint: keyed('') });

    await requireWork(await alone(ready));
    await expect(alone(empty)).rejects.toThrow(
      /\(0001-merchants-and-accounts is missing\)\. Start one process .* with DATABASE_URL/,
    );
    await expect(alone(older)).rejects.toThrow(/\(0011-listing is missing\)/);
    await call(ready, `insert into migration.kysely_migration values ('0999-later', now()::text)`);
    await expect(alone(ready)).rejects.toThrow(/changed by a newer Bowerbird \(0999-later\)/);
    await call(older, `truncate migration.kysely_migration`);
    await call(older, `insert into migration.kysely_migration values ('0001-house', now()::text)`);
    await expect(alone(older)).rejects.toMatchObject({ code: 'database.earlier-development-version' });
  });
});

describe('a user who may make no roles', () => {
  it('says what an administrator must do, and works with the login that they created', {
    tags: ['slow'],
  }, async () => {
    const { url, name } = await databaseOfUser('');
    await call(adminUrl, `grant bowerbird_app, bowerbird_jobs to ${name}`);
    await migrate(url);
    const said = String(await loginsFor(url).catch((thrown: unknown) => thrown));
    const statement = /run: (create role .*);/.exec(said)?.[1] ?? '';
    const login = `login_${randomUUID().slice(0, 8)}`;

    await call(adminUrl, statement.replace('bowerbird_login', login).replace("'...'", "'by hand'"));
    const appUrl = as(url, login, 'by hand');
    const addresses = await loginsFor(url, { appUrl });

    expect(said).toMatch(
      /^DatabaseUnusable: The login bowerbird_app_\w+ could not be made .* permission denied .*DATABASE_APP_URL/,
    );
    expect(await whoIs(addresses.jobs)).toBe(`${login} as bowerbird_jobs`);
    await requireWork(addresses);
  });

  it.each([
    [
      'of another database',
      /name two databases/,
      (url: string) => as(url, 'bowerbird', password(url)).replace(/\/other_\w+/, '/postgres'),
    ],
    ['that is a superuser', /login bowerbird is a superuser/, (url: string) => url],
  ])('is said of a login %s', async (_what, words, appUrl) => {
    const url = await migratedDatabase();

    const start = async () => {
      const { app } = await loginsFor(url, { appUrl: appUrl(url) });
      const { db, close } = openDatabase(app);
      await sql`select`.execute(db).finally(close);
    };

    await expect(start()).rejects.toThrow(words);
  });

  it('is said of a login that is in neither group, and of a password that is wrong, without showing it', async () => {
    const url = await migratedDatabase();
    const login = `login_${randomUUID().slice(0, 8)}`;
    await call(adminUrl, `create role ${login} login password 'w'`);

    await expect(loginsFor(url, { appUrl: as(url, login, 'w') })).rejects.toThrow(
      `grant bowerbird_app, bowerbird_jobs to ${login};`,
    );
    const wrong = String(
      await loginsFor(url, { appUrl: as(url, login, 'hidden') }).catch((thrown: unknown) => thrown),
    );
    expect(wrong).toMatch(/password authentication failed.*Check DATABASE_APP_URL/);
    expect(wrong).not.toContain('hidden');
  });
});

it('gives two installations of one server logins of their own, by database and by key', {
  tags: ['slow'],
}, async () => {
  const [one, two] = [await migratedDatabase(), await migratedDatabase()];

  const all = await Promise.all([loginsFor(one), loginsFor(two), loginsFor(two, { key: 'theirs' })]);

  const names = all
    .flatMap(({ app, jobs }) => [app, jobs])
    .map((url) => new URL(url).searchParams.get('user'));
  expect(new Set(names).size).toBe(6);
  for (const addresses of all) {
    await requireWork(addresses);
  }
});

/** Checks that the program reads rows, and the queue creates its tables, as these logins. */
async function requireWork(addresses: { app: string; jobs: string } | undefined): Promise<void> {
  const { db, close } = openDatabase(addresses?.app ?? '');
  expect(await db.selectFrom('run').select('id').execute().finally(close)).toEqual([]);
  const jobs = await openJobs(jobsConnection(addresses?.jobs ?? ''), silent);
  await jobs.queued().finally(() => jobs.stop());
  expect(
    await call(
      addresses?.jobs ?? '',
      `select distinct tableowner from pg_tables where schemaname = 'pgboss'`,
    ),
  ).toBe('bowerbird_jobs');
}

/** A database on the tests' server, owned by a separate user. */
async function databaseOfUser(right: string): Promise<{ url: string; name: string }> {
  const url = await newDatabase('template1');
  const name = `user_${randomUUID().slice(0, 8)}`;
  await call(adminUrl, `create role ${name} login ${right} password 'w'`);
  await call(adminUrl, `alter database ${new URL(url).pathname.slice(1)} owner to ${name}`);
  return { url: as(url, name, 'w'), name };
}

function as(url: string, name: string, word: string): string {
  return Object.assign(new URL(url), { username: name, password: word }).href;
}

function password(url: string): string {
  return new URL(url).password;
}

const migratedDatabase = () => newDatabase(template);

async function newDatabase(from: string): Promise<string> {
  const name = `other_${randomUUID().replaceAll('-', '')}`;
  await call(adminUrl, `create database ${name} template ${from}`);
  made.push(name);
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}
