import { duplicate } from '@bowerbird/simulators/shoplazza/store/merchant';
import { describe, expect, it } from 'vitest';
import type { SeenProduct } from '../../../listing/product-seen.ts';
import type { Outcome, ToUpdate } from '../../../listing/writes.ts';
import { isObject } from '../../../reading/unread.ts';
import { lister } from '../lister.ts';
import { attempt, idOf, item, mug, preparedStore } from '../testing.ts';

type Store = Awaited<ReturnType<typeof preparedStore>>;

async function created({ access, context }: Store, changes = {}): Promise<Outcome | undefined> {
  return (await lister.writer.create([{ ...item, ...changes }], access, context))[0];
}

const request = {
  key: item.key,
  storeProductId: null,
  handle: mug.handle,
  skus: ['MUG-1', 'MUG-2'],
  since: Date.now() - 60_000,
};

async function looked({ access, context }: Store, changes = {}): Promise<SeenProduct[]> {
  return (await lister.reader.look([{ ...request, ...changes }], access, context))[0] ?? [];
}

/** Returns the complete body sent with `POST /products`. */
async function sentWith(store: Store, changes = {}): Promise<Record<string, unknown>> {
  let sent: Record<string, unknown> = {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    sent = isObject(body) && isObject(body.product) ? { ...body.product } : sent;
    return await store.context.fetch(input, init);
  };
  await lister.writer.create([{ ...item, ...changes }], store.access, { ...store.context, fetch });
  return sent;
}

describe('the token of a product', () => {
  it('is made of its key alone: the same for every attempt and run, another for another listing', async () => {
    const store = await preparedStore();
    const first = await sentWith(store);
    const again = await sentWith(store, { attemptId: attempt(9), product: { ...mug, title: 'Newer' } });
    const other = await sentWith(store, { key: 'bb-bbbbbbbbbbbbbbbb' });

    expect(first.unique_token).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(again.unique_token).toBe(first.unique_token);
    expect(other.unique_token).not.toBe(first.unique_token);
    expect(first.spu).toBe(item.key);
  });

  it('told again with an older content is an unknown outcome, and the look-up finds which attempt it was', async () => {
    const store = await preparedStore();
    store.shop.faults.add({ kind: 'token-honoured' });
    await created(store);

    const outcome = await created(store, { attemptId: attempt(2), product: { ...mug, title: 'Newer' } });

    expect(outcome?.outcome).toBe('unknown');
    expect(await looked(store)).toMatchObject([{ key: item.key, attemptId: item.attemptId }]);
  });

  it('a refusal for uniqueness finds our own product', async () => {
    const store = await preparedStore();
    store.shop.faults.add({ kind: 'token-refused' });
    await created(store);

    const outcome = await created(store, { attemptId: attempt(2) });

    expect(outcome?.outcome).toBe('unknown');
    expect(await looked(store)).toHaveLength(1);
  });

  it.each([
    ['spu重复', 422],
    ['SPU already exists', 400],
    ['database lock timeout', 422],
  ])('"%s" is no sure refusal', async (value, _status) => {
    const store = await preparedStore();
    store.shop.faults.add({ kind: 'refuse', value });

    expect((await created(store))?.outcome).toBe('unknown');
  });

  it.each(['标题必填', 'Price is invalid'])('"%s" is one', async (value) => {
    const store = await preparedStore();
    store.shop.faults.add({ kind: 'refuse', value });

    expect(await created(store)).toMatchObject({ outcome: 'refused', faults: [{ said: value }] });
  });
});

describe('what is found of ours', () => {
  it('a stale index is never believed: the codes find what the lists do not know', async () => {
    const store = await preparedStore();
    await created(store);
    store.shop.faults.add({ kind: 'stale-reads', value: 600_000 });

    const found = await looked(store);
    const [byId] = await lister.reader.lookByIds(
      [found[0]?.storeProductId ?? ''],
      store.access,
      store.context,
    );

    expect(found).toMatchObject([{ key: item.key }]);
    expect(byId).toMatchObject({ key: item.key });
  });

  it('is ours among what was made since, though its merchant gave it another SPU, address and codes', async () => {
    const store = await preparedStore();
    await created(store);
    const [product] = store.shop.view().products;
    if (product) {
      const variants = product.variants.map((variant) => ({ ...variant, sku: 'THEIRS' }));
      const changed = { ...product, spu: 'THEIRS', handle: 'theirs', variants };
      store.shop.ledger.save(changed, 'merchant', 'update', Date.now());
    }

    expect(await looked(store)).toMatchObject([{ key: item.key, attemptId: item.attemptId }]);
  });

  it('a product of many codes is asked for by a few of them', async () => {
    const store = await preparedStore();
    let requested = 0;
    const fetch: typeof globalThis.fetch = (input, init) => {
      requested += 1;
      return store.context.fetch(input, init);
    };
    const skus = Array.from({ length: 300 }, (_, at) => `MUG-${at}`);

    await lister.reader.look([{ ...request, skus }], store.access, { ...store.context, fetch });

    expect(requested).toBeLessThan(8);
  });

  it('what is found by its key costs one request, however many are asked for', async () => {
    const store = await preparedStore();
    await created(store);
    let requested = 0;
    const fetch: typeof globalThis.fetch = (input, init) => {
      requested += 1;
      return store.context.fetch(input, init);
    };

    const [found] = await lister.reader.look([request], store.access, { ...store.context, fetch });

    expect(found).toHaveLength(1);
    expect(requested).toBe(1);
  });

  it('a suffixed handle is recognised as ours, and read back', async () => {
    const store = await preparedStore();
    store.shop.faults.add({ kind: 'suffix-handle' });

    const outcome = await created(store);
    const [found] = await looked(store);

    expect(found?.handle).toMatch(/^stoneware-mug-[a-z]{4}$/);
    expect(outcome).toMatchObject({ outcome: 'applied', address: found?.address });
  });

  it("shows a stranger's product that holds our handle, or one of our codes, without our key", async () => {
    const store = await preparedStore();
    const other = { key: 'bb-bbbbbbbbbbbbbbbb', product: { ...mug, handle: 'other' } };
    store.shop.faults.add({ kind: 'unmanaged' });
    await created(store, other);

    const byCode = await looked(store, { handle: 'not-held' });
    const byHandle = await looked(store, { handle: 'other', skus: [] });

    expect(byCode.find(({ key }) => key === null)).toMatchObject({ handle: 'other', skus: ['MUG-1'] });
    expect(byHandle.find(({ key }) => key === null)).toMatchObject({ handle: 'other' });
    expect([...byCode, ...byHandle].some(({ key }) => key === item.key)).toBe(false);
  });

  it("tells the merchant's duplicate of ours by when it was made", async () => {
    const store = await preparedStore();
    await created(store);
    const [first] = store.shop.view().products;
    if (first) {
      duplicate(first, store.shop.ledger, Date.now() + 3_600_000);
    }

    const found = await looked(store);

    expect(found).toHaveLength(2);
    expect(new Set(found.map(({ createdAt }) => createdAt)).size).toBe(2);
  });

  it("a proxy's second copy is one product where the token is kept, and two that bear the key where it is not", async () => {
    const kept = await preparedStore();
    const ignoring = await preparedStore();
    kept.shop.faults.add({ kind: 'token-honoured' });
    for (const store of [kept, ignoring]) {
      store.shop.faults.add({ kind: 'twice' });
      await created(store);
    }

    expect(await looked(kept)).toHaveLength(1);
    expect(await looked(ignoring)).toHaveLength(2);
  });

  it("an order's stock changes nothing of what is compared; the merchant's edit does", async () => {
    const store = await preparedStore();
    const id = idOf(await created(store));
    const [before] = await lister.reader.lookByIds([id], store.access, store.context);
    const [product] = store.shop.view().products;
    const sold = product && {
      ...product,
      variants: product.variants.map((variant) => ({ ...variant, quantity: 1 })),
    };
    if (sold) {
      store.shop.ledger.save(sold, 'merchant', 'update', Date.now());
    }
    const [after] = await lister.reader.lookByIds([id], store.access, store.context);
    if (sold) {
      store.shop.ledger.save({ ...sold, title: 'Theirs' }, 'merchant', 'update', Date.now());
    }
    const [edited] = await lister.reader.lookByIds([id], store.access, store.context);

    expect(after?.hash).toBe(before?.hash);
    expect(edited?.hash).not.toBe(before?.hash);
  });
});

it('an older update that lands late is seen by the attempt it bears', async () => {
  let now = Date.now();
  const outside = { now: () => now, random: () => 0.5, sleep: async () => undefined };
  const store = await preparedStore({ outside });
  const { shop, access, context } = store;
  const id = idOf(await created(store));
  const update = (number: number, title: string): ToUpdate => ({
    ...item,
    attemptId: attempt(number),
    product: { ...mug, title },
    storeProductId: id,
    images: new Map(),
  });
  shop.faults.add({ kind: 'late', value: 10_000, matching: 'Older' });

  const [late] = await lister.writer.update([update(2, 'Older')], access, context);
  const [newest] = await lister.writer.update([update(3, 'Newest')], access, context);
  now += 11_000;
  const [seen] = await lister.reader.lookByIds([id], access, context);

  expect(late?.outcome).toBe('unknown');
  expect(newest?.outcome).toBe('applied');
  expect(seen?.attemptId).toBe(attempt(2));
  expect(newest?.outcome === 'applied' && newest.hash).not.toBe(seen?.hash);
});

it('a product deleted in the store is not made again by an update, and its removal needs none', async () => {
  const store = await preparedStore();
  const { access, context, shop } = store;
  const id = idOf(await created(store));
  const [held] = (await lister.reader.held?.([id], 'update', access, context)) ?? [];
  await store.store.remove(id);
  const again = { ...item, storeProductId: id, images: new Map(), ...(held !== undefined && { held }) };

  const [updated] = await lister.writer.update([again], access, context);
  const [removed] = await lister.writer.remove([id], access, context);

  expect([updated?.outcome, removed?.outcome]).toEqual(['missing', 'missing']);
  expect(shop.view().products).toEqual([]);
});

it('a page that is not there says nothing of the product', async () => {
  const store = await preparedStore();
  const { access, context, shop } = store;
  const id = idOf(await created(store));
  const again = { ...item, attemptId: attempt(2), storeProductId: id, images: new Map() };

  shop.faults.add({ kind: 'status', value: 404 });
  await expect(lister.reader.lookByIds([id], access, context)).rejects.toMatchObject({
    code: 'store.not-found',
  });
  shop.faults.add({ kind: 'status', value: 404, matching: 'PUT' });
  const [updated] = await lister.writer.update([again], access, context);
  shop.faults.add({ kind: 'status', value: 404, matching: 'DELETE' });
  const [removed] = await lister.writer.remove([id], access, context);

  expect([updated?.outcome, removed?.outcome]).toEqual(['unknown', 'unknown']);
});

it('what is wanted as a draft is shown to nobody, and delisted by the same words', async () => {
  const store = await preparedStore();
  const { access, context } = store;
  const outcome = await created(store, { options: { status: 'draft', publish: false } });
  const shown = { ...item, attemptId: attempt(2), storeProductId: idOf(outcome), images: new Map() };

  const [relisted] = await lister.writer.update([shown], access, context);
  const [delisted] = await lister.writer.update(
    [{ ...shown, attemptId: attempt(3), options: { status: 'draft', publish: false } }],
    access,
    context,
  );

  expect(outcome).toMatchObject({ outcome: 'applied', address: null });
  expect(relisted).toMatchObject({ address: 'http://practice.localhost:8901/products/stoneware-mug' });
  expect(delisted).toMatchObject({ outcome: 'applied', address: null });
});
