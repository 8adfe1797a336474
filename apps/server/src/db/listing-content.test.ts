import type { Product } from '@bowerbird/catalog/product';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { listingBench, someProducts } from '../../testing/listing/listing.ts';
import { mug, variant } from '../../testing/products/products.ts';
import { findAttempts } from '../listing/ledger/attempts.ts';
import { asOwner } from './database.ts';
import { contentIn, packContent } from './listing-content.ts';

const { db } = await testDatabase();

/** `mug` with another title, as it was packed on 25 November 2026. */
const packedBefore =
  'Aa3UsQ6CMBAG4FdpugOtLrCYOGFiGB0dUI6CtkBoa3Tw3U1DgRKMRuLe4a7//90QGU40Q3ndIlUAquCu0A1aaaJzUJy4Bk9o9h5Hs9nVPJOod7AmBAk+aPCNGpdDzNMM0K4WMIORaCZHHPhaqnMBZpRUKy0qPOHyqdZNeVa6BenDPRUNh0Bo5l8a1tcdb1G3j218SMhY+JCQN323A+/tTIvan7Vprv5WftP8Mn+MBpj5Wa+oBfR79yooIXQmY/48sHHIwInc0eNm94Oi5BB79CslRxGN/OgbIxx21CwkuppIsvfMOWFL1RyfLw==';

it('a content is read as it was packed, whatever its texts are', { tags: ['slow'] }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'grapheme' })), (text, tags) => {
      const product: Product = { ...mug, title: text, descriptionHtml: tags.join('<p>'), tags };
      expect(contentIn(packContent(product))).toEqual(product);
    }),
  );
});

it('contents that earlier versions stored are read: plain JSON, and what was packed with this dictionary', () => {
  const plain = Buffer.concat([Buffer.of(0), Buffer.from(JSON.stringify(mug))]);
  const packed = Buffer.from(packedBefore, 'base64');

  expect(contentIn(plain)).toEqual(mug);
  expect(contentIn(packed)?.title).toBe('Mug for the next version');
});

it('several attempts with the same content keep it once, and each of them still has it', async () => {
  const bench = await listingBench(db);
  const [product] = someProducts(1) as [Product];
  const ids = await bench.own([{ ...product, variants: [variant()] }]);
  bench.shop.faults.add({ kind: 'lost-before', matching: 'productSet', count: 2 });
  await bench.list(ids);
  const [row] = await bench.rows();

  const [kept, attempts] = await asOwner(db, bench.ownerId, async (owned) => [
    await owned.selectFrom('listing_attempt').select(['id', 'body']).where('body', 'is not', null).execute(),
    await findAttempts(owned, bench.ownerId, row?.id ?? ''),
  ]);

  // Two were lost; on a busy machine a further one can be.
  expect(attempts.filter(({ kind }) => kind === 'create').length).toBeGreaterThanOrEqual(3);
  expect(kept).toHaveLength(1);
  expect(new Set(attempts.map(({ body }) => body?.title))).toEqual(new Set([product.title]));
});
