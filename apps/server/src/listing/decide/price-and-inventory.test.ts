import type { Product } from '@bowerbird/catalog/product';
import { shopline } from '@bowerbird/platforms/shopline/index';
import { longId } from '@bowerbird/simulators/shopline/store/record';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  diesAt,
  editProduct,
  type ListingBench,
  listingBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';

const { db } = await testDatabase();
const shortly = { times: { deadlineMs: 5000, timeoutMs: 5000, latenessMs: 25_000 } };

/** A product with tracked inventory, and with this price and inventory for every variant. */
function priced(price: string, stock: number, from = 1): Product {
  const [product] = someProducts(1, from);
  if (!product) {
    throw new Error('There is no product.');
  }
  const variants = product.variants.map((variant) => ({ ...variant, price, compareAtPrice: null, stock }));
  return { ...product, variants };
}

function there({ shop }: ListingBench) {
  const [product] = shop.view().products;
  if (!product) {
    throw new Error('The store holds nothing.');
  }
  const { title, variants } = product;
  return {
    id: product.id,
    title,
    price: variants[0]?.price,
    inventory: Object.values(variants[0]?.stock ?? {})[0],
  };
}

/** An order takes this many units of every variant. */
function sell({ shop }: ListingBench, count: number): void {
  for (const { id, variants } of shop.view().products) {
    const sold = variants.map((variant) => ({
      ...variant,
      stock: Object.fromEntries(Object.entries(variant.stock).map(([place, n]) => [place, n - count])),
    }));
    shop.merchant.edit(id, { variants: sold });
  }
}

describe('prices and stock alone', () => {
  it('go to a listed product and leave what the merchant edited there', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own([priced('10.00', 10)]);
    await bench.list([id]);
    bench.shop.merchant.edit(there(bench).id, { title: 'By hand' });
    await editProduct(bench, id, priced('12.50', 4));

    const run = await bench.list([id]);

    expect(run.counts.listed).toBe(1);
    expect(there(bench)).toMatchObject({ title: 'By hand', price: '12.50', inventory: 4 });
  });

  it('keep what was sold since, where ours is what it was', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own([priced('10.00', 10)]);
    await bench.list([id]);
    sell(bench, 3);
    await editProduct(bench, id, priced('12.50', 10));
    await bench.list([id]);
    const repriced = there(bench);

    await editProduct(bench, id, { ...priced('12.50', 20), title: 'Another title' });
    await bench.list([id]);

    expect(repriced).toMatchObject({ price: '12.50', inventory: 7 });
    expect(there(bench)).toMatchObject({ title: 'Another title', inventory: 20 });
  });

  it('are set once though the answer is lost', async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own([priced('10.00', 10)]);
    await bench.list([id]);
    bench.shop.merchant.edit(there(bench).id, { title: 'By hand' });
    await editProduct(bench, id, priced('12.50', 4));
    bench.shop.faults.add({ kind: 'lost-after', matching: 'BowerbirdSetAmounts' });

    const run = await bench.list([id]);

    expect(run.counts.listed).toBe(1);
    expect(there(bench)).toMatchObject({ title: 'By hand', price: '12.50', inventory: 4 });
  });

  it('are looked at again where an order came in between and the answer was lost, though the mark is there', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own([priced('10.00', 10)]);
    await bench.list([id]);
    await editProduct(bench, id, priced('12.50', 4));
    bench.shop.faults.add({ kind: 'lost-after', matching: 'BowerbirdSetAmounts' });
    let sold = false;

    // The store's content has been read by now, and nothing is sent yet.
    await bench.work(await bench.start([id]), (at) => {
      if (at === 'gate.after' && !sold) {
        sold = true;
        sell(bench, 1);
      }
    });

    expect(sold).toBe(true);
    expect(there(bench)).toMatchObject({ price: '12.50', inventory: 4 });
    expect((await bench.rows())[0]).toMatchObject({ state: 'listed', open_attempt: null });
  });

  it('go back to what they were, though nobody knows whether the others had arrived', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own([priced('10.00', 10)]);
    await bench.list([id]);
    await editProduct(bench, id, priced('12.50', 4));
    bench.shop.faults.add({ kind: 'lost-after', matching: 'BowerbirdSetAmounts' });
    const dying = diesAt('unknown.before-commit');
    void bench.work(await bench.start([id]), dying.injectFault).catch(() => undefined);
    await dying.died;
    const between = there(bench);

    await editProduct(bench, id, priced('10.00', 10));
    await bench.list([id]);

    expect(between).toMatchObject({ price: '12.50', inventory: 4 });
    expect(there(bench)).toMatchObject({ price: '10.00', inventory: 10 });
  });

  it('do not go alone while other words may still land: those would stay unseen under them', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own([priced('10.00', 10)]);
    await bench.list([id]);
    const { title } = there(bench);
    await editProduct(bench, id, { ...priced('10.00', 10), title: 'On its way' });
    bench.shop.faults.add({ kind: 'lost-after', matching: 'BowerbirdProductSet' });
    const dying = diesAt('unknown.before-commit');
    void bench.work(await bench.start([id]), dying.injectFault).catch(() => undefined);
    await dying.died;
    const between = there(bench);

    await editProduct(bench, id, priced('12.50', 4));
    await bench.list([id]);

    expect(between).toMatchObject({ title: 'On its way' });
    expect(there(bench)).toMatchObject({ title, price: '12.50', inventory: 4 });
  });

  it('of an older revision that land late are set back to the newest, and nothing else', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db, { times: 40, lister: { features: shortly } });
    const [id = ''] = await bench.own([priced('10.00', 10)]);
    await bench.list([id]);
    bench.shop.merchant.edit(there(bench).id, { title: 'By hand' });
    await editProduct(bench, id, priced('11.00', 5));
    bench.shop.faults.add({ kind: 'late', value: 20_000, matching: 'BowerbirdSetAmounts' });
    const dying = diesAt('unknown.before-commit');
    const died = await bench.start([id]);
    void bench.work(died, dying.injectFault).catch(() => undefined);
    await dying.died;
    await editProduct(bench, id, priced('12.00', 8));

    await bench.list([id]);
    await bench.workOut(died);

    expect(there(bench)).toMatchObject({ title: 'By hand', price: '12.00', inventory: 8 });
    const marks = bench.shop.view().products[0]?.metafields.filter(({ key }) => key === 'attempt');
    const [row] = await bench.rows();
    expect(marks?.map(({ value }) => value)).toEqual([row?.listed_attempt]);
    expect(row).toMatchObject({ state: 'listed', unrepaired: false, check_due: false });
  });

  it('are not made of a product that was deleted in the store', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own([priced('10.00', 10)]);
    await bench.list([id]);
    bench.shop.merchant.remove(there(bench).id);
    await editProduct(bench, id, priced('12.50', 4));

    const run = await bench.list([id]);

    expect(run.counts.gone).toBe(1);
    expect(bench.shop.view().products).toEqual([]);
  });
});

describe('prices and stock alone, where pieces are set beside the product', () => {
  async function open() {
    const clock = acceleratedClock(20);
    const shop = createShoplineStore({ name: 'simulated', outside: clock, store: { pace: 'free' } });
    const credentials = { token: shop.settings.token };
    const platform = withinSeconds(shopline);
    const bench = await storeBench(db, {
      clock,
      platform,
      simulation: shop,
      connection: 'token',
      credentials,
    });
    const seen = () => {
      const [product] = shop.view().products;
      const [variant] = product?.variants ?? [];
      return {
        id: longId(product?.number ?? 0),
        title: product?.title,
        price: variant?.price,
        inventory: shop.ledger.inventoryOf(variant?.number ?? 0),
      };
    };
    return { bench, shop, seen };
  }

  it('leave what the merchant edited and what was sold, though the worker dies between the two', {
    tags: ['slow'],
  }, async () => {
    const { bench, shop, seen } = await open();
    const [id = ''] = await bench.own([priced('10.00', 10)]);
    await bench.list([id]);
    const [listed] = shop.view().products;
    if (listed) {
      shop.ledger.put({ ...listed, title: 'By hand' }, bench.clock.wall());
    }
    await editProduct(bench, id, priced('12.50', 4));
    const dying = diesAt('intent.before-commit');
    void bench.work(await bench.start([id]), dying.injectFault).catch(() => undefined);
    await dying.died;
    const between = seen();

    await bench.list([id]);

    expect(between).toMatchObject({ price: '10.00', inventory: 4 });
    expect(seen()).toMatchObject({ title: 'By hand', price: '12.50', inventory: 4 });
  });

  it.each([
    ['as it was', 0],
    ['set two days forward meanwhile', 2],
  ])(
    'of an older revision that land late are set back to the newest, and what was sold is not; the clock %s',
    { tags: ['slow'] },
    async (_, days) => {
      const { bench, shop, seen } = await open();
      const [id = ''] = await bench.own([priced('10.00', 10)]);
      await bench.list([id]);
      await editProduct(bench, id, priced('10.00', 5));
      await bench.list([id]);
      await asOwner(db, bench.ownerId, (owned) =>
        owned
          .updateTable('listing_attempt')
          .set({ intended_at: sql<Date>`intended_at - make_interval(days => ${days})` })
          .where('owner_id', '=', bench.ownerId)
          .execute(),
      );
      await editProduct(bench, id, priced('10.00', 8));
      const last = await bench.start([id]);
      await bench.work(last);
      const newest = seen();
      const [late, sold] = shop.view().products[0]?.variants ?? [];
      const location = shop.settings.locations.find(({ isDefault }) => isDefault);
      shop.ledger.setLevel(late?.number ?? 0, location?.id ?? '', 5);
      shop.ledger.setLevel(sold?.number ?? 0, location?.id ?? '', 7);

      await bench.workOut(last);

      expect(newest).toMatchObject({ inventory: 8 });
      expect(seen()).toMatchObject({ inventory: 8 });
      expect(shop.ledger.inventoryOf(sold?.number ?? 0)).toBe(7);
    },
  );
});
