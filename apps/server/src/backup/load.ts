import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { quoted, tablesOf } from './database-facts.ts';
import type { SectionHead } from './format.ts';
import type { Section } from './frames.ts';

type TableHead = Extract<SectionHead, { kind: 'table' }>;
type SequenceHead = Extract<SectionHead, { kind: 'sequence' }>;

/** Locks every table against all other transactions until the caller's transaction ends. */
export async function lockTables(client: pg.Client): Promise<void> {
  const names = (await tablesOf(client)).map(({ name }) => quoted(name));
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
}

/**
 * Prepares the tables for rows in any order, inside the caller's transaction: deletes what migrations wrote, drops the
 * references between tables, and turns triggers off, because what triggers wrote is in the backup. Also drops the
 * indexes, because building an index from all rows at once is faster. Works as the owner of the tables, who need not be
 * a superuser. The returned function restores all of it; PostgreSQL then checks every reference.
 */
export async function openTables(client: pg.Client): Promise<() => Promise<void>> {
  const names = (await tablesOf(client)).map(({ name }) => quoted(name));
  const references = await referencesOf(client);
  for (const { name, table } of references) {
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  }
  const indexes = await indexesOf(client);
  for (const { name } of indexes) {
    await client.query(`drop index ${quoted(name)}`);
  }
  for (const name of names) {
    await client.query(`alter table ${name} disable trigger user`);
  }
  await client.query(`truncate table ${names.join(', ')}`);
  return async () => {
    for (const { definition } of indexes) {
      await client.query(definition);
    }
    for (const { name, table, definition } of references) {
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    }
    for (const name of names) {
      await client.query(`alter table ${name} enable trigger user`);
    }
  };
}

async function referencesOf(client: pg.Client) {
  const { rows } = await client.query(`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by conrelid::regclass::text, conname`);
  return z.array(z.object({ name: z.string(), table: z.string(), definition: z.string() })).parse(rows);
}

/** Returns the indexes that belong to no constraint. */
async function indexesOf(client: pg.Client) {
  const { rows } = await client.query(`
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and relkind = 'i'
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by relname`);
  return z.array(z.object({ name: z.string(), definition: z.string() })).parse(rows);
}

/** Loads a table's rows; returns how many there were. */
export async function loadTable(client: pg.Client, head: TableHead, content: Section['content']) {
  const columns = head.columns.map(quoted).join(', ');
  const copy = client.query(copyFrom(`copy ${quoted(head.name)} (${columns}) from stdin`));
  await pipeline(content, copy);
  return copy.rowCount;
}

/** Sets a sequence to its old position; unlike `setval`, this is undone with the transaction. */
export async function loadSequence(client: pg.Client, { name, next }: SequenceHead): Promise<void> {
  await client.query(`alter sequence ${quoted(name)} restart with ${BigInt(next)}`);
}
