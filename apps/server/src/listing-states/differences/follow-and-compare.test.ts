import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  editProduct,
  listingBench,
  type StoreBench,
  someProducts,
} from '../../../testing/listing/listing.ts';
import { testPerson } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { createActionRun } from '../../listing/api/create-actions.ts';
import { saveEditSet } from '../../products/history/edit-sets.ts';
import { saveRecords } from '../../products/history/history.ts';
import { follow, saveFollowing } from '../following.ts';
import { listStates } from '../list-states.ts';
import { saveRule } from '../rules.ts';
import { decide } from './decide.ts';
import { compare, driftOf, one, reprice } from './testing/compare.ts';

const { db } = await testDatabase();

describe('following the sources', () => {
  it('sends prices alone to the stores that follow, once for what changed, leaves what the store changed, and makes nothing', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const [product, other] = someProducts(2) as [Product, Product];
    const [id = '', unlisted = ''] = await bench.own([product, other]);
    await bench.list([id]);
    bench.shop.merchant.edit(bench.shop.view().products[0]?.id ?? 0, { title: 'By hand' });
    await compare(bench);
    const { ownerId, services, shopId } = bench;
    await asOwner(db, ownerId, (owned) =>
      saveFollowing(
        owned,
        ownerId,
        [bench.storeId],
        { what: 'amounts', everyHours: 0 },
        {
          now: new Date(bench.clock.wall()),
          userId: null,
        },
      ),
    );
    for (const [each, content] of [
      [id, product],
      [unlisted, other],
    ] as const) {
      const variants = content.variants.map((variant) => ({
        ...variant,
        price: '120.00',
        compareAtPrice: null,
      }));
      await editProduct(bench, each, { ...content, title: 'Source renamed it', variants });
      await sourceChanged(bench, each);
    }

    const runIds = await follow(services, ownerId, shopId);
    expect(await follow(services, ownerId, shopId)).toEqual([]);
    await bench.work({ runId: runIds[0] ?? '', ownerId, key: shopId });
    const after = await follow(services, ownerId, shopId);

    const there = bench.shop.view().products;
    expect(there).toHaveLength(1);
    expect(there[0]?.title).toBe('By hand');
    const [drift] = await driftOf(bench);
    expect(drift?.fields).toMatchObject([{ kind: 'title', store: 'By hand', ours: 'Source renamed it' }]);
    expect(new Set(there[0]?.variants.map(({ price }) => Number(price)))).toEqual(new Set([120]));
    expect(after).toEqual([]);
  });

  it('and rules leave hidden what the merchant delisted', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const { ownerId, services, shopId } = bench;
    const [product, other] = someProducts(2) as [Product, Product];
    const [ours = '', theirs = ''] = await bench.own([product, other]);
    await bench.list([ours, theirs]);
    const there = bench.shop.view().products;
    const request = { storeIds: [bench.storeId], selection: { ids: [ours] }, createdBy: null };
    const runId = await createActionRun(services, ownerId, 'delist', request);
    await bench.work({ runId, ownerId, key: shopId });
    bench.shop.merchant.edit(there.find(({ title }) => title === other.title)?.id ?? 0, { status: 'DRAFT' });
    await asOwner(db, ownerId, async (owned) => {
      const now = new Date(bench.clock.wall());
      await saveFollowing(
        owned,
        ownerId,
        [bench.storeId],
        { what: 'all', everyHours: 0 },
        { now, userId: null },
      );
      await saveRule(owned, ownerId, { kind: 'price', storeId: null, side: 'ours' });
    });
    for (const [id, content] of [
      [ours, product],
      [theirs, other],
    ] as const) {
      await editProduct(bench, id, { ...content, title: `${content.title}, renamed` });
      await sourceChanged(bench, id);
    }
    const [run = ''] = await follow(services, ownerId, shopId);
    await bench.work({ runId: run, ownerId, key: shopId });
    reprice(bench, '3.33');
    await compare(bench);

    expect(bench.shop.view().products.map(({ status }) => status)).toEqual(['DRAFT', 'DRAFT']);
    expect((await bench.view(run)).counts).toMatchObject({ listed: 0, done: 2 });
    const { items } = await asOwner(db, ownerId, (owned) => listStates(owned, ownerId, { limit: 9 }));
    expect(items.flatMap(({ places }) => places.map(({ state }) => state))).toEqual(['delisted', 'delisted']);
  });

  it.each([
    ['ours', 'DRAFT'],
    ['leave', 'ACTIVE'],
  ] as const)(
    'tells of a product that was delisted and that the merchant shows by hand; %s leaves it %s',
    { tags: ['slow'] },
    async (side, status) => {
      const bench = await listingBench(db);
      const { ownerId, services, shopId } = bench;
      const ids = await bench.own([one()]);
      await bench.list(ids);
      const request = { storeIds: [bench.storeId], selection: { ids }, createdBy: null };
      const runId = await createActionRun(services, ownerId, 'delist', request);
      await bench.workOut({ runId, ownerId, key: shopId });
      for (const { id } of bench.shop.view().products) {
        bench.shop.merchant.edit(id, { status: 'ACTIVE' });
      }

      const [item] = await compare(bench);
      const userId = await testPerson(db, ownerId, 'Ana');
      const { runIds } = await decide(services, { ownerId, userId }, [
        { listingId: item?.listingId ?? '', side, keys: ['status'] },
      ]);
      for (const started of runIds) {
        await bench.workOut({ runId: started, ownerId, key: shopId });
      }

      expect(item?.fields).toMatchObject([{ key: 'status', ours: 'draft', store: 'active' }]);
      expect(bench.shop.view().products.map((product) => product.status)).toEqual([status]);
      expect(await compare(bench)).toEqual([]);
    },
  );
});

/** Writes what a merge of a re-collected source product writes. */
async function sourceChanged({ ownerId }: StoreBench, productId: string): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    const editSetId = await saveEditSet(owned, ownerId, { kind: 'followed', userId: null });
    const cells = [{ path: 'variants/v1/price', before: '1.00', after: '2.00' }];
    await saveRecords(owned, ownerId, editSetId, [{ productId, revision: 2, cells }]);
  });
}
