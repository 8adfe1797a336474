import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { call } from '../../testing/database/embedded.ts';
import { DatabaseUnusable } from './connecting/unusable.ts';
import { migrate } from './migrate.ts';

const { adminUrl, jobsUrl } = await testDatabase();
const made: string[] = [];
afterAll(async () => {
  for (const name of made) {
    await call(adminUrl, `drop database ${name} with (force)`);
  }
});

describe('bringing a database up to date', () => {
  it('lets one of two programs do it while the other waits', { tags: ['slow'] }, async () => {
    const url = await emptyDatabase();

    await Promise.all([migrate(url), migrate(url), migrate(url)]);

    expect(Number(await call(url, 'select count(*) from migration.kysely_migration'))).toBeGreaterThan(0);
    expect(await call(url, 'select count(*) from owner')).toBe('0');
  });

  it('takes two databases of one server at the same moment', { tags: ['slow'] }, async () => {
    const urls = await Promise.all([emptyDatabase(), emptyDatabase()]);

    await Promise.all(urls.map((url) => migrate(url)));

    expect(await call(urls[1] ?? '', 'select count(*) from owner')).toBe('0');
  });

  it('refuses one that a newer version has changed', { tags: ['slow'] }, async () => {
    const url = await emptyDatabase();
    await migrate(url);
    await call(url, `insert into migration.kysely_migration values ('0999-later', now()::text)`);

    await expect(migrate(url)).rejects.toThrow(
      /changed by a newer Bowerbird \(0999-later\)\. Start that newer version/,
    );
  });

  it('refuses one that an earlier development version made, and changes nothing', async () => {
    const url = await emptyDatabase();
    await call(url, 'create schema migration');
    await call(
      url,
      'create table migration.kysely_migration (name text primary key, timestamp text not null)',
    );
    await call(url, `insert into migration.kysely_migration values ('0001-house', ''), ('0003-listing', '')`);
    const before = await everythingIn(url);

    const thrown = await migrate(url).catch((error: unknown) => error);

    expect(thrown).toBeInstanceOf(DatabaseUnusable);
    expect(thrown).toMatchObject({
      code: 'database.earlier-development-version',
      message: expect.stringMatching(
        /made by an earlier development version of Bowerbird \(0001-house\).* Nothing was changed\. Start with a new data folder \(BOWERBIRD_DATA/,
      ),
    });
    expect(await everythingIn(url)).toEqual(before);
  });

  it('works as a user who may make roles and nothing more', { tags: ['slow'] }, async () => {
    const url = new URL(await emptyDatabase());
    const name = `maker_${randomUUID().slice(0, 8)}`;
    await call(url.href, `create role ${name} login createrole password 'w'`);
    await call(url.href, `alter database ${url.pathname.slice(1)} owner to ${name}`);
    await call(url.href, `grant bowerbird_app, bowerbird_jobs to ${name} with admin option`);
    [url.username, url.password] = [name, 'w'];

    await migrate(url.href);

    expect(await call(url.href, 'select count(*) from owner')).toBe('0');
  });

  it('says what an administrator must do when the user may create no roles', async () => {
    const url = new URL(await emptyDatabase());
    const name = `plain_${randomUUID().slice(0, 8)}`;
    await call(url.href, `create role ${name} login password 'w'`);
    [url.username, url.password] = [name, 'w'];

    const reported = await migrate(url.href).catch(String);

    expect(reported).toContain(`grant bowerbird_app, bowerbird_jobs to ${name};`);
    expect(reported).toMatch(/create role bowerbird_login login password '...' in role .*DATABASE_APP_URL/);
  });

  it('says that the address is none or nobody answers there, and never the password', async () => {
    const reported = await Promise.all(
      ['mysql://ann:secret@h/x', 'postgres://ann:secret@127.0.0.1:1/x'].map((url) =>
        migrate(url).catch((thrown: unknown) => String(thrown)),
      ),
    );

    expect(reported[0]).toMatch(/DATABASE_URL is not the address of a PostgreSQL database/);
    expect(reported[1]).toMatch(/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.* Check DATABASE_URL/);
    expect(reported.join()).not.toContain('secret');
  });

  it('gives the job queue a schema of its own, and nothing else', async () => {
    await call(jobsUrl, 'create table pgboss.probe (n int)');

    await expect(call(jobsUrl, 'select * from "user"')).rejects.toThrow(/permission denied/);
  });
});

/** The names of all schemas, extensions and relations of a database, and of the migrations that it has. */
async function everythingIn(url: string): Promise<unknown> {
  return await call(
    url,
    `select jsonb_build_array(
      (select jsonb_agg(nspname order by nspname) from pg_namespace where nspname not like 'pg\\_%'),
      (select jsonb_agg(extname order by extname) from pg_extension),
      (select jsonb_agg(oid::regclass order by oid) from pg_class where oid >= 16384),
      (select jsonb_agg(to_jsonb(each) order by name) from migration.kysely_migration as each))`,
  );
}

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await call(adminUrl, `create database ${name}`);
  made.push(name);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
