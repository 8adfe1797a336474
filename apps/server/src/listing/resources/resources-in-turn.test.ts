import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { wooBench } from '../../../testing/listing/woo-bench.ts';
import { asOwner } from '../../db/database.ts';
import { workOnStoreJob } from '../job/store-job-work.ts';
import { noFaults } from '../store-job/fault-points.ts';

const { db } = await testDatabase();

it('no category is intended before a slow store has room for its request, or its gate would be shut by then', {
  tags: ['slow'],
}, async () => {
  const bench = await wooBench(db, { name: 'slow-categories', times: 8 });
  const { store } = bench;
  // More than one request carries, so that several groups bring their categories at once.
  const products = someProducts(30).map((product, at) => ({
    ...product,
    images: [],
    options: [],
    tags: [],
    categories: [[`Category ${at}`]],
    variants: product.variants
      .slice(0, 1)
      .map((variant) => ({ ...variant, optionValues: [], stock: 3, available: true })),
  }));
  const ids = await bench.own(products);
  store.faults.add({ kind: 'slow', value: 1000, count: null, matching: 'POST /wc/v3/products/categories' });
  const intended: number[] = [];
  const { fetch } = bench.services;
  bench.services.fetch = async (input, init) => {
    if (init?.method === 'POST' && String(input).endsWith('/products/categories')) {
      const open = await asOwner(db, bench.ownerId, (owned) =>
        owned
          .selectFrom('store_resource_attempt')
          .select('id')
          .where('owner_id', '=', bench.ownerId)
          .where('outcome', '=', 'open')
          .execute(),
      );
      intended.push(open.length);
    }
    return await fetch(input, init);
  };

  const { run } = await bench.list(ids);

  expect(run.state).toBe('complete');
  expect(intended.length).toBeGreaterThanOrEqual(products.length);
  const atOnce = woocommerce.lister?.features.inFlightMax ?? 0;
  expect(Math.max(...intended)).toBeLessThanOrEqual(atOnce + Math.ceil(atOnce / 2));
});

it('a category that another run created after this one looked is not created a second time', {
  tags: ['slow'],
}, async () => {
  // Shopify creates a second collection of an existing title.
  const bench = await listingBench(db);
  const products = someProducts(2).map((product) => ({ ...product, categories: [['Home', 'Lamps']] }));
  const [first = '', second = ''] = await bench.own(products);
  const [request, other] = [await bench.start([first]), await bench.start([second])];
  let isStale = false;
  const fetch: typeof bench.services.fetch = async (input, init) => {
    const answer = await bench.services.fetch(input, init);
    if (!isStale && String(init?.body).includes('collection_type:custom')) {
      isStale = true;
      await bench.work(other);
    }
    return answer;
  };

  await workOnStoreJob({ ...bench.services, fetch }, noFaults, request, new AbortController().signal);

  expect(isStale).toBe(true);
  const { collections, products: listed } = bench.shop.view();
  expect([...collections.values()].map(({ title }) => title)).toEqual(['Lamps']);
  expect(listed.map((product) => product.collections.length)).toEqual([1, 1]);
});
