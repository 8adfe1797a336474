import { newProduct } from '@bowerbird/simulators/woocommerce/store/record';
import { describe, expect, it } from 'vitest';
import { TooLate } from '../../net/too-late.ts';
import { lister } from './lister.ts';
import { batchOf, hoodie, idOf, item, mug, numbers, preparedStore, requestFor } from './testing.ts';
import { setStatus } from './write/show.ts';

describe('what the ladder finds', () => {
  it.each(['draft', 'publish'] as const)(
    'finds every twin of one key (%s), and those in the trash',
    async (status) => {
      const open = await preparedStore();
      const [first] = await lister.writer.create([item(mug)], open.access, open.context);
      await lister.writer.create([item(mug)], open.access, open.context);
      open.store.faults.add({ kind: 'suffix-handle' });
      await lister.writer.create([item(mug)], open.access, open.context);
      const [, , third] = open.store.view().products;
      if (third) {
        open.store.ledger.trash(third, Date.now());
      }
      await setStatus([idOf(first)], status, open.access, open.context);

      const [bySlug] = await lister.reader.look(
        [requestFor(item(mug), { since: null })],
        open.access,
        open.context,
      );
      const [byWindow] = await lister.reader.look([requestFor(item(mug))], open.access, open.context);

      expect(bySlug?.map(({ status: each }) => each).sort()).toEqual(
        [...[status, 'draft'].sort(), 'trash'].sort(),
      );
      expect(byWindow).toHaveLength(3);
    },
  );

  it.each([
    [-8, true],
    [-8, false],
    [9, true],
    [9, false],
  ])(
    'finds one by the time it was made, in a zone of %i hours, read by the store: %s',
    async (gmtOffset, readsZone) => {
      const behindMs = 600_000;
      const outside = { now: () => Date.now() - behindMs, random: () => 0.5, sleep: async () => undefined };
      const open = await preparedStore({ outside, store: { gmtOffset, readsZone } });
      const [made] = await lister.writer.create([item(mug)], open.access, open.context);
      await lister.writer.publish?.(
        [{ ...item(mug), storeProductId: idOf(made), images: new Map() }],
        open.access,
        open.context,
      );

      const [found] = await lister.reader.look(
        [requestFor(item(mug), { handle: 'x' })],
        open.access,
        open.context,
      );

      expect(found).toMatchObject([{ storeProductId: idOf(made), key: item(mug).key }]);
    },
  );

  it('asks each rung for itself where too much was made since, and still finds all', async () => {
    const open = await preparedStore();
    const { ledger } = open.store;
    for (const number of numbers(400)) {
      const name = `Theirs ${number}`;
      ledger.put({ ...newProduct(ledger.nextId(), Date.now()), name, slug: `theirs-${number}` });
    }
    const [hidden, shown] = await lister.writer.create(
      [item(mug, 1), item(mug, 2)],
      open.access,
      open.context,
    );
    await lister.writer.publish?.(
      [{ ...item(mug, 2), storeProductId: idOf(shown), images: new Map() }],
      open.access,
      open.context,
    );

    const requests = [item(mug, 1), item(mug, 2), item(mug, 3)].map((each) =>
      requestFor(each, { handle: 'x' }),
    );
    const found = await lister.reader.look(requests, open.access, open.context);

    expect(found.map((ours) => ours.map(({ storeProductId }) => storeProductId))).toEqual([
      [idOf(hidden)],
      [idOf(shown)],
      [],
    ]);
  });

  it('counts 250 products of ours by three requests', async () => {
    const open = await preparedStore();
    for (const from of [0, 100, 200]) {
      const items = batchOf(250).slice(from, from + 100);
      await lister.writer.create(items, open.access, open.context);
    }
    open.requests.length = 0;

    let count = 0;
    for await (const page of lister.reader.fullScan(open.access, open.context)) {
      count += page.length;
    }

    expect([count, open.requests.length]).toEqual([250, 3]);
  });
});

describe('what the merchant did', () => {
  it('is left alone: a product in the trash is neither written nor shown again', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(mug)], open.access, open.context);
    const [product] = open.store.view().products;
    if (product) {
      open.store.ledger.trash(product, Date.now());
    }
    const target = {
      ...item({ ...mug, title: 'New' }, 2),
      storeProductId: idOf(made),
      images: new Map<string, string>(),
    };

    const written = await lister.writer.update([target], open.access, open.context);
    const shown = await lister.writer.publish?.([target], open.access, open.context);
    const relisted = await setStatus([idOf(made)], 'publish', open.access, open.context);

    expect([written, shown, relisted]).toMatchObject(Array(3).fill([{ outcome: 'missing' }]));
    expect([...open.store.ledger.products.values()]).toMatchObject([{ status: 'trash', name: mug.title }]);
  });

  it('stays: pictures added by hand are kept when ours are written again', async () => {
    const open = await preparedStore();
    const [made] = await lister.writer.create([item(mug)], open.access, open.context);
    const { ledger } = open.store;
    const product = ledger.products.get(Number(idOf(made)));
    const theirs = ledger.addFile('by-hand.jpg', 'By hand', '', Date.now());
    if (product) {
      ledger.put({ ...product, images: [...product.images, theirs.id] });
    }

    await lister.writer.update(
      [{ ...item({ ...mug, title: 'New' }, 2), storeProductId: idOf(made), images: new Map() }],
      open.access,
      open.context,
    );

    expect(open.store.view().products).toMatchObject([
      { name: 'New', images: [...(product?.images ?? []), theirs.id] },
    ]);
    expect(ledger.files.size).toBe(2);
  });
});

it('what the gate keeps back of several requests is surely not sent, and is told so', async () => {
  const open = await preparedStore();
  const items = numbers(3).map((number) =>
    item(
      {
        ...hoodie,
        images: [],
        variants: hoodie.variants.map((each) => ({
          ...each,
          sku: `${number}-${each.sku}`,
          imageUrl: null,
        })),
      },
      number,
    ),
  );
  const made = await lister.writer.create(items, open.access, open.context);
  let left = 2;
  const shutting = {
    ...open.context,
    gate: () => {
      left -= 1;
      if (left < 0) {
        throw new TooLate();
      }
    },
  };
  const targets = items.map((each, at) => ({ ...each, storeProductId: idOf(made[at]), images: new Map() }));

  const outcomes = await lister.writer.update(targets, open.access, shutting);

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'throttled']);
  expect(made.map((outcome) => open.store.ledger.variationsOf(Number(idOf(outcome))).length)).toEqual([
    4, 4, 0,
  ]);
});
