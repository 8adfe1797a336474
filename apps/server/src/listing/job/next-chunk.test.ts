import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';

const { db } = await testDatabase();
/** Twenty that are tried first, the hundred after them, and the first ones of the next hundred. */
const count = 126;

it('the next hundred products are begun while the last of a hundred wait for their answer', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  const [product] = someProducts(1).map((each) => ({ ...each, images: [], categories: [] }));
  if (!product) {
    throw new Error('no product');
  }
  const ids = await bench.own(
    Array.from({ length: count }, (_, at) => ({ ...product, handle: `lamp-${at + 1}` })),
  );
  const nextIsSent = Promise.withResolvers<void>();
  const { fetch } = bench.services;
  bench.services.fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    const at = body.includes('productSet') ? Number(/"handle":"lamp-(\d+)"/.exec(body)?.[1] ?? 0) : 0;
    if (at > 120) {
      nextIsSent.resolve();
    }
    if (at === 120) {
      // Without the overlap this is never answered.
      await nextIsSent.promise;
    }
    return await fetch(input, init);
  };

  const { counts, certificate } = await bench.list(ids);

  expect(counts).toMatchObject({ listed: count, refused: 0 });
  expect(certificate).toMatchObject({ agrees: true });
  expect(bench.shop.view().products).toHaveLength(count);
});
