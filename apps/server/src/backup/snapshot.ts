import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { countRows, migrationsOf, prepareSession, quoted, sequencesOf, tablesOf } from './database-facts.ts';
import type { Section } from './frames.ts';

/** A database as it was at one moment, while work in it continues. */
export interface Snapshot {
  /** Id with which another transaction sees the same moment (`set transaction snapshot`). */
  id: string;
  migrations: string[];
  /** The number of rows of each table. */
  rows: Record<string, number>;
  /** Reads every table and sequence; rows are streamed and never held all at once. */
  sections(): AsyncGenerator<Section>;
}

/**
 * Lets the work read the database as it is at one moment, in one transaction `repeatable read, read only`. Blocks no
 * reads or writes; only a change of the schema waits until the work is done. The session must not be used for anything
 * else afterwards.
 */
export async function withSnapshot<T>(
  client: pg.Client,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  await prepareSession(client);
  const known = (await tablesOf(client)).map(({ name }) => name);
  await client.query('begin isolation level repeatable read, read only');
  // Locks before the first query, which takes the snapshot: from here on no table changes its structure.
  await client.query(`lock table ${known.map(quoted).join(', ')} in access share mode`);
  const tables = await tablesOf(client);
  if (tables.map(({ name }) => name).join() !== known.join()) {
    throw new Error('the tables changed while the backup began');
  }
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    rows[name] = await countRows(client, name);
  }
  const { rows: exported } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
  const result = await work({
    id: exported[0]?.id ?? '',
    migrations: await migrationsOf(client),
    rows,
    async *sections() {
      for (const { name, columns } of tables) {
        yield {
          head: { kind: 'table', name, columns },
          content: copyTable(client, name, columns, rows[name] ?? 0),
        };
      }
      for (const { name, next } of await sequencesOf(client)) {
        yield { head: { kind: 'sequence', name, next }, content: nothing() };
      }
    },
  });
  await client.query('rollback');
  return result;
}

async function* copyTable(
  client: pg.Client,
  name: string,
  columns: readonly string[],
  rows: number,
): AsyncGenerator<Buffer> {
  const list = columns.map(quoted).join(', ');
  const copy = client.query(copyTo(`copy ${quoted(name)} (${list}) to stdout`));
  yield* copy as AsyncIterable<Buffer>;
  // The row count has arrived by the time that another query is answered.
  await client.query('select 1');
  if (copy.rowCount !== rows) {
    throw new Error(`${name} gave ${copy.rowCount} rows of ${rows}`);
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}
