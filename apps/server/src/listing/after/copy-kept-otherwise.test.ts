import type { Lister } from '@bowerbird/platforms/listing/lister';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { keepingOtherwise } from '../../../testing/listing/keeping-otherwise.ts';
import { someProducts } from '../../../testing/listing/listing.ts';

const { db } = await testDatabase();

/** A store that gives every title another ending. */
function retitling(own: Lister['reader']): Partial<Lister['reader']> {
  return {
    content: {
      ...own.content,
      read: async (ids, store, context) =>
        (await own.content.read(ids, store, context)).map(
          (product) => product && { ...product, title: `${product.title}, as the store keeps it` },
        ),
    },
  };
}

/** Without codes of their own: stores reject a second product of the same code. */
const products = someProducts(9).map((product) => ({
  ...product,
  variants: product.variants.map((variant) => ({ ...variant, sku: null, barcode: null })),
}));

it('late copies of products that the store keeps otherwise are removed', { tags: ['slow'] }, async () => {
  const bench = await keepingOtherwise(db, 'wordpress', retitling);
  const { faults } = bench.simulated.simulation;
  faults.add({ kind: 'twice', value: 11_000, matching: '/batch/v1', count: 1 });
  const request = await bench.start(await bench.own(products));

  await bench.workOut(request);
  await bench.clock.sleep(30_000);
  await bench.workOut(request);

  expect(faults.hits.get('twice')).toBe(1);
  expect(bench.simulated.products()).toHaveLength(products.length);
});
