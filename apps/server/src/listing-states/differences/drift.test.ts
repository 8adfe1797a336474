import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  editProduct,
  type ListingBench,
  listingBench,
  type StoreBench,
  someProducts,
} from '../../../testing/listing/listing.ts';
import { testPerson } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { createActionRun } from '../../listing/api/create-actions.ts';
import { saveEditSet } from '../../products/history/edit-sets.ts';
import { saveRecords } from '../../products/history/history.ts';
import { listAgain } from '../again.ts';
import { follow, saveFollowing } from '../following.ts';
import { forgetGone } from '../forget.ts';
import { findFacets, listStates } from '../list-states.ts';
import { saveRule } from '../rules.ts';
import { compareStore, requestComparison } from './compare-store.ts';
import { decide } from './decide.ts';
import { findDriftFacets, listDrift } from './list-drift.ts';
import { undoPull } from './pull.ts';
import { decideSimilar } from './similar.ts';

const { db } = await testDatabase();

function one(): Product {
  return someProducts(1)[0] as Product;
}

async function compare({ services, ownerId, shopId }: StoreBench) {
  await asOwner(db, ownerId, (owned) => requestComparison(owned, ownerId, undefined));
  await compareStore(services, ownerId, shopId, new AbortController().signal);
  return await driftOf({ services, ownerId });
}

async function driftOf({ services, ownerId }: Pick<StoreBench, 'services' | 'ownerId'>) {
  const { items } = await asOwner(db, ownerId, (owned) => listDrift(owned, services, ownerId, { limit: 50 }));
  return items;
}

function by({ ownerId }: StoreBench) {
  return { ownerId, userId: null };
}

async function productOf({ ownerId }: StoreBench, id: string): Promise<Product> {
  const row = await asOwner(db, ownerId, (owned) =>
    owned.selectFrom('product').select('content').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return row.content;
}

/** The merchant gives the first variant of every product another price by hand. */
function reprice({ shop }: ListingBench, price: string): void {
  for (const { id, variants } of shop.view().products) {
    shop.merchant.edit(id, {
      variants: variants.map((variant, at) => (at === 0 ? { ...variant, price } : variant)),
    });
  }
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

describe('states', () => {
  it('reports refused products by reason, and sends those again that were fixed', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const [good, bad] = someProducts(2) as [Product, Product];
    const many = Array.from({ length: 4 }, (_, at) => ({ name: `Option ${at}`, values: ['a'] }));
    const unfit = {
      ...bad,
      options: many,
      variants: [{ ...(bad.variants[0] as Product['variants'][number]), optionValues: ['a', 'a', 'a', 'a'] }],
    };
    const ids = await bench.own([good, unfit]);
    await bench.list(ids);

    const facets = await asOwner(db, bench.ownerId, (owned) => findFacets(owned, bench.ownerId));
    expect(facets.stores[0]?.states.toSorted((one, other) => one.state.localeCompare(other.state))).toEqual([
      { state: 'listed', count: 1 },
      { state: 'refused', count: 1 },
    ]);
    const [reason] = facets.reasons;
    await editProduct(bench, ids[1] ?? '', bad);
    const again = await listAgain(
      bench.services,
      bench.ownerId,
      { what: 'refused', reason: reason?.code ?? '' },
      null,
    );
    await bench.work({ runId: again.runIds[0] ?? '', ownerId: bench.ownerId, key: bench.shopId });

    const listed = await asOwner(db, bench.ownerId, (owned) =>
      listStates(owned, bench.ownerId, { limit: 10, state: 'listed' }),
    );
    expect(again.products).toBe(1);
    expect(listed.total).toBe(2);
  });
});

describe('following the sources', () => {
  it('sends prices alone to the stores that follow, once for what changed, leaves what the store changed, and makes nothing', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const [product, other] = someProducts(2) as [Product, Product];
    const [id = '', unlisted = ''] = await bench.own([product, other]);
    await bench.list([id]);
    bench.shop.merchant.edit(bench.shop.view().products[0]?.id ?? 0, { title: 'By hand' });
    await compare(bench);
    const { ownerId, services, shopId } = bench;
    await asOwner(db, ownerId, (owned) =>
      saveFollowing(
        owned,
        ownerId,
        [bench.storeId],
        { what: 'amounts', everyHours: 0 },
        {
          now: new Date(bench.clock.wall()),
          userId: null,
        },
      ),
    );
    for (const [each, content] of [
      [id, product],
      [unlisted, other],
    ] as const) {
      const variants = content.variants.map((variant) => ({
        ...variant,
        price: '120.00',
        compareAtPrice: null,
      }));
      await editProduct(bench, each, { ...content, title: 'Source renamed it', variants });
      await sourceChanged(bench, each);
    }

    const runIds = await follow(services, ownerId, shopId);
    expect(await follow(services, ownerId, shopId)).toEqual([]);
    await bench.work({ runId: runIds[0] ?? '', ownerId, key: shopId });
    const after = await follow(services, ownerId, shopId);

    const there = bench.shop.view().products;
    expect(there).toHaveLength(1);
    expect(there[0]?.title).toBe('By hand');
    const [drift] = await driftOf(bench);
    expect(drift?.fields).toMatchObject([{ kind: 'title', store: 'By hand', ours: 'Source renamed it' }]);
    expect(new Set(there[0]?.variants.map(({ price }) => Number(price)))).toEqual(new Set([120]));
    expect(after).toEqual([]);
  });

  it('and rules leave hidden what the merchant delisted', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const { ownerId, services, shopId } = bench;
    const [product, other] = someProducts(2) as [Product, Product];
    const [ours = '', theirs = ''] = await bench.own([product, other]);
    await bench.list([ours, theirs]);
    const there = bench.shop.view().products;
    const request = { storeIds: [bench.storeId], selection: { ids: [ours] }, createdBy: null };
    const runId = await createActionRun(services, ownerId, 'delist', request);
    await bench.work({ runId, ownerId, key: shopId });
    bench.shop.merchant.edit(there.find(({ title }) => title === other.title)?.id ?? 0, { status: 'DRAFT' });
    await asOwner(db, ownerId, async (owned) => {
      const now = new Date(bench.clock.wall());
      await saveFollowing(
        owned,
        ownerId,
        [bench.storeId],
        { what: 'all', everyHours: 0 },
        { now, userId: null },
      );
      await saveRule(owned, ownerId, { kind: 'price', storeId: null, side: 'ours' });
    });
    for (const [id, content] of [
      [ours, product],
      [theirs, other],
    ] as const) {
      await editProduct(bench, id, { ...content, title: `${content.title}, renamed` });
      await sourceChanged(bench, id);
    }
    const [run = ''] = await follow(services, ownerId, shopId);
    await bench.work({ runId: run, ownerId, key: shopId });
    reprice(bench, '3.33');
    await compare(bench);

    expect(bench.shop.view().products.map(({ status }) => status)).toEqual(['DRAFT', 'DRAFT']);
    expect((await bench.view(run)).counts).toMatchObject({ listed: 0, done: 2 });
    const { items } = await asOwner(db, ownerId, (owned) => listStates(owned, ownerId, { limit: 9 }));
    expect(items.flatMap(({ places }) => places.map(({ state }) => state))).toEqual(['delisted', 'delisted']);
  });

  it.each([
    ['ours', 'DRAFT'],
    ['leave', 'ACTIVE'],
  ] as const)(
    'tells of a product that was delisted and that the merchant shows by hand; %s leaves it %s',
    { tags: ['slow'] },
    async (side, status) => {
      const bench = await listingBench(db);
      const { ownerId, services, shopId } = bench;
      const ids = await bench.own([one()]);
      await bench.list(ids);
      const request = { storeIds: [bench.storeId], selection: { ids }, createdBy: null };
      const runId = await createActionRun(services, ownerId, 'delist', request);
      await bench.workOut({ runId, ownerId, key: shopId });
      for (const { id } of bench.shop.view().products) {
        bench.shop.merchant.edit(id, { status: 'ACTIVE' });
      }

      const [item] = await compare(bench);
      const userId = await testPerson(db, ownerId, 'Ana');
      const { runIds } = await decide(services, { ownerId, userId }, [
        { listingId: item?.listingId ?? '', side, keys: ['status'] },
      ]);
      for (const started of runIds) {
        await bench.workOut({ runId: started, ownerId, key: shopId });
      }

      expect(item?.fields).toMatchObject([{ key: 'status', ours: 'draft', store: 'active' }]);
      expect(bench.shop.view().products.map((product) => product.status)).toEqual([status]);
      expect(await compare(bench)).toEqual([]);
    },
  );
});

/** Writes what a merge of a re-collected source product writes. */
async function sourceChanged({ ownerId }: StoreBench, productId: string): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    const editSetId = await saveEditSet(owned, ownerId, { kind: 'followed', userId: null });
    const cells = [{ path: 'variants/v1/price', before: '1.00', after: '2.00' }];
    await saveRecords(owned, ownerId, editSetId, [{ productId, revision: 2, cells }]);
  });
}
