import { newProduct } from '@bowerbird/simulators/woocommerce/store/record';
import { describe, expect, it } from 'vitest';
import { lister } from './lister.ts';
import {
  batchOf,
  hoodie,
  idOf,
  item,
  makeWhole,
  mug,
  partialBound,
  preparedStore,
  requestFor,
  withSku,
} from './testing.ts';

it('a product that is read while the store still writes its marks is partial, at every moment', async () => {
  const open = await preparedStore();
  const [made] = await lister.writer.create([item(hoodie)], open.access, open.context);
  const product = open.store.ledger.products.get(Number(idOf(made)));
  const whole: boolean[] = [];
  for (let written = 0; product && written <= product.meta.length; written += 1) {
    open.store.ledger.put({ ...product, meta: product.meta.slice(0, written) });
    const [seen] = await lister.reader.lookByIds([idOf(made)], open.access, open.context);
    whole.push(seen?.partial !== true);
  }

  expect(whole.length).toBeGreaterThan(4);
  expect(whole.some(Boolean)).toBe(false);
});

describe('a product cut off in the making', () => {
  const kinds = [
    { name: 'with its slug alone', faults: [{ kind: 'partial', value: 'slug' }] },
    { name: 'with slug and SKU', faults: [{ kind: 'partial', value: 'sku' }] },
    {
      name: 'with its SKU alone, where the store drops the slugs of drafts',
      faults: [{ kind: 'partial', value: 'sku' }, { kind: 'drops-slug' }],
    },
  ] as const;
  it.each(kinds)('$name is found, told as half-made, and completed, not doubled', async ({ faults }) => {
    const open = await preparedStore();
    const items = batchOf(4);
    const second = items[1] ?? item(mug);
    for (const fault of faults) {
      open.store.faults.add({ ...fault, matching: `"slug":"${second.key}"` });
    }

    const outcomes = await lister.writer.create(items, open.access, open.context);
    const looks = await Promise.all(
      items.map((each) => lister.reader.look([requestFor(each)], open.access, open.context)),
    );
    const found = looks.map(([candidates]) => candidates ?? []);

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(found.map((candidates) => candidates.map(({ key, partial }) => [key, partial === true]))).toEqual([
      [[items[0]?.key, false]],
      [[second.key, true]],
      [],
      [],
    ]);
    const half = found[1]?.[0];
    const bound = partialBound(half?.storeProductId ?? '');
    const whole = await makeWhole(second, bound, open);
    const [seen] = await lister.reader.lookByIds([half?.storeProductId ?? ''], open.access, open.context);

    expect(whole).toMatchObject({ outcome: 'applied', storeProductId: half?.storeProductId });
    expect(seen).toMatchObject({ key: second.key, skus: ['SKU-2'] });
    expect(seen).not.toHaveProperty('partial');
    expect(open.store.view().createdByKey.get(second.key) ?? 1).toBe(1);
    expect(open.store.view().byKey.get(second.key)).toHaveLength(1);
  });

  it.each([
    ['two days behind', -2 * 86_400_000],
    ['two days ahead', 2 * 86_400_000],
  ])('with its SKU alone is found in a store whose clock is %s', async (_, skewMs) => {
    const outside = { now: () => Date.now() + skewMs, random: () => 0.5, sleep: async () => undefined };
    const open = await preparedStore({ outside });
    const one = item(withSku('SKU-1'));
    open.store.faults.add({ kind: 'partial', value: 'sku' }, { kind: 'drops-slug' });
    await lister.writer.create([one], open.access, open.context);

    const [found] = await lister.reader.look([requestFor(one)], open.access, open.context);

    expect(found).toMatchObject([{ key: one.key, partial: true }]);
  });

  it('whose SKU the store took again is found beside the second one', async () => {
    const open = await preparedStore();
    const one = item(withSku('SKU-1'));
    open.store.faults.add({ kind: 'partial', value: 'slug' });
    await lister.writer.create([one], open.access, open.context);
    await lister.writer.create([one], open.access, open.context);

    const [found] = await lister.reader.look([requestFor(one)], open.access, open.context);

    expect(found?.map(({ key, partial }) => [key, partial === true])).toEqual([
      [one.key, true],
      [one.key, false],
    ]);
  });

  it('is not taken for ours when somebody else made it with our code and other words', async () => {
    const open = await preparedStore();
    const { ledger } = open.store;
    ledger.put({ ...newProduct(ledger.nextId(), Date.now()), name: 'Theirs', sku: 'SKU-1', status: 'draft' });

    const [found] = await lister.reader.look([requestFor(item(withSku('SKU-1')))], open.access, open.context);

    expect(found).toMatchObject([{ key: null, skus: ['SKU-1'] }]);
  });
});

describe('a batch in doubt', () => {
  it('that all applied behind a time-out is adopted whole, by few requests', async () => {
    const open = await preparedStore();
    const items = batchOf(60);
    open.store.faults.add({ kind: 'lost-after' });
    const outcomes = await lister.writer.create(items, open.access, open.context);
    open.requests.length = 0;

    const found = [];
    for (let from = 0; from < items.length; from += lister.features.lookMax) {
      const requests = items.slice(from, from + lister.features.lookMax).map((each) => requestFor(each));
      found.push(...(await lister.reader.look(requests, open.access, open.context)));
    }

    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['unknown']));
    expect(found.map((ours) => ours.map(({ key, attemptId }) => [key, attemptId]))).toEqual(
      items.map(({ key, attemptId }) => [[key, attemptId]]),
    );
    expect(open.requests.length).toBeLessThanOrEqual(6);
  });

  it('cut in the middle lists the rest once', async () => {
    const open = await preparedStore();
    const items = batchOf(5);
    open.store.faults.add({ kind: 'cut-after-item', value: 2 });
    await lister.writer.create(items, open.access, open.context);
    const looks = await lister.reader.look(
      items.map((each) => requestFor(each)),
      open.access,
      open.context,
    );
    const absent = items.filter((_, at) => looks[at]?.length === 0);

    const rest = await lister.writer.create(absent, open.access, open.context);

    expect(absent).toHaveLength(3);
    expect(rest.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    expect([...open.store.view().byKey.values()].map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
  });

  it('is an unknown outcome though the store names it as too large, and surely refused when it says so itself', async () => {
    const open = await preparedStore({ store: { batchMax: 3 } });

    const outcomes = await lister.writer.create(batchOf(4), open.access, open.context);

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(4).fill('refused'));
    expect(open.store.view().products).toEqual([]);
  });
});

it.each(['woocommerce_rest_product_not_created', 'product_invalid_global_unique_id', 'a_plugin_says_no'])(
  'a refusal that nobody foresaw (%s) is an unknown outcome, of a product and of a variation',
  async (value) => {
    const open = await preparedStore();
    open.store.faults.add({ kind: 'refuse', value });
    const [refused] = await lister.writer.create([item(mug)], open.access, open.context);
    const [made] = await lister.writer.create([item(hoodie, 2)], open.access, open.context);
    open.store.faults.add({ kind: 'refuse', value, matching: 'HOOD-B-S' });

    const variation = await makeWhole(item(hoodie, 2), made, open);

    expect([refused?.outcome, variation?.outcome]).toEqual(['unknown', 'unknown']);
  },
);

it.each([
  ['keys that were taken away', 'token-revoked', 'store.access-denied'],
  ['a right that was taken away', 'role', 'store.scope-missing'],
] as const)('%s: surely nothing was written, and it is told by name', async (_, kind, code) => {
  const open = await preparedStore({ connection: 'application-password' });
  if (kind === 'role') {
    open.store.settings.role = 'subscriber';
  } else {
    open.store.faults.add({ kind });
  }

  const [outcome] = await lister.writer.create([item(mug)], open.access, open.context);

  expect(outcome).toMatchObject({ outcome: 'refused', faults: [{ code }] });
  expect(open.store.view().history).toEqual([]);
});

describe('a SKU that somebody holds', () => {
  it.each([
    ['unmanaged', 'publish'],
    ['trash-holds-sku', 'trash'],
  ] as const)('(%s) leaves a new product in doubt, and the look tells who', async (kind, status) => {
    const open = await preparedStore();
    const one = item(withSku('SKU-1'));
    open.store.faults.add({ kind });

    const [outcome] = await lister.writer.create([one], open.access, open.context);
    const [found] = await lister.reader.look([requestFor(one)], open.access, open.context);

    expect(outcome).toMatchObject({ outcome: 'unknown' });
    expect(found).toMatchObject([{ key: null, skus: ['SKU-1'], status }]);
    expect([...open.store.ledger.products.values()]).toMatchObject([{ name: 'Theirs' }]);
  });

  it('is our own: a refusal for uniqueness finds our product', async () => {
    const open = await preparedStore();
    const one = item(withSku('SKU-1'));
    await lister.writer.create([one], open.access, open.context);

    const [outcome] = await lister.writer.create([one], open.access, open.context);
    const [found] = await lister.reader.look([requestFor(one, { since: null })], open.access, open.context);

    expect(outcome?.outcome).toBe('unknown');
    expect(found).toMatchObject([{ key: one.key, attemptId: one.attemptId }]);
  });

  it.each([
    ['unmanaged', 'store.sku-taken'],
    ['trash-holds-sku', 'store.trash-holds-sku'],
  ] as const)('(%s) is told with its holder when a variation wants it', async (kind, code) => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(hoodie)], open.access, open.context);
    open.store.faults.add({ kind, value: 'HOOD-R-S', matching: '/variations/batch' });

    const stated = await makeWhole(item(hoodie), made, open);

    expect(stated).toMatchObject({
      outcome: 'refused',
      faults: [{ code, field: 'variants.2.sku', params: { sku: 'HOOD-R-S', holder: expect.any(String) } }],
    });
  });

  it('by one of our variations is found through its product', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(hoodie)], open.access, open.context);
    await makeWhole(item(hoodie), made, open);
    const other = requestFor(item(withSku('HOOD-R-S'), 2), { since: null });

    const [found] = await lister.reader.look([other], open.access, open.context);

    expect(found).toMatchObject([{ storeProductId: idOf(made), skus: ['HOOD-R-S'] }]);
  });
});
