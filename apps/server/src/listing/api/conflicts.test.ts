import type { Product, Variant } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, type StoreBench, someProducts } from '../../../testing/listing/listing.ts';
import { wooBench } from '../../../testing/listing/woo-bench.ts';
import { asOwner } from '../../db/database.ts';
import { resolveConflicts } from './conflicts.ts';

const { db } = await testDatabase();

/** An empty WooCommerce store, and what the merchant does in it. */
async function openStore() {
  const bench = await wooBench(db, { name: 'held', times: 100 });
  const { store } = bench;
  return {
    ...bench,
    shown: () =>
      store
        .view()
        .products.flatMap(({ status, name }) => (status === 'publish' ? [name] : []))
        .sort(),
    variations: () =>
      [...store.ledger.products.values()].flatMap(({ id, parent, status, sku }) =>
        parent === 0 ? [] : [[id, status, sku]],
      ),
    /** Trashes everything in the store, as the merchant does by hand. */
    throwAway() {
      for (const product of store.view().products) {
        const leavesVariations = store.faults.inForce('trash-leaves-variations') !== null;
        store.ledger.trash(product, bench.clock.wall(), { leavesVariations });
      }
    },
  };
}

/** A WooCommerce store in which an unmanaged product has our first SKU before we write, in the shop or in its trash. */
async function heldBy(kind: 'unmanaged' | 'trash-holds-sku', { choices = false } = {}) {
  const bench = await openStore();
  const { store } = bench;
  const [sample] = someProducts(1) as [Product];
  const [first] = sample.variants as [Variant];
  const product: Product = choices
    ? sample
    : { ...sample, options: [], variants: [{ ...first, sku: 'OWN-1', optionValues: [] }] };
  store.faults.add({ kind, matching: 'batch', value: product.variants[0]?.sku ?? '' });
  const ids = await bench.own([product]);
  await bench.list(ids);
  const titles = () =>
    store
      .view()
      .products.map(({ name }) => name)
      .sort();
  const holder = [...store.ledger.products.values()].find(({ name }) => name === 'Theirs');
  return { ...bench, product, ids, titles, holder: String(holder?.id) };
}

async function choose(bench: StoreBench, choice: 'adopt' | 'rename') {
  const listingIds = (await bench.rows()).map(({ id }) => id);
  const { services, ownerId, shopId } = bench;
  const done = await resolveConflicts(services, ownerId, { which: { listingIds }, choice, createdBy: null });
  for (const runId of done.runIds) {
    await bench.work({ runId, ownerId, key: shopId });
  }
  return done;
}

async function stateOf(bench: StoreBench) {
  const [row] = await bench.rows();
  return { state: row?.state, code: row?.fault?.code, holder: row?.fault?.params.holder };
}

describe('another product of the store holds our code', () => {
  it("is told with its holder, and a stranger's product is never changed", async () => {
    const bench = await heldBy('unmanaged');

    expect(await stateOf(bench)).toEqual({
      state: 'conflict',
      code: 'store.sku-taken',
      holder: bench.holder,
    });
    expect(bench.titles()).toEqual(['Theirs']);
  });

  it('a SKU in the trash is told as that, and cannot be adopted', async () => {
    const bench = await heldBy('trash-holds-sku');

    expect(await stateOf(bench)).toMatchObject({ state: 'conflict', code: 'store.trash-holds-sku' });
    expect(await choose(bench, 'adopt')).toEqual({ runIds: [], resolved: 0 });
    expect(bench.titles()).toEqual([]);
  });

  it.each(['trash-leaves-variations', null] as const)(
    'a SKU of one choice in the trash is told as that too (%s)',
    { tags: ['slow'] },
    async (fault) => {
      const bench = await openStore();
      bench.store.faults.add(...(fault ? [{ kind: fault }] : []));
      const [theirs, sample] = someProducts(2) as [Product, Product];
      const [code] = theirs.variants.map(({ sku }) => sku);
      const variants = sample.variants.map((each, at) => (at === 1 ? { ...each, sku: code ?? '' } : each));
      const [one = '', other = ''] = await bench.own([theirs, { ...sample, variants }]);
      await bench.list([one]);
      bench.throwAway();
      await bench.list([other]);

      const row = (await bench.rows()).find(({ product_id }) => product_id === other);
      expect(row?.fault).toMatchObject({ code: 'store.trash-holds-sku', params: { sku: code } });
      expect(bench.shown()).toEqual([]);
    },
  );

  it.each([
    'trash-leaves-variations',
    'untrash-brings-variations',
    'lost-before',
    'lost-after',
    null,
  ] as const)(
    'our own in the trash comes back by its id with its choices when it is listed again (%s)',
    { tags: ['slow'] },
    async (fault) => {
      const bench = await openStore();
      const [product] = someProducts(1) as [Product];
      const [id = ''] = await bench.own([product]);
      await bench.list([id]);
      const [before] = await bench.rows();
      const variations = bench.variations();
      bench.store.faults.add(...(fault?.includes('variations') ? [{ kind: fault }] : []));
      bench.throwAway();

      await bench.list([id]);
      expect(bench.shown()).toEqual([]);
      bench.store.faults.add(...(fault?.startsWith('lost') ? [{ kind: fault, matching: '"draft"' }] : []));
      const run = await bench.list([id], { again: true });

      expect(run.counts.listed).toBe(1);
      expect(bench.shown()).toEqual([product.title]);
      const [row] = await bench.rows();
      expect(row).toMatchObject({
        state: 'listed',
        store_product_id: before?.store_product_id,
        generation: 2,
      });
      expect(bench.variations()).toEqual(variations);
      expect(bench.store.view().createdByKey.size).toBe(1);
    },
  );

  it('adopted, the holder becomes ours and gets our content, and nothing is made', async () => {
    const bench = await heldBy('unmanaged');

    expect(await choose(bench, 'adopt')).toMatchObject({ resolved: 1 });

    const [row] = await bench.rows();
    expect(row).toMatchObject({ state: 'listed', store_product_id: bench.holder, created_by_us: false });
    expect(bench.titles()).toEqual([bench.product.title]);
  });

  it.each(['unmanaged', 'trash-holds-sku'] as const)(
    'renamed, ours is made under codes of its own in this store alone (%s)',
    async (kind) => {
      const bench = await heldBy(kind);

      await choose(bench, 'rename');

      const [row] = await bench.rows();
      expect(row).toMatchObject({ state: 'listed', created_by_us: true });
      expect(bench.titles()).toEqual(
        [bench.product.title, ...(kind === 'unmanaged' ? ['Theirs'] : [])].sort(),
      );
      const made = [...bench.store.ledger.products.values()].filter(({ sku }) => sku.endsWith('-2'));
      expect(made.length).toBeGreaterThan(0);
      const own = await asOwner(db, bench.ownerId, (owned) =>
        owned.selectFrom('product').select('sku').where('owner_id', '=', bench.ownerId).execute(),
      );
      expect(own.map(({ sku }) => sku)).toEqual([bench.product.variants[0]?.sku]);
    },
  );

  it('of one choice of ours: it is reported, the rest stays hidden, and renamed it is made whole and shown', {
    tags: ['slow'],
  }, async () => {
    const bench = await heldBy('unmanaged', { choices: true });
    expect(await stateOf(bench)).toMatchObject({ state: 'refused', code: 'store.sku-taken' });
    expect(bench.shown()).toEqual(['Theirs']);

    await choose(bench, 'rename');

    expect(await stateOf(bench)).toMatchObject({ state: 'listed' });
    expect(bench.shown()).toEqual([bench.product.title, 'Theirs'].sort());
    expect(bench.titles()).toEqual([bench.product.title, 'Theirs'].sort());
  });

  it('adopted but deleted before the run came to it, ours is made', { tags: ['slow'] }, async () => {
    const bench = await heldBy('unmanaged');
    const holder = bench.store.ledger.products.get(Number(bench.holder));
    if (holder) {
      bench.store.ledger.remove(holder, bench.clock.wall());
    }

    await choose(bench, 'adopt');

    expect((await bench.rows()).map(({ state, created_by_us }) => [state, created_by_us])).toEqual([
      ['listed', true],
    ]);
  });
});

it('a held handle is renamed in this store alone; listed again, nothing more is written', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db, { times: 100 });
  const [product] = someProducts(1) as [Product];
  bench.shop.merchant.unmanagedHolds('THEIRS', product.handle);
  const ids = await bench.own([product]);
  await bench.list(ids);
  expect(await stateOf(bench)).toMatchObject({ state: 'conflict', code: 'store.handle-taken' });

  await choose(bench, 'rename');
  const handles = bench.shop.view().products.map(({ handle }) => handle);
  const writes = bench.shop.view().history.length;
  await bench.list(ids);

  expect(handles.sort()).toEqual([product.handle, `${product.handle}-2`]);
  expect(bench.shop.view().history).toHaveLength(writes);
});
