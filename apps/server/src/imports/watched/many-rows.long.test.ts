import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { asOwner } from '../../db/database.ts';
import { importBench, shopifyFile } from '../testing.ts';
import { feedServer } from './testing/feed-server.ts';
import { mugs, watchedBench } from './testing/watched-bench.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const feed = await feedServer();
const watched = watchedBench(bench, [feed.host]);
const rows = 20_000;

it('a watched file of 20,000 rows is applied by itself: every row is there once, at its new price', async () => {
  const into = { as: 'source' as const, source: { name: 'Large' }, whole: true };
  const checked = await bench.check(shopifyFile(mugs(rows, '10.00')), { into });
  expect(checked).toMatchObject({ state: 'checked', fault: { code: 'import.to-confirm' } });
  const { source } = await bench.apply(checked, rows);
  // Fewer than the share of missing products that holds a file back.
  feed.file('/large.csv', shopifyFile(mugs(rows - 500, '12.00')), '"1"');
  const { id } = await watched.create(source?.id ?? '', {
    kind: 'address',
    address: feed.address('/large.csv'),
  });

  const looked = await watched.look(id);

  expect(looked).toMatchObject({
    lastLook: { outcome: 'imported' },
    lastImport: { state: 'applied', products: rows - 500, faults: 0, heldBecause: null },
  });
  const found = await asOwner(db, bench.ownerId, async (owned) => {
    const answer = await sql<{ price: string; count: number; titles: number }>`
      select price_min::text as price, count(*)::integer as count, count(distinct title)::integer as titles
      from collected where owner_id = ${bench.ownerId} and shop = ${source?.id ?? ''} group by 1 order by 1
    `.execute(owned);
    return answer.rows;
  });
  expect(found.map(({ price, ...counts }) => ({ ...counts, price: Number(price) }))).toEqual([
    { price: 10, count: 500, titles: 500 },
    { price: 12, count: rows - 500, titles: rows - 500 },
  ]);
}, 1_200_000);
