import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { ownProducts, sampleProduct } from '../../testing/products/products.ts';
import { asOwner } from './database.ts';
import { analyzeGrown, settleSearchIndexes } from './statistics.ts';

const { db, adminUrl } = await testDatabase();

it('analyses what grew, with the program’s own rights, and leaves alone what did not', {
  tags: ['slow'],
}, async () => {
  const ownerId = await testOwner(db);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const analysed = async () =>
    (
      await admin.query<{ relname: string; reltuples: number }>(
        `select relname, reltuples from pg_class where relname in ('similarity_keys', 'similarity_waiting') order by 1`,
      )
    ).rows;
  try {
    await asOwner(db, ownerId, (owned) =>
      sql`insert into similarity_keys select ${ownerId}::uuid, gen_random_uuid(), 1, '{1}' from generate_series(1, 1500)`.execute(
        owned,
      ),
    );
    // What a connection counted is handed in within a second.
    for (let tries = 0; tries < 40 && (await analysed())[0]?.reltuples !== 1500; tries += 1) {
      await sleep(100);
      await analyzeGrown(db);
    }

    expect(await analysed()).toEqual([
      { relname: 'similarity_keys', reltuples: 1500 },
      { relname: 'similarity_waiting', reltuples: -1 },
    ]);
  } finally {
    await admin.end();
  }
});

it('leaves a table alone that grew by less than a quarter', { tags: ['slow'] }, async () => {
  const ownerId = await testOwner(db);
  const analysed = async () => {
    const { rows } = await sql<{ rows: number }>`
      select reltuples::integer as rows from pg_class where relname = 'similarity_waiting'
    `.execute(db);
    return rows[0]?.rows;
  };
  const add = (rows: number) =>
    asOwner(db, ownerId, (owned) =>
      sql`insert into similarity_waiting
        select gen_random_uuid(), ${ownerId}::uuid, '{}' from generate_series(1, ${rows}::integer)`.execute(
        owned,
      ),
    );
  const analyseUntil = async (isDone: (rows: number | undefined) => boolean) => {
    for (let tries = 0; tries < 40 && !isDone(await analysed()); tries += 1) {
      await sleep(100);
      await analyzeGrown(db);
    }
    return await analysed();
  };
  await add(8000);
  expect(await analyseUntil((rows) => rows === 8000)).toBe(8000);

  await add(1900);
  await sleep(1500);
  await analyzeGrown(db);
  expect(await analysed()).toBe(8000);

  await add(200);
  expect(await analyseUntil((rows) => rows === 10_100)).toBe(10_100);
});

it('puts what was written lately into the search indexes, with the program’s own rights', async () => {
  const ownerId = await testOwner(db);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const unsettled = async () => {
    const { rows } = await admin.query<{ index: string; products: number }>(
      `select relname as index, (pgstatginindex(oid::regclass)).pending_tuples::integer as products
       from pg_class where relname in ('product_text_search', 'collected_search', 'product_tags') order by 1`,
    );
    return rows.filter(({ products }) => products > 0).map(({ index }) => index);
  };
  try {
    await admin.query('create extension pgstattuple');
    await ownProducts(db, ownerId, [sampleProduct(1)]);
    expect(await unsettled()).toContain('product_text_search');

    await settleSearchIndexes(db);

    expect(await unsettled()).toEqual([]);
  } finally {
    await admin.end();
  }
});
