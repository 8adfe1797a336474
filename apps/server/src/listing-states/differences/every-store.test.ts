import type { Product } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { type StoreBench, someProducts, storeBench } from '../../../testing/listing/listing.ts';
import { type SimulatedName, simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { bodyOf, contentIn, packContent } from '../../db/listing-content.ts';
import { saveRule } from '../rules.ts';
import { compareStore, requestComparison } from './compare-store.ts';

const { db } = await testDatabase();

/** A one-pixel GIF. */
const dot = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);

async function open(name: SimulatedName): Promise<StoreBench> {
  const clock = acceleratedClock(20);
  const simulated = simulatedStores[name](clock);
  return await storeBench(db, {
    clock,
    ...simulated,
    beside: async () => new Response(new Uint8Array(dot), { headers: { 'content-type': 'image/gif' } }),
  });
}

/** Reads every product of the store, not only those that a look-up shows to differ. */
async function readAll({ services, ownerId, shopId }: StoreBench) {
  await asOwner(db, ownerId, async (owned) => {
    await saveRule(owned, ownerId, { kind: 'stock', storeId: null, side: 'leave' });
    await requestComparison(owned, ownerId, undefined);
  });
  await compareStore(services, ownerId, shopId, new AbortController().signal);
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ product: Product; body: Buffer; differences: { kind: string; sent: unknown; store: unknown }[] }>`
      select comparison.product, ${bodyOf('attempt')} as body, comparison.differences from listing_comparison as comparison
      join listing_attempt as attempt on attempt.id = comparison.attempt_id
      where comparison.owner_id = ${ownerId} order by comparison.listing_id
    `.execute(owned),
  );
  return rows.map((row) => ({ ...row, body: contentIn(row.body) as Product }));
}

/** Pretends that the last write carried something else, so that everything listed differs in the store. */
async function pretendSent({ ownerId }: StoreBench, change: (product: Product) => Product): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    const attempts = await owned
      .selectFrom('listing_attempt')
      .select(['id', 'body'])
      .where('owner_id', '=', ownerId)
      .where('body', 'is not', null)
      .execute();
    for (const { id, body } of attempts) {
      const content = contentIn(body);
      const sent = content && packContent(change(content));
      await owned.updateTable('listing_attempt').set({ body: sent }).where('id', '=', id).execute();
    }
    await owned
      .updateTable('listing')
      .set({ listed_hash: 'another' })
      .where('owner_id', '=', ownerId)
      .execute();
    await owned
      .updateTable('listing_comparison')
      .set({ clean: null })
      .where('owner_id', '=', ownerId)
      .execute();
  });
}

describe.concurrent.each(Object.keys(simulatedStores) as SimulatedName[])('%s', (name) => {
  it('is read back as it was sent, and reports what differs', { tags: ['slow'] }, async () => {
    const bench = await open(name);
    const ids = await bench.own(someProducts(3));
    await bench.list(ids);

    const asSent = await readAll(bench);
    await pretendSent(bench, (product) => ({
      ...product,
      title: `Once ${product.title}`,
      variants: product.variants.map((variant, at) => (at === 0 ? { ...variant, price: '0.55' } : variant)),
    }));
    const changed = await readAll(bench);

    expect(asSent.map(({ product, differences }) => [product.title, differences])).toEqual(
      asSent.map(({ body }) => [body.title, []]),
    );
    const kinds = name === 'wordpress' ? ['title'] : ['title', 'price'];
    for (const { product, body, differences } of changed) {
      expect(differences.map(({ kind }) => kind)).toEqual(kinds);
      expect(differences[0]).toMatchObject({ sent: body.title, store: product.title });
    }
  });
});
