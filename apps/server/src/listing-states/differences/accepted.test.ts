import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { keepingOtherwise } from '../../../testing/listing/keeping-otherwise.ts';
import { someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { auditStore } from '../../listing/audit/audit-store.ts';
import { StoreSession } from '../../stores/session.ts';
import { comparePage } from './compare-page.ts';

const { db } = await testDatabase();
const [product] = someProducts(1).map((each) => ({
  ...each,
  variants: each.variants.map((variant) => ({ ...variant, price: '20.00', compareAtPrice: null })),
}));
if (!product) {
  throw new Error('no product');
}

/** A store that keeps every price otherwise, by a plugin of its own; `price` can be changed meanwhile. */
async function pricing() {
  const now = { price: '19.50' };
  const bench = await keepingOtherwise(db, 'woocommerce', (own) => ({
    content: {
      ...own.content,
      readAlways: () => true,
      read: async (ids, store, context) =>
        (await own.content.read(ids, store, context)).map(
          (each) =>
            each && { ...each, variants: each.variants.map((variant) => ({ ...variant, price: now.price })) },
        ),
    },
  }));
  /** Compares the store as each night does; returns the kinds of what is reported as changed there. */
  const compared = async () => {
    const session = await StoreSession.open(bench.services, bench.ownerId, bench.storeId);
    await comparePage(session, await bench.rows(), true, new AbortController().signal);
    const [found] = await asOwner(db, bench.ownerId, (owned) =>
      owned.selectFrom('listing_comparison').select('kinds').where('owner_id', '=', bench.ownerId).execute(),
    );
    return (found?.kinds ?? []).filter((kind) => kind !== 'stock');
  };
  return { ...bench, now, compared };
}

it('what a person accepted is no store difference, until the store changes it again', {
  tags: ['slow'],
}, async () => {
  const bench = await pricing();
  const { listingIds } = await bench.hidden(await bench.own([product]));
  expect(await bench.compared()).toEqual(['price']);

  await bench.work(await bench.publish(listingIds));

  expect(await bench.compared()).toEqual([]);
  bench.now.price = '18.00';
  expect(await bench.compared()).toEqual(['price']);
});

it('the certificate and the nightly audit name who accepted how many products, and when', {
  tags: ['slow'],
}, async () => {
  const bench = await pricing();
  const person = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('user').select(['id', 'name']).where('owner_id', '=', bench.ownerId).executeTakeFirst(),
  );
  const { runId, listingIds } = await bench.hidden(await bench.own([product]));
  await bench.work(await bench.publish(listingIds, person?.id ?? null));

  const accepted = [{ count: 1, by: person?.name ?? null, at: expect.any(String) }];
  expect((await bench.view(runId)).certificate).toMatchObject({ accepted, agrees: true });
  const store = { ownerId: bench.ownerId, storeId: bench.storeId, signal: new AbortController().signal };
  expect(await auditStore(bench.services, store)).toMatchObject({ accepted, unfinished: 0, agrees: true });
});
