import { describe, expect, it } from 'vitest';
import type { ToUpdate } from '../../../listing/writes.ts';
import { lister } from '../lister.ts';
import { attempt, idOf, item, mug, preparedStore } from '../testing.ts';

describe.each(['replaces', 'keeps'])('an update, in a store that %s what a list leaves out', (kind) => {
  async function bound() {
    const store = await preparedStore();
    if (kind === 'keeps') {
      store.shop.faults.add({ kind: 'keeps-lists' });
    }
    const [made] = await lister.writer.create([item], store.access, store.context);
    const id = idOf(made);
    const change = (changes: object): ToUpdate => ({
      ...item,
      attemptId: attempt(2),
      product: { ...mug, ...changes },
      storeProductId: id,
      images: new Map(),
    });
    return { ...store, id, change };
  }

  const third = { ...mug.variants[0], id: 'v3', optionValues: ['Moss', '250 ml'], sku: 'MUG-3', stock: 3 };
  const others = {
    options: [
      { name: 'Colour', values: ['Mist', 'Moss'] },
      { name: 'Size', values: ['250 ml'] },
    ],
    variants: [mug.variants[1], third],
  };

  it('brings variants to ours, adds those that are new and takes those that are gone', async () => {
    const { shop, access, context, change } = await bound();
    const kept = shop.view().products[0]?.variants[1]?.id;

    const [outcome] = await lister.writer.update([change(others)], access, context);

    const [product] = shop.view().products;
    expect(outcome?.outcome).toBe('applied');
    expect(product?.variants.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['MUG-2', 8],
      ['MUG-3', 3],
    ]);
    expect(product?.variants[0]?.id).toBe(kept);
    expect(product?.options[0]?.values).toEqual(['Mist', 'Moss']);
  });

  it('broken off in the middle is an unknown outcome, and is whole after the next, with no variant twice', async () => {
    const { shop, access, context, change, id } = await bound();
    shop.faults.add({ kind: 'lost-after', matching: '/variants' });

    const [first] = await lister.writer.update([change(others)], access, context);
    const [between] = await lister.reader.lookByIds([id], access, context);
    const [second] = await lister.writer.update(
      [{ ...change(others), attemptId: attempt(3) }],
      access,
      context,
    );

    expect(first?.outcome).toBe('unknown');
    expect(between).toMatchObject({ attemptId: null, unfinishedBy: attempt(2) });
    expect(second?.outcome).toBe('applied');
    expect(shop.view().products[0]?.variants.map(({ sku }) => sku)).toEqual(['MUG-2', 'MUG-3']);
  });

  it('gives no picture twice, and sends none where they are the same', async () => {
    const { shop, access, context, change } = await bound();
    const before = shop.view().products[0]?.images.map(({ id }) => id);
    await lister.writer.update([change({ title: 'Another title' })], access, context);
    const same = shop.view().products[0]?.images.map(({ id }) => id);
    const images = [...mug.images].reverse();

    const [outcome] = await lister.writer.update(
      [{ ...change({ images }), attemptId: attempt(3) }],
      access,
      context,
    );
    const [seen] = await lister.reader.lookByIds(
      [shop.view().products[0] ? idOf(outcome) : ''],
      access,
      context,
    );

    expect(same).toEqual(before);
    expect(shop.view().products[0]?.images.map(({ source }) => source)).toEqual(images.map(({ url }) => url));
    expect(outcome).toMatchObject({ outcome: 'applied', hash: seen?.hash });
  });

  it('sets stock to what it is to be, however often it is sent', async () => {
    const { shop, access, context, change } = await bound();
    const variants = mug.variants.map((variant) => ({ ...variant, stock: 2 }));

    for (const number of [2, 3]) {
      await lister.writer.update([{ ...change({ variants }), attemptId: attempt(number) }], access, context);
    }

    expect(shop.view().products[0]?.variants.map(({ quantity }) => quantity)).toEqual([2, 2]);
  });

  it('refuses by the field what no update can do, and sends nothing', async () => {
    const { shop, access, context, change } = await bound();
    const writes = shop.view().history.length;
    const variants = mug.variants.slice(0, 1).map((variant) => ({ ...variant, optionValues: [] }));

    const [outcome] = await lister.writer.update([change({ options: [], variants })], access, context);

    expect(outcome).toMatchObject({ outcome: 'refused', faults: [{ field: 'options' }] });
    expect(shop.view().history).toHaveLength(writes);
  });

  it('knows from what was read before it, and reads nothing more', async () => {
    const { access, context, change, id } = await bound();
    const [held] = (await lister.reader.held?.([id], 'update', access, context)) ?? [];
    const requested: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      requested.push(init?.method ?? 'GET');
      return context.fetch(input, init);
    };

    const [outcome] = await lister.writer.update(
      [{ ...change({ title: 'New' }), ...(held !== undefined && { held }) }],
      access,
      { ...context, fetch },
    );

    expect(outcome?.outcome).toBe('applied');
    expect(requested).toEqual(['PUT']);
  });
});
