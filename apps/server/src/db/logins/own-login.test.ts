import { sql } from 'kysely';
import pg from 'pg';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { call } from '../../../testing/database/embedded.ts';
import { createRun } from '../../runs/runs.ts';
import { asOwner } from '../database.ts';

const { db, url, jobsUrl, adminUrl } = await testDatabase();

/** Runs every query in one session of the program, like an attacker who can add statements to one of ours. */
const session = new pg.Client({ connectionString: url });
const queue = new pg.Client({ connectionString: jobsUrl });
/** Another user whose session could be ended. */
const owner = new pg.Client({ connectionString: adminUrl });
beforeAll(async () => {
  await session.connect();
  await queue.connect();
  await owner.connect();
});
afterAll(async () => {
  await session.end();
  await queue.end();
  await owner.end();
});

const forbidden = [
  'set role bowerbird',
  `select set_config('role', 'bowerbird', false)`,
  'set session authorization bowerbird',
  'grant bowerbird to session_user',
  'alter role session_user superuser',
  'alter role session_user bypassrls',
  'alter role session_user createrole',
  'create role intruder login superuser',
  'alter table run disable row level security',
  'alter table run owner to session_user',
  'drop table run',
  'truncate run',
  'create table public.kept (n int)',
  'create schema kept',
  'create extension hstore',
  'create function public.f() returns int language sql as $$ select 1 $$',
  `create or replace function forget_ended_grants() returns bigint language sql as $$ select 1::bigint $$`,
  `alter system set log_statement = 'all'`,
  'select * from pg_authid',
  'delete from migration.kysely_migration',
  `select pg_read_file('postgresql.conf')`,
  `select pg_ls_dir('.')`,
  `select lo_import('/etc/passwd')`,
  `copy run to program 'cat'`,
  `copy run from program 'true'`,
  `copy run to '/tmp/kept'`,
  `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bowerbird'`,
  'set session_replication_role = replica',
  `create publication everything for all tables`,
  `create event trigger seen on ddl_command_start execute function run_changed()`,
];

describe.each([
  ['the program', () => session],
  ['the job queue', () => queue],
])("%s's own login", (_name, login) => {
  describe.each(['', `select set_config('role', 'none', false)`, 'reset role'])('after "%s"', (before) => {
    it.each(forbidden)('is refused: %s', async (statement) => {
      if (before) {
        await login().query(before);
      }

      await expect(login().query(statement)).rejects.toThrow(/permission denied|must be (owner|superuser)/);
    });
  });

  it('is a plain one that owns no table, is in its group and in nothing else [asvs 13.2.2]', async () => {
    const { rows } = await login().query(`
      select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as more,
        array(select g.rolname::text from pg_auth_members join pg_roles g on g.oid = roleid where member = r.oid) as groups
      from pg_roles r where rolname = session_user`);

    expect(rows).toEqual([{ more: false, groups: [expect.stringMatching(/^bowerbird_(app|jobs)$/)] }]);
  });
});

it("sees no other merchant's rows, whoever it makes itself", async () => {
  const ann = await testOwner(db);
  await asOwner(db, ann, (owned) =>
    createRun(owned, ann, { kind: 'export', title: 'of Ann', request: {}, createdBy: null }),
  );

  for (const before of [`select set_config('role', 'none', false)`, 'reset role', 'set row_security = on']) {
    await session.query(before);
    expect((await session.query('select * from run')).rows).toEqual([]);
  }
  await session.query('set row_security = off');
  await expect(session.query('select * from run')).rejects.toThrow(/would be affected by row-level security/);
  await session.query('set row_security = on');
});

it('changes and deletes no event of the audit log, whoever it makes itself [asvs 16.4.2]', async () => {
  await call(
    adminUrl,
    `insert into audit_event (id, what, area, details) values ('${v7()}', 'kept', 'account', '{}')`,
  );

  for (const before of ['select', `select set_config('role', 'none', false)`]) {
    await session.query(before);
    await session.query('delete from audit_event').catch(() => undefined);
    await session.query(`update audit_event set what = 'other'`).catch(() => undefined);
  }

  expect(await call(adminUrl, `select count(*)::int from audit_event where what = 'kept'`)).toBe(1);
});

it("lets neither login read what is the other one's", async () => {
  await call(jobsUrl, 'create table if not exists pgboss.own (n int)');

  await expect(session.query('select * from pgboss.own')).rejects.toThrow(/permission denied/);
  await expect(queue.query('select * from "user"')).rejects.toThrow(/permission denied/);
  await expect(queue.query('set role bowerbird_app')).rejects.toThrow(/permission denied/);
  await expect(session.query('set role bowerbird_jobs')).rejects.toThrow(/permission denied/);
});

describe('functions that work as the owner of the tables', () => {
  it("read and write our tables, not the session's own of the same name", async () => {
    const userId = v7();
    await call(
      adminUrl,
      `with added as (insert into role (id, name, description, permissions) values ('kept', 'kept', '', '{}') returning id)
       insert into "user" (id, username, email, password_hash, name, role_id)
         select '${userId}', 'ann', 'ann@example.test', '', 'Ann', id from added`,
    );
    await session.query(`
      create temp table notification_due (owner_id uuid, user_ids uuid[], event text, subject text, params jsonb, link text);
      create function pg_temp.rise() returns trigger language plpgsql as $$
        begin
          execute 'create role risen superuser';
          return new;
        end
      $$;
      create trigger rise before insert on pg_temp.notification_due for each row execute function pg_temp.rise()`);

    await session.query(`update "user" set phone = '+8613800000000' where id = $1`, [userId]).catch(() => {});

    expect(await call(adminUrl, `select count(*)::int from pg_roles where rolname = 'risen'`)).toBe(0);
    expect(
      await call(adminUrl, `select count(*)::int from notification_due where '${userId}' = any (user_ids)`),
    ).toBe(1);
  });

  it("look a session's own tables up last, every one of them", async () => {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef
        and proconfig is distinct from array['search_path=public, pg_temp']
      order by 1`.execute(db);

    expect(rows).toEqual([]);
  });
});

it('is bowerbird_app in every query of the pool', async () => {
  const { rows } = await sql<{ now: string; login: string }>`
    select current_user as now, session_user as login`.execute(db);

  expect(rows).toEqual([{ now: 'bowerbird_app', login: expect.stringMatching(/^bowerbird_app_/) }]);
});
