import type { Product } from '@bowerbird/catalog/product';
import { shoplazza } from '@bowerbird/platforms/shoplazza/index';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { editProduct, storeBench, withinSeconds } from '../../../testing/listing/listing.ts';
import { mug, variant } from '../../../testing/products/products.ts';

const { db } = await testDatabase();

function inSizes(...sizes: string[]): Product {
  return {
    ...mug,
    options: [{ name: 'Size', values: sizes }],
    variants: sizes.map((size) => variant({ id: size, sku: size, price: '19.90', optionValues: [size] })),
  };
}

/**
 * A simulated Shoplazza shop with a mug in two sizes; a proxy keeps a copy of every request that lists options and
 * nothing else.
 */
async function listedInShoplazza() {
  const clock = acceleratedClock(40);
  const wide = { maximum: 100_000, restoreRate: 100_000 };
  const shop = createShoplazzaShop({
    name: 'simulated',
    outside: clock,
    store: { buckets: { app: wide, store: wide } },
  });
  const bench = await storeBench(db, {
    clock,
    platform: withinSeconds(shoplazza),
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.token },
  });
  const { fetch } = bench.services;
  const copies: (() => Promise<unknown>)[] = [];
  bench.services.fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    if (init?.method === 'PUT' && body.includes('"options"') && !body.includes('"variants"')) {
      const { method, headers = {} } = init;
      copies.push(() => fetch(input, { method, headers, body }));
    }
    return await fetch(input, init);
  };
  const ids = await bench.own([inSizes('S', 'M')]);
  await bench.workOut(await bench.start(ids));
  return { bench, copies, ids, sizes: () => shop.view().products.map(({ options }) => options[0]?.values) };
}

it('a copy of the first part of an update that lands after its last one is written over', {
  tags: ['slow'],
}, async () => {
  const { bench, copies, ids, sizes } = await listedInShoplazza();
  await editProduct(bench, ids[0] ?? '', inSizes('M', 'L'));
  const run = await bench.start(ids);
  await bench.work(run);
  const listed = sizes();
  for (const arrives of copies) {
    await arrives();
  }
  const landed = sizes();

  await bench.workOut(run);

  expect([listed, landed]).toEqual([[['M', 'L']], [['S', 'M', 'L']]]);
  expect(sizes()).toEqual([['M', 'L']]);
  expect(await bench.rows()).toMatchObject([{ check_due: false, open_attempt: null, unrepaired: false }]);
});
