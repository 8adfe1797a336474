import type { Product } from '@bowerbird/catalog/product';
import { shopline } from '@bowerbird/platforms/shopline/index';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  diesAt,
  editProduct,
  type StoreBench,
  someProducts,
  storeBench,
  withTimes,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import type { FaultPoint } from '../store-job/fault-points.ts';
import { formerOf } from './former.ts';

const { db } = await testDatabase();

function inCollections(stock: number, ...names: string[]): Product {
  const [product] = someProducts(1);
  if (!product) {
    throw new Error('There is no product.');
  }
  return {
    ...product,
    title: names.join(' and '),
    categories: names.map((name) => [name]),
    variants: product.variants.map((variant) => ({ ...variant, stock })),
  };
}

/** Stops a worker the first time it comes to this point, until it is released. */
function stallsAt(point: FaultPoint) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  const injectFault = (at: FaultPoint): void | Promise<void> => {
    if (at !== point || !isFirst) {
      return;
    }
    isFirst = false;
    reached.resolve();
    return released.promise;
  };
  return { injectFault, reached: reached.promise, release: released.resolve };
}

/** Returns how many writes of content the ledger knows to have been applied. */
async function appliedTo({ ownerId }: StoreBench): Promise<number> {
  const { applied } = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('listing_attempt')
      .select((eb) => eb.fn.countAll<string>().as('applied'))
      .where('owner_id', '=', ownerId)
      .where('kind', 'in', ['create', 'update'])
      .where('outcome', '=', 'applied')
      .executeTakeFirstOrThrow(),
  );
  return Number(applied);
}

/** A SHOPLINE store that has the product in two collections, with an inventory of 4. */
async function open() {
  const clock = acceleratedClock(1);
  const shop = createShoplineStore({ name: 'simulated', outside: clock, store: { pace: 'free' } });
  const bench = await storeBench(db, {
    clock,
    // A busy machine misses no deadline.
    platform: withTimes(shopline, { deadlineMs: 60_000 }),
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.token },
  });
  const [id = ''] = await bench.own([inCollections(4, 'Lamps', 'New in')]);
  await bench.list([id]);
  const held = () => {
    const [product] = shop.view().products;
    const collections = [...shop.ledger.collections.values()].filter(({ products }) => products.length > 0);
    return {
      title: product?.title,
      collections: collections.map(({ title }) => title).sort(),
      inventory: [...new Set(product?.variants.map(({ number }) => shop.ledger.inventoryOf(number)))],
    };
  };
  return { bench, id, shop, held };
}

describe('what a store takes beside the product', () => {
  it('is set though another worker sent the same content in between, and never came to it', {
    tags: ['slow'],
  }, async () => {
    const { bench, id, held } = await open();
    await editProduct(bench, id, inCollections(9, 'Lamps', 'On sale'));
    const request = await bench.start([id]);
    const [slow, successor] = [stallsAt('gate.before'), stallsAt('gate.before')];
    const stalling = bench.work(request, slow.injectFault);
    await slow.reached;
    const succeeding = bench.work(request, successor.injectFault);
    // The successor has looked: the content was not there, and is to be sent again.
    await successor.reached;
    slow.release();
    await expect.poll(() => appliedTo(bench), { timeout: 30_000 }).toBeGreaterThan(1);

    successor.release();
    await Promise.all([stalling, succeeding]);

    expect(await appliedTo(bench)).toBeGreaterThan(2);
    expect(held()).toEqual({
      title: 'Lamps and On sale',
      collections: ['Lamps', 'On sale'],
      inventory: [9],
    });
  });

  it.each([1, 2])(
    'is set by the next run where the worker of a run before died at the setting %i',
    { tags: ['slow'] },
    async (time) => {
      const { bench, id, held } = await open();
      await editProduct(bench, id, inCollections(9, 'Lamps', 'On sale', 'Gifts'));
      const dying = diesAt('finish.step', time);
      void bench.work(await bench.start([id]), dying.injectFault).catch(() => undefined);
      await dying.died;
      await editProduct(bench, id, inCollections(9, 'Lamps', 'Gifts', 'Spring'));

      await bench.list([id]);

      expect(held()).toEqual({
        title: 'Lamps and Gifts and Spring',
        collections: ['Gifts', 'Lamps', 'Spring'],
        inventory: [9],
      });
    },
  );

  it('is set by the next edition where the store rejected it, and inventory sold since stays sold', {
    tags: ['slow'],
  }, async () => {
    const { bench, id, shop, held } = await open();
    await editProduct(bench, id, inCollections(9, 'Lamps', 'On sale'));
    shop.faults.add({ kind: 'refuse', value: 422, matching: 'custom_collections/' });
    await bench.list([id]);
    expect(held().collections).toEqual(['Lamps']);
    for (const place of shop.ledger.levels.keys()) {
      shop.ledger.levels.set(place, 7);
    }

    await editProduct(bench, id, inCollections(9, 'On sale', 'Lamps'));
    await bench.list([id]);

    expect(held()).toEqual({
      title: 'On sale and Lamps',
      collections: ['Lamps', 'On sale'],
      inventory: [7],
    });
  });
});

const product = inCollections(4, 'Lamps');
const other = inCollections(9, 'On sale');

describe('what the store holds beside the content that is listed now', () => {
  it('is that of the newest write whose run ended with the product', () => {
    const finished = { body: other, isSame: false, isFinished: true, rejected: [] };
    const before = { body: inCollections(1, 'Old'), isSame: false, isFinished: true, rejected: [] };

    expect(formerOf(product, [finished, before])).toEqual(other);
    expect(formerOf(product, [{ ...finished, isSame: true }, before])).toEqual(product);
    expect(formerOf(product, [])).toBeNull();
  });

  it('is not known of a write that nobody finished: both may be held', () => {
    const former = formerOf(inCollections(9, 'Lamps', 'Gifts'), [
      { body: inCollections(9, 'Lamps', 'Gifts'), isSame: true, isFinished: false, rejected: [] },
      { body: inCollections(9, 'Sale', 'Gifts'), isSame: false, isFinished: false, rejected: [] },
      { body: inCollections(7, 'Old'), isSame: false, isFinished: true, rejected: [] },
    ]);

    // Sale may have to be left; Gifts may still have to be entered.
    expect(former?.categories).toEqual([['Old'], ['Sale']]);
    expect(new Set(former?.variants.map(({ stock }) => stock))).toEqual(new Set([7]));
  });

  it('is an inventory to be set again where a write may have set another', () => {
    const former = formerOf(product, [
      { body: other, isSame: false, isFinished: false, rejected: [] },
      { body: product, isSame: false, isFinished: true, rejected: [] },
    ]);

    expect(new Set(former?.variants.map(({ stock }) => stock))).toEqual(new Set([9]));
  });

  it('is what was there before in a field that the store rejected, and the newest in all others', () => {
    const rejecting = (...rejected: string[]) =>
      formerOf(inCollections(9, 'Lamps'), [
        { body: other, isSame: false, isFinished: true, rejected },
        { body: inCollections(1, 'Old'), isSame: false, isFinished: true, rejected: [] },
      ]);
    const held = (former: Product | null) => ({
      categories: former?.categories,
      stock: former?.variants[0]?.stock,
    });

    expect(held(rejecting('title'))).toEqual({ categories: [['On sale']], stock: 9 });
    expect(held(rejecting('categories'))).toEqual({ categories: [['Old'], ['On sale']], stock: 9 });
    expect(held(rejecting('variants.stock'))).toEqual({ categories: [['On sale']], stock: 1 });
  });

  it('lacks variants that a write may have removed', () => {
    const fewer = { ...other, variants: other.variants.slice(1) };

    const former = formerOf(product, [
      { body: fewer, isSame: false, isFinished: false, rejected: [] },
      { body: product, isSame: false, isFinished: true, rejected: [] },
    ]);

    expect(former?.variants).toHaveLength(product.variants.length - 1);
  });
});
