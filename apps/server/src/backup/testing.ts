import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';

/** Creates a folder for this test file, removed after its last test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-backup-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an empty database on the server of another one, removed after the last test. */
export async function bareDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(serverUrl, (client) => client.query(`create database ${name}`));
  afterAll(() =>
    withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Creates a bare database whose owner is no superuser, as on a hosted PostgreSQL; returns its address for that owner.
 */
export async function plainUser(serverUrl: string): Promise<string> {
  const url = new URL(await bareDatabase(serverUrl));
  const database = url.pathname.slice(1);
  const name = `user_${database}`;
  await withClient(serverUrl, async (client) => {
    await client.query(`create role ${name} login password 'plain'`);
    await client.query(`grant bowerbird_app, bowerbird_jobs to ${name}`);
    await client.query(`alter database ${database} owner to ${name}`);
  });
  afterAll(() =>
    withClient(serverUrl, async (client) => {
      await client.query(`drop database if exists ${database} with (force)`);
      await client.query(`drop role ${name}`);
    }),
  );
  url.username = name;
  url.password = 'plain';
  return url.href;
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns every row of every table as text, generated columns included, in a fixed order. */
export async function allRows(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select t::text as row from ${name} t order by t::text`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/**
 * Returns what the schema consists of in addition to its columns: constraints, indexes, triggers, policies, sequences
 * and rights.
 */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as line
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select polrelid::regclass || ' ' || polname || ' ' || coalesce(pg_get_expr(polqual, polrelid), '') from pg_policy
    union all select relname || ' ' || relrowsecurity || ' ' || coalesce(relacl::text, '') from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
    order by line`);
  return rows.map(({ line }) => line);
}

/** Returns the files below a folder by their path, each with mode and content. */
export function filesBelow(folder: string): Record<string, { mode: number; content: string }> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const content = readFileSync(path).toString('base64');
      return [relative(folder, path), { mode: statSync(path).mode & 0o777, content }];
    }),
  );
}
