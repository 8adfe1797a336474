import pg from 'pg';
import { mapConcurrently } from '../../../apps/server/src/async/map-concurrently.ts';
import { snapshotOf } from '../../../apps/server/src/collect/lists/collected-columns.ts';
import { saveProducts } from '../../../apps/server/src/collect/saving/save-products.ts';
import { writeCollectRun } from '../../../apps/server/src/collect/start.ts';
import { asOwner, type Db, openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { withoutIndexes } from '../../../apps/server/testing/database/without-indexes.ts';
import { addSmallMerchant, ownerOf } from './fill.ts';
import { productAt } from './products.ts';

/** What the calls of the bench filter by. */
export interface CollectedMarks {
  /** A run of 50,000 products, neither the first nor the last. */
  runId: string;
}

const batch = 1000;
const seed = 27;
const smallShop = 10;
const platform = 'shopify';
const ofOneRun = 50_000;

/**
 * Fills an empty database with the collected products of one merchant, saved as a run saves them, and beside it another merchant with
 * ten, who signs in as `small` with the same password. All but the last tenth and one in fifty are claimed; a tenth is similar to
 * others, in groups of three. Indexes are built once all rows are there.
 */
export async function fillCollected(
  url: string,
  username: string,
  products: number,
): Promise<CollectedMarks> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { db, close } = openDatabase(addressesOf(url).app);
  try {
    const ownerId = await ownerOf(client, username);
    const smallId = await addSmallMerchant(client, username);
    const build = await withoutIndexes(client, 'collected');
    await addCollected(db, smallId, smallShop);
    await addCollected(db, ownerId, products);
    await addLife(client, ownerId, products);
    await build();
    const runId = await addRun(client, db, ownerId, products);
    await client.query('vacuum analyze');
    return { runId };
  } finally {
    await close();
    await client.end();
  }
}

async function addCollected(db: Db, ownerId: string, products: number): Promise<void> {
  const runId = await startRun(db, ownerId);
  const pages = Array.from({ length: Math.ceil(products / batch) }, (_, page) => page * batch);
  await mapConcurrently(pages, 2, async (from) => {
    const read = Array.from({ length: Math.min(batch, products - from) }, (_, at) => {
      const product = productAt(seed, from + at, products);
      const place = from + at;
      return {
        ...product,
        attributes: [
          { name: 'Material', value: `Material ${place % 300}` },
          { name: `Detail ${place % 60}`, value: `Value ${place % 7_000}` },
        ],
      };
    });
    for (const [ofPlatform, of] of Map.groupBy(read, ({ source }) => source?.platform ?? '')) {
      await asOwner(db, ownerId, (owned) =>
        saveProducts(owned, { ownerId, runId, platform: ofPlatform, way: 'feed' }, of.map(snapshotOf)),
      );
    }
    if (from % 100_000 === 0) {
      console.error(
        `${from.toLocaleString('en')} of ${products.toLocaleString('en')} collected products written`,
      );
    }
  });
}

/** When they were collected, and which of them are claimed and similar. */
async function addLife(client: pg.Client, ownerId: string, products: number): Promise<void> {
  // Claimed by products that are not there.
  await client.query(`set session_replication_role = 'replica'`);
  await client.query(
    `update collected set collected_at = '2026-01-01T00:00:00Z'::timestamptz + place * interval '10 seconds',
       product_id = case when place < $2 * 0.9 and place % 50 <> 0 then gen_random_uuid() end
     from (select id as placed, row_number() over (order by source_id::integer) - 1 as place
       from collected where owner_id = $1) as places
     where id = placed`,
    [ownerId, products],
  );
  await client.query(
    `insert into similarity (collected_id, owner_id, group_id, reason)
     select id, owner_id, overlay(overlay(md5((place / 3)::text) placing '7' from 13) placing '8' from 17)::uuid, 'title' from (
       select id, owner_id, row_number() over (order by id) - 1 as place from collected where owner_id = $1 and hashtext(source_id) % 10 = 0
     ) as each`,
    [ownerId],
  );
  await client.query(`delete from collected_count where owner_id = $1`, [ownerId]);
  await client.query(
    `insert into collected_count (owner_id, platform, shop, collected, claimed)
     select owner_id, platform, shop, count(*), count(product_id) from collected where owner_id = $1 group by 1, 2, 3`,
    [ownerId],
  );
  await client.query(`set session_replication_role = 'origin'`);
  // The rows that were updated lie twice.
  await client.query('vacuum full collected');
}

/** A run of 50,000 products of one platform. */
async function addRun(client: pg.Client, db: Db, ownerId: string, products: number): Promise<string> {
  const runId = await startRun(db, ownerId);
  await client.query(
    `insert into collect_batch (owner_id, run_id, seq, source_ids)
     select $1, $2, at / 250, array_agg(key) from (
       select shop || ' ' || source_id as key, row_number() over (order by id) - 1 as at from (
         select id, shop, source_id from collected where owner_id = $1 and platform = $3 order by id offset $4 limit $5
       ) as chosen
     ) as keyed group by at / 250`,
    [ownerId, runId, platform, Math.floor(products / 9), ofOneRun],
  );
  await client.query(
    `update collect_run set got = (select sum(cardinality(source_ids)) from collect_batch where run_id = $1) where run_id = $1`,
    [runId],
  );
  return runId;
}

function startRun(db: Db, ownerId: string): Promise<string> {
  return asOwner(db, ownerId, (owned) =>
    writeCollectRun(
      owned,
      { ownerId, userId: null },
      { platform, scope: 'shop', addresses: ['https://one.example/'], shops: ['one.example'] },
    ),
  );
}
