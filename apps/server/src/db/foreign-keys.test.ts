import pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';

const { adminUrl } = await testDatabase();

/** What merchants delete by the thousand. */
const deletedInBulk = ['collected', 'stored_product', 'collected_version', 'listing_item', 'import_page'];

/** Foreign keys to these tables for which no index finds the rows of a deleted one. */
const withoutIndex = `
  select key.conrelid::regclass || ' (' || string_agg(attname, ', ') || ') of ' || key.confrelid::regclass as missing
  from pg_constraint as key
  join pg_attribute on attrelid = key.conrelid and attnum = any (key.conkey)
  where key.contype = 'f' and key.confrelid = any ($1::text[]::regclass[]) and not exists (
    select from pg_index where indrelid = key.conrelid
      and (indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey
      and (indpred is null or pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)')
  )
  group by key.oid, key.conrelid, key.confrelid order by 1`;

it('finds what belongs to a deleted product without reading a whole table of all merchants', async () => {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ missing: string }>(withoutIndex, [deletedInBulk]);

    expect(rows.map(({ missing }) => missing)).toEqual([]);
  } finally {
    await admin.end();
  }
});
