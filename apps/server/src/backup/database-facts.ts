import pg from 'pg';
import { z } from 'zod';

/** A table of ours, and its columns except those that PostgreSQL computes. */
export interface TableFacts {
  name: string;
  columns: string[];
}

/** Quotes a name for SQL. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);

/**
 * Sets what dumps and loads rely on, for this session: our schema only, values written without any loss, no time limit,
 * and an error instead of silence if row-level security would leave rows out.
 */
export async function prepareSession(client: pg.Client): Promise<void> {
  await client.query(`
    set search_path = public;
    set client_encoding = 'UTF8';
    set datestyle = 'ISO, YMD';
    set intervalstyle = 'postgres';
    set timezone = 'UTC';
    set extra_float_digits = 3;
    set statement_timeout = 0;
    set lock_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    set row_security = off;
  `);
}

/** Returns the tables of our schema, by name, without those of the job queue and of extensions. */
export async function tablesOf(client: pg.Client): Promise<TableFacts[]> {
  const { rows } = await client.query(`
    select relname as name, array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    ) as columns
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    )
    order by relname`);
  return z.array(z.object({ name: z.string(), columns: z.array(z.string()) })).parse(rows);
}

/** Returns the sequences of our schema, with the next value of each. */
export async function sequencesOf(client: pg.Client): Promise<{ name: string; next: string }[]> {
  const { rows } = await client.query(`
    select relname as name, seqincrement::text as step
    from pg_class join pg_sequence on seqrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace order by relname`);
  const sequences = z.array(z.object({ name: z.string(), step: z.string() })).parse(rows);
  const found: { name: string; next: string }[] = [];
  for (const { name, step } of sequences) {
    const { rows: states } = await client.query(
      `select (last_value + case when is_called then $1::bigint else 0 end)::text as next from ${quoted(name)}`,
      [step],
    );
    const [state] = z.array(z.object({ next: z.string() })).parse(states);
    found.push({ name, next: state?.next ?? '1' });
  }
  return found;
}

/** Returns the migrations that the database has, in their order; none for a database that is not ours. */
export async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(
    `select to_regclass('migration.kysely_migration') is not null as there`,
  );
  if (!z.array(z.object({ there: z.boolean() })).parse(tables)[0]?.there) {
    return [];
  }
  const { rows } = await client.query('select name from migration.kysely_migration order by name');
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

/** Returns the number of rows of a table, as this transaction sees it. */
export async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::float8 as rows from ${quoted(table)}`);
  return z.array(z.object({ rows: z.int() })).parse(rows)[0]?.rows ?? 0;
}
