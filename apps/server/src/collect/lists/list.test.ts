import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { asOwner } from '../../db/database.ts';
import { countByState } from './counts.ts';
import { pageQuery } from './list.ts';

const { db, adminUrl } = await testDatabase();

it('searches a large box as you type by an index, also for two Chinese characters', {
  tags: ['slow'],
}, async () => {
  const ownerId = await testOwner(db);
  await fill(ownerId, 20_000);
  const planFor = (text: string) =>
    asOwner(db, ownerId, async (owned) => {
      const request = {
        filter: { state: 'all' as const, text },
        sort: 'collected' as const,
        direction: 'desc' as const,
        limit: 60,
      };
      return JSON.stringify(await pageQuery(owned, ownerId, request).explain('json'));
    });

  expect(await planFor('杯子')).toContain('collected_search');
  expect(await planFor('mug-00123')).toContain('collected_search');
  expect(
    await asOwner(db, ownerId, (owned) => countByState(owned, ownerId, { state: 'all', text: '杯子' })),
  ).toMatchObject({ all: 20, unclaimed: 20, claimed: 0 });
});

/** Many rows, of which every thousandth is a cup. */
async function fill(ownerId: string, count: number): Promise<void> {
  await asOwner(db, ownerId, (owned) =>
    sql`
      insert into collected (id, owner_id, platform, shop, source_id, url, title, title_order, content, content_hash,
        variant_count, image_count, fingerprint, search, bigrams)
      select gen_random_uuid(), ${ownerId}, 'shopify', 'shop.example', number::text, 'https://shop.example/' || number, 'x', 'x', '{}', '',
        1, 0, md5(number::text), 'good ' || md5(number::text) || ' mug-' || lpad(number::text, 5, '0'),
        case when number % 1000 = 0 then '{杯子,子}' else '{桌布,布}' end::text[]
      from generate_series(1, ${count}::integer) as number
    `.execute(owned),
  );
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => void 0);
  await client.connect();
  await client.query('vacuum analyze collected');
  await client.end();
}
