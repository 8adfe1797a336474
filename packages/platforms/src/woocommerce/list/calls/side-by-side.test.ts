import { expect, it } from 'vitest';
import { TooLate } from '../../../net/too-late.ts';
import { lister } from '../lister.ts';
import { hoodie, idOf, item, numbers, preparedStore } from '../testing.ts';

const products = 6;

/** Products with options, bound and without variations, in a store that counts its requests in flight. */
async function boundHoodies() {
  const open = await preparedStore();
  const items = numbers(products).map((number) =>
    item(
      {
        ...hoodie,
        handle: `hoodie-${number}`,
        images: [],
        variants: hoodie.variants.map((each) => ({ ...each, sku: null, imageUrl: null })),
      },
      number,
    ),
  );
  const made = await lister.writer.create(items, open.access, open.context);
  const held = (await lister.reader.held?.(made.map(idOf), 'update', open.access, open.context)) ?? [];
  const targets = items.map((each, at) => ({
    ...each,
    storeProductId: idOf(made[at]),
    images: new Map<string, string>(),
    held: held[at] ?? null,
  }));
  const under = { now: 0, most: 0 };
  const context = {
    ...open.context,
    fetch: async (...given: Parameters<typeof open.context.fetch>) => {
      under.now += 1;
      under.most = Math.max(under.most, under.now);
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await open.context.fetch(...given);
      under.now -= 1;
      return answer;
    },
  };
  return { ...open, context, targets, under };
}

it('variations of several products go side by side', async () => {
  const { access, context, store, targets, under } = await boundHoodies();

  const outcomes = await lister.writer.update(targets, access, context);

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(products).fill('applied'));
  expect(under.most).toBe(lister.features.inFlightMax);
  expect(
    targets.map(({ storeProductId }) => store.ledger.variationsOf(Number(storeProductId)).length),
  ).toEqual(Array(products).fill(4));
});

it('each product whose variations come next has a request of its own, so that it can have its intent right before it', async () => {
  const { access, store, targets } = await boundHoodies();
  const [first, second, ...others] = targets;
  const renamed = (one: typeof first) =>
    one
      ? [{ ...one, product: { ...one.product, options: [{ name: 'Shade', values: ['Blue', 'Red'] }] } }]
      : [];
  const before = store.ledger.version;

  const groups = await lister.planner.together?.([...renamed(first), ...others, ...renamed(second)], access);

  expect(groups).toEqual([[0, products - 1], [1], [2], [3], [4]]);
  expect(store.ledger.version).toBe(before);
});

it('no more requests are under way than the store bears, however many updates are', async () => {
  const { access, context, targets, under } = await boundHoodies();

  await Promise.all([
    lister.writer.update(targets.slice(0, 3), access, context),
    lister.writer.update(targets.slice(3), access, context),
  ]);

  expect(under.most).toBe(lister.features.inFlightMax);
});

it('what the gate keeps back of them was surely not sent, and what had passed it has its own fate', async () => {
  const { access, context, store, targets } = await boundHoodies();
  let passed = 0;
  const gate = () => {
    passed += 1;
    if (passed > 3) {
      throw new TooLate();
    }
  };

  const outcomes = await lister.writer.update(targets, access, { ...context, gate });

  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    ...Array(3).fill('applied'),
    ...Array(3).fill('throttled'),
  ]);
  expect(
    targets.map(({ storeProductId }) => store.ledger.variationsOf(Number(storeProductId)).length),
  ).toEqual([4, 4, 4, 0, 0, 0]);
});

it('where the gate keeps all of them back, nothing was sent', async () => {
  const { access, context, targets } = await boundHoodies();
  const gate = () => {
    throw new TooLate();
  };

  await expect(lister.writer.update(targets, access, { ...context, gate })).rejects.toBeInstanceOf(TooLate);
});
