import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { listingBench } from '../../../testing/listing/listing.ts';
import { collectedProducts, mug, ownProducts, testPerson } from '../../../testing/products/products.ts';
import { countUsed } from '../../billing/quotas.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { claimCollected } from '../claim/claim.ts';
import { findHistory } from '../history/history.ts';
import { listProducts } from '../list/list.ts';
import { editProduct, getProduct } from '../list/queries.ts';
import { deleteProducts, emptyBin, forgetBinned, listBin, restoreProducts } from './bin.ts';

const { db } = await testDatabase();

async function merchant() {
  const ownerId = await testOwner(db);
  const userId = await testPerson(db, ownerId, 'Annie');
  const as = <T>(work: (owned: OwnerDb) => Promise<T>) => asOwner(db, ownerId, work);
  return {
    ownerId,
    userId,
    as,
    bin: (ids: string[]) =>
      as((owned) => deleteProducts(owned, ownerId, { ids }, { expected: ids.length, userId })),
    restore: (which: Parameters<typeof restoreProducts>[2]) =>
      as((owned) => restoreProducts(owned, ownerId, which)),
    claim: (collectedIds: string[]) =>
      as((owned) => claimCollected(owned, ownerId, { collectedIds, edits: [], userId })),
    count: async () =>
      (
        await as((owned) =>
          listProducts(owned, ownerId, { filter: {}, sort: 'created', direction: 'asc', limit: 5 }),
        )
      ).total,
    binned: () => as((owned) => listBin(owned, ownerId, {})),
  };
}

describe('a deleted product', () => {
  it('is in the bin and nowhere else, and comes back with its history and its source', async () => {
    const { ownerId, userId, as, bin, restore, claim, count, binned } = await merchant();
    const collectedIds = await collectedProducts(db, ownerId, [mug]);
    const { productIds } = await claim(collectedIds);
    const [id = ''] = productIds;
    const edits = [{ kind: 'title-suffix' as const, text: ' XL' }];
    await as((owned) => editProduct(owned, ownerId, { id, edits, userId }));
    const before = await as((owned) => getProduct(owned, ownerId, id));

    const { deleted, binId } = await bin([id]);
    const inBin = await binned();
    const found = await count();
    const used = await as((owned) => countUsed(owned, ownerId, 'products'));
    await expect(as((owned) => getProduct(owned, ownerId, id))).rejects.toMatchObject({ code: 'not-found' });
    const back = await restore({ binId });

    expect([deleted, found, used]).toEqual([1, 0, 0]);
    expect(inBin).toMatchObject({
      total: 1,
      items: [{ id, binId, title: 'Blue mug XL', by: 'Annie', stores: 0 }],
    });
    expect(back).toEqual({ restored: 1, unlinked: 0 });
    expect(await as((owned) => getProduct(owned, ownerId, id))).toEqual(before);
    expect(await as((owned) => findHistory(owned, ownerId, id))).toHaveLength(2);
    expect(await claim(collectedIds)).toMatchObject({ claimed: 0, alreadyClaimed: 1, productIds });
    expect((await binned()).total).toBe(0);
  });

  it('leaves its source free: claimed again meanwhile, the source stays with the other one', async () => {
    const { ownerId, bin, restore, claim, count } = await merchant();
    const collectedIds = await collectedProducts(db, ownerId, [mug]);
    const first = await claim(collectedIds);
    await bin(first.productIds);
    const second = await claim(collectedIds);
    await bin(second.productIds);
    const third = await claim(collectedIds);

    expect(await restore({ all: true })).toEqual({ restored: 2, unlinked: 2 });
    expect(await count()).toBe(3);
    expect(await claim(collectedIds)).toMatchObject({ alreadyClaimed: 1, productIds: third.productIds });
  });

  it('keeps its listing: it stands in the store, and is known there when it is back', async () => {
    const bench = await listingBench(db);
    const { ownerId } = bench;
    const [id = ''] = await bench.own([mug]);
    await bench.list([id]);
    const rows = await bench.rows();
    const none = { expected: 1, userId: null };

    const { binId } = await asOwner(db, ownerId, (owned) =>
      deleteProducts(owned, ownerId, { ids: [id] }, none),
    );
    const { items } = await asOwner(db, ownerId, (owned) => listBin(owned, ownerId, {}));
    await asOwner(db, ownerId, (owned) => restoreProducts(owned, ownerId, { binId }));

    expect(items).toMatchObject([{ id, stores: 1 }]);
    expect(await bench.rows()).toEqual(rows);
    const { listings } = await asOwner(db, ownerId, (owned) => getProduct(owned, ownerId, id));
    expect(listings).toMatchObject([{ state: 'listed' }]);
  });

  it('goes for good by hand or after 30 days, and not before', async () => {
    const { ownerId, as, bin, restore, binned } = await merchant();
    const [old = '', young = '', other = ''] = await ownProducts(db, ownerId, [mug, mug, mug]);
    await bin([old, young, other]);
    await as((owned) =>
      sql`update stored_product set binned_at = now() - interval '31 days' where id = ${old}`.execute(owned),
    );

    expect(await forgetBinned(db, 100)).toBe(1);
    expect(await as((owned) => emptyBin(owned, ownerId, { ids: [other] }))).toBe(1);
    expect((await binned()).items.map(({ id }) => id)).toEqual([young]);
    expect(await restore({ ids: [old, young, other] })).toEqual({ restored: 1, unlinked: 0 });
  });

  it('of another merchant is not listed, restored or deleted', async () => {
    const ann = await merchant();
    const ben = await merchant();
    const ids = await ownProducts(db, ann.ownerId, [mug]);
    const { binId } = await ann.bin(ids);

    expect((await ben.binned()).total).toBe(0);
    expect(await ben.restore({ binId })).toEqual({ restored: 0, unlinked: 0 });
    expect(await ben.as((owned) => emptyBin(owned, ben.ownerId, { ids }))).toBe(0);
    expect((await ann.binned()).total).toBe(1);
  });
});
