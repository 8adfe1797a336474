import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { diesAt, someProducts, withinSeconds } from '../../../testing/listing/listing.ts';
import { wooBench } from '../../../testing/listing/woo-bench.ts';

const { db } = await testDatabase();

it('a product that is made whole once its run has ended names its source', { tags: ['slow'] }, async () => {
  const bench = await wooBench(db, { name: 'its-source', times: 40, platform: withinSeconds(woocommerce) });
  const { store } = bench;
  const source = {
    platform: 'shopify',
    shop: 'theirs.example',
    id: '71',
    url: 'https://theirs.example/products/lamp',
    storeName: null,
  };
  const [product] = someProducts(1);
  const ids = await bench.own(product ? [{ ...product, images: [], source }] : []);
  // Only the post is created, and no answer arrives.
  store.faults.add({ kind: 'partial' });
  const request = await bench.start(ids);
  const dying = diesAt('unknown.before-commit');
  void bench.work(request, dying.injectFault);
  await dying.died;
  await bench.cancelled(request.runId);
  await bench.workOut(request);

  await bench.list(ids);

  const reported = store
    .view()
    .products.map(({ status, meta }) => [
      status,
      meta.find(({ key }) => key === '_bowerbird_source_url')?.value,
      meta.find(({ key }) => key === '_bowerbird_source_id')?.value,
    ]);
  expect(reported).toEqual([['publish', source.url, 'shopify:71']]);
});
