import type { CollectedFilter } from '@bowerbird/contract/collect/collected';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { rowsRead } from '../../../testing/database/rows-read.ts';
import { collectedProducts, mug } from '../../../testing/products/products.ts';
import { asOwner, type Db } from '../../db/database.ts';
import { deleteProducts } from '../../products/bin/bin.ts';
import { claimCollected } from '../../products/claim/claim.ts';
import { countStates } from './counts.ts';
import { addUpCounts, findSources } from './kept-counts.ts';

const database = await testDatabase();
const { db } = database;

const from = (shop: string, platform = 'shopify') => ({
  ...mug,
  source: { platform, shop, id: '', url: `https://${shop}/products/mug`, storeName: null },
});
const counts = (ownerId: string, filter: Partial<CollectedFilter> = {}, own: Db = db) =>
  asOwner(own, ownerId, (owned) => countStates(owned, ownerId, { state: 'all', ...filter }));

/** Counts the rows themselves. */
async function rows(ownerId: string) {
  const { rows: found } = await asOwner(db, ownerId, (owned) =>
    sql`select count(*)::integer as all, (count(*) - count(product_id))::integer as unclaimed,
      count(product_id)::integer as claimed, false as "areEstimates" from collected`.execute(owned),
  );
  return found[0];
}

it('counts what is collected, claimed, deleted and moved to the bin as the rows are', async () => {
  const ownerId = await testOwner(db);
  const ids = await collectedProducts(db, ownerId, [
    from('a.example'),
    from('a.example'),
    from('b.example', 'woocommerce'),
  ]);
  const steps: (() => Promise<unknown>)[] = [
    () =>
      asOwner(db, ownerId, (owned) =>
        claimCollected(owned, ownerId, { collectedIds: ids, edits: [], userId: null }),
      ),
    () =>
      asOwner(db, ownerId, (owned) =>
        deleteProducts(
          owned,
          ownerId,
          { filter: { platforms: ['woocommerce'] }, except: [] },
          { expected: 1, userId: null },
        ),
      ),
    () => collectedProducts(db, ownerId, [from('b.example', 'woocommerce')]),
    () => addUpCounts(db, ownerId),
    () => asOwner(db, ownerId, (owned) => sql`update collected set times_seen = 2`.execute(owned)),
    () => asOwner(db, ownerId, (owned) => sql`delete from collected where id = ${ids[0]}`.execute(owned)),
    () => addUpCounts(db, ownerId),
  ];
  for (const step of steps) {
    await step();
    expect(await counts(ownerId)).toEqual(await rows(ownerId));
  }

  expect(await counts(ownerId)).toEqual({ all: 3, unclaimed: 2, claimed: 1, areEstimates: false });
  expect(await counts(ownerId, { platforms: ['woocommerce'] })).toMatchObject({ all: 2, claimed: 0 });
  expect(await counts(ownerId, { sources: ['a.example'] })).toMatchObject({ all: 1, claimed: 1 });
  expect(await asOwner(db, ownerId, (owned) => findSources(owned, ownerId))).toEqual([
    { shop: 'b.example', platform: 'woocommerce', count: 2 },
    { shop: 'a.example', platform: 'shopify', count: 1 },
  ]);
});

it('shows nothing of it to another merchant, and nothing is left of a merchant who is gone', async () => {
  const [ownerId, other] = [await testOwner(db), await testOwner(db)];
  await collectedProducts(db, ownerId, [mug, mug]);

  expect(await counts(other)).toMatchObject({ all: 0 });
  await db.deleteFrom('owner').where('id', '=', ownerId).execute();
  expect(await counts(ownerId)).toMatchObject({ all: 0 });
});

it('reads no collected product to count them', { tags: ['slow'] }, async () => {
  const ownerId = await testOwner(db);
  await collectedProducts(
    db,
    ownerId,
    Array.from({ length: 300 }, () => mug),
  );

  const read = await rowsRead(database, ['collected'], async (own) => {
    await counts(ownerId, {}, own);
    await counts(ownerId, { sources: ['shop.example'], text: '' }, own);
    await asOwner(own, ownerId, (owned) => findSources(owned, ownerId));
  });

  expect(read).toBe(0);
});
