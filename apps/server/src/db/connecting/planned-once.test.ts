import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { ownProducts, sampleProduct } from '../../../testing/products/products.ts';
import { findListingMarks } from '../../products/list/listing-marks.ts';
import { asOwner, type Db, openDatabase } from '../database.ts';
import { plannedOnce } from './planned-once.ts';

const { db, directUrl, adminUrl } = await testDatabase();
const [ann, bob] = [await testOwner(db), await testOwner(db)];
await ownProducts(db, ann, [sampleProduct(1), sampleProduct(2)]);
const [ofBob = ''] = await ownProducts(db, bob, [sampleProduct(3)]);
const one = openDatabase(directUrl, { connectionsMax: 1 });
const pooled = openDatabase(directUrl, { connectionsMax: 1, keepsPlans: false });
afterAll(async () => {
  await one.close();
  await pooled.close();
});

/** Returns the statements that the only connection keeps, each with how often a plan for all values was used. */
async function keptBy(database: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ text: string; uses: number }>`
    select statement as text, generic_plans::integer as uses from pg_prepared_statements`.execute(database);
  return new Map(rows.map(({ text, uses }) => [text, uses]));
}

it('a plan that a connection keeps shows each merchant only what is theirs', async () => {
  const idsOf = (owner: string) =>
    asOwner(one.db, owner, async (owned) => {
      const { rows } = await sql<{ id: string }>`select id from product ${plannedOnce}`.execute(owned);
      return rows.map(({ id }) => id);
    });
  for (let time = 0; time < 8; time += 1) {
    expect(await idsOf(ann)).toHaveLength(2);
  }

  expect(await idsOf(bob)).toEqual([ofBob]);
  expect((await keptBy(one.db)).get('select id from product /* planned once */')).toBeGreaterThan(0);
});

it('the marks of a page of the list are planned once and not for each page, except behind a pooler', async () => {
  for (const each of [one.db, pooled.db]) {
    for (let time = 0; time < 8; time += 1) {
      await asOwner(each, bob, (owned) => findListingMarks(owned, bob, [ofBob]));
    }
  }

  const uses = [...(await keptBy(one.db))].filter(([text]) => text.includes('listing_attempt'));
  expect(uses).toEqual([[expect.any(String), expect.any(Number)]]);
  expect(uses[0]?.[1]).toBeGreaterThan(0);
  expect(await keptBy(pooled.db)).toEqual(new Map());
});

it('a statement that fails leaves the connection as usable as before', async () => {
  const divided = (by: number) =>
    sql<{ x: number }>`select 1 / ${by}::integer as x ${plannedOnce}`.execute(one.db);

  await expect(divided(0)).rejects.toThrow('division by zero');

  expect((await divided(1)).rows).toEqual([{ x: 1 }]);
});

it('a newer program that adds a column meanwhile disturbs no kept plan', async () => {
  const marks = () => asOwner(one.db, bob, (owned) => findListingMarks(owned, bob, [ofBob]));
  await marks();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();

  await admin.query(
    'alter table listing add column later text; alter table stored_product add column later text',
  );
  await admin.end();

  expect(await marks()).toEqual(new Map());
});
