import { describe, expect, it } from 'vitest';
import { lister } from '../lister.ts';
import { call, doubling, dress, freshStore, item, made, prepared, suffixing, toUpdate } from '../testing.ts';

describe('what stands in the way', () => {
  it('a suffixed handle is recognised as ours, and told', async () => {
    const ready = await prepared([suffixing]);
    const { access, context, shop } = ready;
    const id = await made(ready);
    shop.faults.add({ kind: 'unmanaged', value: dress.handle });
    const known = { ...access, prepared: { ...access.prepared, handles: 'suffixed' } };

    const [outcome] = (await lister.writer.publish?.([toUpdate(id)], known, context)) ?? [];
    const [found] = await lister.reader.look([call(id)], access, context);

    expect(outcome).toMatchObject({
      outcome: 'applied',
      notes: [{ code: 'store.handle-taken', field: 'handle' }],
    });
    expect(found?.find(({ key }) => key === item.key)?.handle).toBe('linen-dress-1');
  });

  it.each([
    ['refused', []],
    ['suffixed', [suffixing]],
    ['doubled', [doubling]],
  ] as const)(
    'a stranger’s address is never taken where handles are %s and nobody probed',
    async (_, faults) => {
      const ready = await prepared(faults);
      const id = await made(ready);
      ready.shop.faults.add({ kind: 'unmanaged', value: dress.handle, matching: 'POST' });
      await lister.writer.create([{ ...item, key: 'bb-bbbbbbbbbbbbbbbb' }], ready.access, ready.context);
      const unmanaged = () => ready.shop.view().products.find(({ title }) => title === 'Theirs');
      const before = structuredClone(unmanaged());

      const [outcome] = (await lister.writer.publish?.([toUpdate(id)], ready.access, ready.context)) ?? [];

      expect(outcome).toMatchObject({
        outcome: 'refused',
        faults: [{ code: 'store.handle-taken', field: 'handle' }],
      });
      expect(ready.shop.view().products.find(({ spu }) => spu.startsWith(item.key))?.status).toBe('draft');
      expect(unmanaged()).toEqual(before);
    },
  );

  it('shows a stranger who holds our handle, without our key', async () => {
    const ready = await prepared();
    ready.shop.faults.add({ kind: 'unmanaged', value: dress.handle });
    await lister.writer.create([{ ...item, key: 'bb-bbbbbbbbbbbbbbbb' }], ready.access, ready.context);

    const [found] = await lister.reader.look([call(null, null)], ready.access, ready.context);

    expect(found).toMatchObject([{ key: null, handle: dress.handle }]);
  });

  it('a refusal for uniqueness finds our own product', async () => {
    const ready = await prepared();
    ready.shop.faults.add({ kind: 'lost-after' });
    await lister.writer.create([item], ready.access, ready.context);

    const [again] = await lister.writer.create([item], ready.access, ready.context);
    const [found] = await lister.reader.look([call()], ready.access, ready.context);

    expect(again?.outcome).toBe('unknown');
    expect(found).toMatchObject([{ key: item.key, attemptId: item.attemptId }]);
  });

  it('a stranger who holds our handle in a store that refuses it is found behind the unknown outcome, and untouched', async () => {
    const { shop, store, context } = freshStore([{ kind: 'unmanaged', matching: dress.handle }]);
    const stated = await lister.connector.probe?.(store.access, context);
    const access = { ...store.access, prepared: stated?.details ?? {} };

    const [outcome] = await lister.writer.create([item], access, context);
    const [found] = await lister.reader.look([call()], access, context);

    expect(outcome?.outcome).toBe('unknown');
    expect(found).toMatchObject([{ key: null, handle: dress.handle }]);
    expect(shop.view().products).toMatchObject([{ title: 'Theirs', spu: 'THEIRS-1' }]);
  });

  it('no later copy of a create makes a second product in a store that refuses handles, though the first is shown', async () => {
    let now = Date.now();
    const outside = { now: () => now, random: () => 0.5, sleep: async () => undefined };
    const { shop, store, context } = freshStore([], { outside });
    const { details, uniqueKey } = (await lister.connector.probe?.(store.access, context)) ?? {};
    const access = { ...store.access, prepared: details ?? {} };
    shop.faults.add({ kind: 'twice', value: 3_600_000 });
    const id = await made({ shop, access, context });
    await lister.writer.publish?.([toUpdate(id)], access, context);

    now += 2 * 3_600_000;

    expect(uniqueKey).toBe(true);
    expect(shop.view().byKey.get(item.key)).toHaveLength(1);
  });

  it.each([
    ['suffixed', suffixing],
    ['doubled', doubling],
  ] as const)('a proxy’s second copy is seen, and hidden, where handles are %s', async (_, rule) => {
    const ready = await prepared([rule]);
    ready.shop.faults.add({ kind: 'twice', value: 0 });
    const id = await made(ready);
    ready.shop.view();
    await lister.writer.publish?.([toUpdate(id)], ready.access, ready.context);

    const [found] = await lister.reader.look([call(id)], ready.access, ready.context);

    expect(found?.map(({ key }) => key)).toEqual([item.key, item.key]);
    expect(found?.filter(({ address }) => address !== null)).toMatchObject([{ storeProductId: id }]);
    // What the server compares before it removes one: the same content, whichever of the two is visible.
    expect(new Set(found?.map(({ hash }) => hash)).size).toBe(1);
  });

  it('a half-made product is completed, not doubled', async () => {
    const ready = await prepared();
    const { access, context, shop } = ready;
    shop.faults.add({ kind: 'partial' });

    const [outcome] = await lister.writer.create([item], access, context);
    const [found] = await lister.reader.look([call()], access, context);
    const id = found?.[0]?.storeProductId ?? '';
    await lister.writer.update([toUpdate(id)], access, context);

    expect(outcome?.outcome).toBe('unknown');
    expect(found).toMatchObject([{ key: item.key, attemptId: null, partial: true, address: null }]);
    expect(shop.view().products).toMatchObject([{ title: dress.title, variants: [{ sku: 'D-1' }, {}] }]);
  });

  it('the merchant’s duplicate is told beside ours, and is not the one that is bound', async () => {
    const ready = await prepared();
    ready.shop.faults.add({ kind: 'merchant-duplicate' });
    const id = await made(ready);

    const [found] = await lister.reader.look([call(id)], ready.access, ready.context);

    expect(found?.map(({ key }) => key)).toEqual([item.key, item.key]);
    expect(new Set(found?.map(({ hash }) => hash)).size).toBe(2);
  });

  it('a list that does not know it yet makes nobody take a product for gone', async () => {
    const ready = await prepared();
    const id = await made(ready);
    ready.shop.faults.add({ kind: 'stale-reads', value: 600_000 });

    const [seen] = await lister.reader.lookByIds([id], ready.access, ready.context);
    const [found] = await lister.reader.look([call(id)], ready.access, ready.context);

    expect(seen?.storeProductId).toBe(id);
    expect(found).toMatchObject([{ storeProductId: id }]);
  });

  it('what the merchant deleted is missing to every write, and comes back by none', async () => {
    const ready = await prepared();
    const { access, context, shop } = ready;
    const id = await made(ready);
    await lister.writer.remove([id], access, context);
    const gone = toUpdate(id);
    const step = { kind: 'stock', storeProductId: id, itemId: '1', locationId: '2', inventory: 3 } as const;

    const outcomes = [
      ...(await lister.writer.update([gone], access, context)),
      ...((await lister.writer.publish?.([gone], access, context)) ?? []),
      ...(await lister.writer.remove([id], access, context)),
      await lister.writer.finishing?.send(step, access, context),
    ];

    expect(outcomes.map((outcome) => outcome?.outcome)).toEqual(['missing', 'missing', 'missing', 'missing']);
    expect(shop.view().products).toEqual([]);
  });
});

it('a second product of ours is found though the clock of its store is days behind', async () => {
  const behind = {
    now: () => Date.now() - 2 * 86_400_000,
    random: Math.random,
    sleep: async () => undefined,
  };
  const ready = await prepared([], { outside: behind });
  const { access, context } = ready;
  const id = await made(ready);
  await lister.writer.publish?.([toUpdate(id)], access, context);
  // A copy of the request arrives once its handle is free again.
  await lister.writer.create([item], access, context);

  const [found] = await lister.reader.look([call(id)], access, context);

  expect(found?.filter(({ key }) => key === item.key)).toHaveLength(2);
});
