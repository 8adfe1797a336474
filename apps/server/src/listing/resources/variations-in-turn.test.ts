import type { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts } from '../../../testing/listing/listing.ts';
import { wooBench } from '../../../testing/listing/woo-bench.ts';
import { variant } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';

const { db } = await testDatabase();

/** Products of two sizes, each of which takes a request of its own for its variations. */
function sized(count: number): Product[] {
  return someProducts(count).map((product, at) => ({
    ...product,
    handle: `sized-${at}`,
    images: [],
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((size, row) =>
      variant({ id: `v${row}`, sku: `SIZED-${at}-${size}`, optionValues: [size], price: '9.90', stock: 3 }),
    ),
  }));
}

it('a store that takes two seconds for a request is sent every intent that is written down', {
  tags: ['slow'],
}, async () => {
  const bench = await wooBench(db, { name: 'slow-variations', times: 12 });
  const { store } = bench;
  const products = sized(25);
  store.faults.add({ kind: 'slow', value: 2000, count: null, matching: '/variations/batch' });

  const { run } = await bench.list(await bench.own(products));

  const outcomes = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('listing_attempt').select('outcome').where('owner_id', '=', bench.ownerId).execute(),
  );
  expect(run.state).toBe('complete');
  expect(outcomes.filter(({ outcome }) => outcome === 'never_sent')).toEqual([]);
  expect(store.view().products.map(({ id }) => store.ledger.variationsOf(id).length)).toEqual(
    products.map(() => 2),
  );
});
