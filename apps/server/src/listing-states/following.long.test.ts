import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { listingBench, someProducts } from '../../testing/listing/listing.ts';
import { asOwner } from '../db/database.ts';
import { analyzeGrown } from '../db/statistics.ts';
import { prepareItems } from '../listing/runs/prepare.ts';
import { saveEditSet } from '../products/history/edit-sets.ts';
import { saveRecords } from '../products/history/history.ts';
import { follow, saveFollowing } from './following.ts';

const { db } = await testDatabase();
const count = 30_000;
const chunk = 2_000;
/** Ends only what hangs: a busy machine needs four minutes. */
const limitMs = 3_600_000;

it(
  '30,000 changes that one look sees all reach the store, each once',
  async () => {
    const bench = await listingBench(db);
    const { ownerId, shopId, services } = bench;
    const [product] = someProducts(1);
    const ids: string[] = [];
    while (product && ids.length < count) {
      const some = Array.from({ length: chunk }, (_, at) => ({
        ...product,
        handle: `lamp-${ids.length + at}`,
      }));
      ids.push(...(await bench.own(some)));
    }
    // As the program does where tables grow: without it, each row is looked for among all of them.
    await analyzeGrown(db);
    await asOwner(db, ownerId, async (owned) => {
      for (let from = 0; from < count; from += chunk) {
        const rows = ids.slice(from, from + chunk).map((id) => ({
          id: v7(),
          owner_id: ownerId,
          product_id: id,
          shop_id: shopId,
          key: `bb-${id}`,
          state: 'listed' as const,
          token: v7(),
          store_product_id: `gid://shopify/Product/${id}`,
          published: true,
          wanted_revision: 1,
          listed_revision: 1,
        }));
        await owned.insertInto('listing').values(rows).execute();
      }
      const at = { now: new Date(services.clock.wall()), userId: null };
      await saveFollowing(owned, ownerId, [bench.storeId], { what: 'all', everyHours: 0 }, at);
      const editSetId = await saveEditSet(owned, ownerId, { kind: 'followed', userId: null });
      await sql`update product set revision = 2 where owner_id = ${ownerId}`.execute(owned);
      const cells = [{ path: 'variants/v1/price', before: '1.00', after: '2.00' }];
      for (let from = 0; from < count; from += chunk) {
        const records = ids.slice(from, from + chunk).map((productId) => ({ productId, revision: 2, cells }));
        await saveRecords(owned, ownerId, editSetId, records);
      }
    });

    await analyzeGrown(db);

    let runs = 0;
    for (let started = 1; started > 0; ) {
      const runIds = await follow(services, ownerId, shopId);
      // The run's worker writes which products it lists.
      for (const runId of runIds) {
        await prepareItems(db, ownerId, runId);
      }
      started = runIds.length;
      runs += started;
      await asOwner(db, ownerId, async (owned) => {
        await sql`
        update listing set listed_revision = 2 from listing_item as item
        where listing.owner_id = ${ownerId} and item.product_id = listing.product_id and item.owner_id = ${ownerId}
      `.execute(owned);
        await sql`update run set state = 'complete' where owner_id = ${ownerId} and state = 'waiting'`.execute(
          owned,
        );
      });
      bench.clock.jump(60_000);
    }

    const taken = await asOwner(db, ownerId, (owned) =>
      owned.selectFrom('listing_item').select('product_id').where('owner_id', '=', ownerId).execute(),
    );
    expect(runs).toBe(3);
    expect(taken.map(({ product_id }) => product_id).sort()).toEqual(ids.toSorted());
  },
  limitMs,
);
