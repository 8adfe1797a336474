import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { asOwner } from '../../db/database.ts';
import { SearchBeside } from './search-beside.ts';

const { db } = await testDatabase();

async function waiting(ownerId: string): Promise<number> {
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ count: number }>`select count(*)::integer as count from similarity_waiting`.execute(owned),
  );
  return rows[0]?.count ?? 0;
}

async function analysed(): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select reltuples::integer as rows from pg_class where relname = 'similarity_keys'
  `.execute(db);
  return rows[0]?.rows ?? 0;
}

async function besideWith(added: number) {
  const ownerId = await testOwner(db);
  await asOwner(db, ownerId, (owned) =>
    sql`insert into similarity_waiting select gen_random_uuid(), ${ownerId}::uuid, array[gen_random_uuid()]`.execute(
      owned,
    ),
  );
  const beside = new SearchBeside(db, ownerId, new AbortController().signal);
  beside.saved(added);
  return { ownerId, beside };
}

it('searches while the source gives nothing', async () => {
  const { ownerId, beside } = await besideWith(1000);

  beside.waits();
  await sleep(300);
  await beside.end();

  expect(await waiting(ownerId)).toBe(0);
});

it('analyses the tables that grew, so that the end of the run need not', { tags: ['slow'] }, async () => {
  const { ownerId, beside } = await besideWith(0);
  await asOwner(db, ownerId, (owned) =>
    sql`insert into similarity_keys select ${ownerId}::uuid, gen_random_uuid(), 1, '{1}' from generate_series(1, 1500)`.execute(
      owned,
    ),
  );

  // What a connection counted is handed in within a second.
  for (let tries = 0; tries < 40 && (await analysed()) !== 1500; tries += 1) {
    beside.saved(1000);
    beside.waits();
    await sleep(300);
  }
  await beside.end();

  expect(await analysed()).toBe(1500);
});

it('does not search while the source goes on giving, nor for a few', async () => {
  const fast = await besideWith(1000);
  fast.beside.waits();
  fast.beside.goesOn();
  const few = await besideWith(999);
  few.beside.waits();
  await sleep(300);
  await Promise.all([fast.beside.end(), few.beside.end()]);

  expect([await waiting(fast.ownerId), await waiting(few.ownerId)]).toEqual([1, 1]);
});
