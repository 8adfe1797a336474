import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { diesAt, someProducts, withinSeconds } from '../../testing/listing.ts';
import { wooBench } from '../../testing/woo-bench.ts';

const { db } = await testDatabase();

it('a product that is made whole once its run has ended names its source', async () => {
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
  const ids = await bench.own(product ? [{ ...product, pictures: [], source }] : []);
  // The post alone is made, and nobody hears of it.
  store.faults.add({ kind: 'half-made' });
  const ask = await bench.start(ids);
  const dying = diesAt('doubt.before-commit');
  void bench.work(ask, dying.strike);
  await dying.died;
  await bench.cancelled(ask.runId);
  await bench.workOut(ask);

  await bench.list(ids);

  const told = store
    .view()
    .products.map(({ status, meta }) => [
      status,
      meta.find(({ key }) => key === '_bowerbird_source_url')?.value,
      meta.find(({ key }) => key === '_bowerbird_source_id')?.value,
    ]);
  expect(told).toEqual([['publish', source.url, 'shopify:71']]);
});
