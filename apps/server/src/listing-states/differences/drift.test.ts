import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  editProduct,
  listingBench,
  type StoreBench,
  someProducts,
} from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { listAgain } from '../again.ts';
import { forgetGone } from '../forget.ts';
import { listStates } from '../list-states.ts';
import { decide } from './decide.ts';
import { findDriftFacets } from './list-drift.ts';
import { undoPull } from './pull.ts';
import { decideSimilar } from './similar.ts';
import { compare, driftOf, one, reprice } from './testing/compare.ts';

const { db } = await testDatabase();

function by({ ownerId }: StoreBench) {
  return { ownerId, userId: null };
}

async function productOf({ ownerId }: StoreBench, id: string): Promise<Product> {
  const row = await asOwner(db, ownerId, (owned) =>
    owned.selectFrom('product').select('content').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return row.content;
}

describe('drift', () => {
  it('what was listed and not touched since is no drift', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(3));
    await bench.list(ids);

    expect(await compare(bench)).toEqual([]);
    const facets = await asOwner(db, bench.ownerId, (owned) => findDriftFacets(owned, bench.ownerId));
    expect(facets.stores[0]?.comparison).toMatchObject({ state: 'idle', done: 3, total: 3, fault: null });
  });

  it('a price changed in the store is shown with what was sent, pulled with its history, and then no drift', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const product = one();
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    reprice(bench, '77.70');

    const [drift] = await compare(bench);
    const [field] = drift?.fields ?? [];
    expect(field).toMatchObject({
      kind: 'price',
      sent: product.variants[0]?.price,
      store: '77.70',
      ours: product.variants[0]?.price,
      canPull: true,
    });
    const pulled = await decide(bench.services, by(bench), [
      { listingId: drift?.listingId ?? '', side: 'store', keys: [field?.key ?? ''] },
    ]);

    expect((await productOf(bench, id)).variants[0]?.price).toBe('77.70');
    expect(await compare(bench)).toEqual([]);
    // The store already holds it: there is nothing to update.
    const changed = await asOwner(db, bench.ownerId, (owned) =>
      listStates(owned, bench.ownerId, { state: 'changed', limit: 9 }),
    );
    expect(changed.items).toEqual([]);
    await asOwner(db, bench.ownerId, (owned) =>
      undoPull(owned, { ownerId: bench.ownerId, userId: null }, pulled.editSetId ?? ''),
    );
    expect((await productOf(bench, id)).variants[0]?.price).toBe(product.variants[0]?.price);
    expect(await driftOf(bench)).toHaveLength(1);
  });

  it('pushing one field leaves another that nobody decided as the store has it, and still to be decided', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const product = one();
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    reprice(bench, '77.70');
    bench.shop.merchant.edit(bench.shop.view().products[0]?.id ?? 0, { title: 'By hand' });
    const [drift] = await compare(bench);
    expect(drift?.fields.map(({ kind }) => kind)).toEqual(['title', 'price']);

    const { runIds } = await decide(bench.services, by(bench), [
      {
        listingId: drift?.listingId ?? '',
        side: 'ours',
        keys: drift?.fields.flatMap(({ key, kind }) => (kind === 'price' ? [key] : [])) ?? [],
      },
    ]);
    await bench.work({ runId: runIds[0] ?? '', ownerId: bench.ownerId, key: bench.shopId });

    const [there] = bench.shop.view().products;
    expect(there).toMatchObject({ title: 'By hand' });
    expect(Number(there?.variants[0]?.price)).toBe(Number(product.variants[0]?.price));
    expect((await driftOf(bench)).map(({ fields }) => fields.map(({ kind }) => kind))).toEqual([['title']]);
    const [still] = await compare(bench);
    expect(still?.fields).toMatchObject([{ kind: 'title', store: 'By hand', ours: product.title }]);
  });

  it('what is left to the store stays there when the product is listed again, until ours or theirs changes', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const product = one();
    const [id = ''] = await bench.own([product]);
    await bench.list([id]);
    bench.shop.merchant.edit(bench.shop.view().products[0]?.id ?? 0, { title: 'By hand' });
    const [drift] = await compare(bench);
    await decide(bench.services, by(bench), [
      { listingId: drift?.listingId ?? '', side: 'leave', keys: ['title'] },
    ]);
    expect(await compare(bench)).toEqual([]);

    await editProduct(bench, id, { ...product, tags: ['fromScratch'] });
    await bench.list([id]);
    expect(bench.shop.view().products[0]).toMatchObject({ title: 'By hand', tags: ['fromScratch'] });
    expect(await compare(bench)).toEqual([]);

    await editProduct(bench, id, { ...product, title: 'Ours again' });
    await bench.list([id]);
    expect(bench.shop.view().products[0]?.title).toBe('Ours again');
  });

  it('everything of a kind is decided by a rule, from then on by itself', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(2));
    await bench.list(ids);
    reprice(bench, '50.00');
    await compare(bench);

    await decideSimilar(bench.services, by(bench), {
      kind: 'price',
      storeId: bench.storeId,
      side: 'store',
      asRule: true,
    });
    expect(await driftOf(bench)).toEqual([]);
    reprice(bench, '60.00');
    expect(await compare(bench)).toEqual([]);

    const prices = await Promise.all(ids.map(async (id) => (await productOf(bench, id)).variants[0]?.price));
    expect(prices).toEqual(['60.00', '60.00']);
  });

  it('a product deleted in the store is a row of its own: forgotten it stands nowhere, listed again it is made once', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(2));
    await bench.list(ids);
    for (const { id } of bench.shop.view().products) {
      bench.shop.merchant.remove(id);
    }

    const gone = await compare(bench);
    expect(gone.map((row) => row.gone)).toEqual([true, true]);
    const [first, second] = gone;
    await asOwner(db, bench.ownerId, (owned) => forgetGone(owned, bench.ownerId, [first?.listingId ?? '']));
    const again = await listAgain(bench.services, bench.ownerId, { what: 'gone' }, null);
    await bench.work({ runId: again.runIds[0] ?? '', ownerId: bench.ownerId, key: bench.shopId });

    const states = await asOwner(db, bench.ownerId, (owned) =>
      listStates(owned, bench.ownerId, { limit: 10 }),
    );
    expect(states.items.map(({ productId, places }) => [productId, places[0]?.state])).toEqual([
      [second?.productId, 'listed'],
    ]);
    expect(bench.shop.view().products).toHaveLength(1);
  });
});
