import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { collectedProducts, mug, testPerson } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { claimCollected, undoClaim } from '../../products/claim/claim.ts';
import { takeRows } from '../ledger/ledger.ts';
import { holdProducts } from './take-up.ts';

const { db } = await testDatabase();

it('keeps a product whose claim is taken back at the moment its listing begins', async () => {
  const owner = await testOwner(db);
  const userId = await testPerson(db, owner, 'Annie');
  const collectedIds = await collectedProducts(db, owner, [mug]);
  const shop = v7();
  const { productIds } = await asOwner(db, owner, async (owned) => {
    const limits = { maximum_variants: 9, maximum_options: 3 };
    await owned
      .insertInto('shop')
      .values({ id: shop, owner_id: owner, platform: 'shopify', identity: '1', name: 'Mugs', ...limits })
      .execute();
    return await claimCollected(owned, owner, { collectedIds, edits: [], userId });
  });

  const held = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const listing = asOwner(db, owner, async (owned) => {
    await holdProducts(owned, owner, productIds);
    const wanted = productIds.map((productId) => ({ productId, revision: 1 }));
    await takeRows(owned, owner, v7(), shop, wanted);
    held.resolve();
    await ended.promise;
  });
  await held.promise;
  const undoing = asOwner(db, owner, (owned) => undoClaim(owned, owner, productIds));
  // Time enough for it to delete what nothing prevents it from deleting.
  await Promise.race([undoing, new Promise((resolve) => setTimeout(resolve, 200))]);
  ended.resolve();
  await listing;

  expect(await undoing).toBe(0);
});
