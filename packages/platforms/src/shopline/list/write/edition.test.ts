import type { Product } from '@bowerbird/catalog/product';
import { keyOf } from '@bowerbird/simulators/shopline/store/record';
import { describe, expect, it } from 'vitest';
import { termName } from '../../../listing/dependencies.ts';
import type { ToUpdate } from '../../../listing/writes.ts';
import { lister } from '../lister.ts';
import { call, dress, item, keyOfDress, made, type Prepared, prepared, toUpdate } from '../testing.ts';

const [blue, red] = dress.variants as [Product['variants'][number], Product['variants'][number]];
const front = blue.imageUrl;

/** Runs `update`, then every remaining step, as the engine does. */
async function written(ready: Prepared, update: ToUpdate): Promise<void> {
  await lister.writer.update([update], ready.access, ready.context);
  await finished(ready, update, false);
}

async function finished({ access, context }: Prepared, update: ToUpdate, isNew: boolean): Promise<void> {
  for (const step of (await lister.writer.finishing?.due(update, isNew, access, context)) ?? []) {
    expect(await lister.writer.finishing?.send(step, access, context)).toMatchObject({ outcome: 'applied' });
  }
}

/** Returns the ids of all collections of these products, creating the missing ones. */
async function termsFor({ access, context }: Prepared, ...products: Product[]) {
  const ids = new Map<string, string>();
  for (const term of products.flatMap((product) => lister.writer.terms?.of(product) ?? [])) {
    const [found] = (await lister.writer.terms?.find([term], access, context)) ?? [];
    ids.set(termName(term), found ?? (await lister.writer.terms?.make(term, null, access, context)) ?? '');
  }
  return ids;
}

/** Returns a listed product in the state in which shoppers see it. */
async function listed(product: Product): Promise<{ ready: Prepared; id: string }> {
  const ready = await prepared();
  const { access, context } = ready;
  const [outcome] = await lister.writer.create([{ ...item, product }], access, context);
  const id = outcome?.outcome === 'applied' ? outcome.storeProductId : '';
  const update = toUpdate(id, { product, terms: await termsFor(ready, product) });
  await finished(ready, update, true);
  await lister.writer.publish?.([update], access, context);
  return { ready, id };
}

function inventoryOf({ shop }: Prepared) {
  const [product] = shop.view().products;
  return product?.variants.map(({ number, choices }) => [choices[0], shop.ledger.inventoryOf(number)]);
}

function collectionsOf({ shop }: Prepared): string[] {
  const [product] = shop.view().products;
  return [...shop.ledger.collections.values()]
    .filter(({ products }) => products.includes(product?.number ?? 0))
    .map(({ title }) => title);
}

const counted = { ...dress, variants: [blue, { ...red, stock: 6 }] };

describe('a variant of a new edition', () => {
  it('shows its image, though no image of the product is another one now', async () => {
    const former = { ...dress, variants: [blue, { ...red, imageUrl: front }] };
    const { ready, id } = await listed(former);
    const green = { ...blue, id: 'v3', sku: 'D-3', optionValues: ['Green', 'S'] };
    const product = { ...dress, variants: [green, { ...red, imageUrl: front }] };

    await written(ready, toUpdate(id, { product, former }));

    const [after] = ready.shop.view().products;
    expect(after?.variants.map(({ image }) => image?.source)).toEqual([front, front]);
    expect(after?.images).toHaveLength(dress.images.length);
  });

  it('has its pieces where it is the old one under another name, which the store makes again', async () => {
    const { ready, id } = await listed(counted);
    const product = {
      ...counted,
      variants: [
        { ...blue, optionValues: ['Navy', 'S'] },
        { ...red, stock: 6 },
      ],
    };

    await written(ready, toUpdate(id, { product, former: counted }));

    expect(inventoryOf(ready)).toEqual([
      ['Navy', 4],
      ['Red', 6],
    ]);
  });

  it('has its pieces again after an older edition landed late and took it out', async () => {
    const { ready, id } = await listed(counted);
    const green = { ...blue, id: 'v3', sku: 'D-3', optionValues: ['Green', 'S'], stock: 9 };
    const product = { ...counted, variants: [green, ...counted.variants] };
    await written(ready, toUpdate(id, { product, former: counted }));
    const variant = ready.shop.view().products[0]?.variants[2];
    ready.shop.ledger.setLevel(variant?.number ?? 0, '6363060301530504302', 1);

    await lister.writer.update([toUpdate(id, { product: counted })], ready.access, ready.context);
    await written(ready, toUpdate(id, { product, former: counted, landedLate: true }));

    // Five of the red one were sold meanwhile: the store's quantity stays.
    expect(inventoryOf(ready)).toEqual([
      ['Green', 9],
      ['Blue', 4],
      ['Red', 1],
    ]);
  });
});

describe('a product that was cut off while it was created', () => {
  it('has its pieces before it is shown, though nobody knows which attempt created it', async () => {
    const ready = await prepared();
    const { access, context, shop } = ready;
    shop.faults.add({ kind: 'partial' });
    await lister.writer.create([item], access, context);
    const [found] = await lister.reader.look([call()], access, context);

    await written(ready, toUpdate(found?.[0]?.storeProductId ?? ''));

    expect(shop.view().products.map(keyOf)).toEqual([keyOfDress]);
    expect(inventoryOf(ready)).toEqual([
      ['Blue', 4],
      ['Red', 0],
    ]);
  });

  it('and one that shoppers see keeps what the store has counted, where nothing of it is known', async () => {
    const { ready, id } = await listed(counted);
    const variant = ready.shop.view().products[0]?.variants[0];
    ready.shop.ledger.setLevel(variant?.number ?? 0, '6363060301530504302', 1);

    await written(ready, toUpdate(id, { product: counted }));

    expect(inventoryOf(ready)?.[0]).toEqual(['Blue', 1]);
  });
});

describe('another handle', () => {
  const product = { ...dress, handle: 'another-dress' };

  it('does not break the address of a product that shoppers see, and the merchant is told', async () => {
    const { ready, id } = await listed(dress);
    const update = toUpdate(id, { product, former: dress });

    const [outcome] = await lister.writer.update([update], ready.access, ready.context);

    expect(ready.shop.view().products).toMatchObject([{ handle: dress.handle }]);
    expect(outcome).toMatchObject({ notes: [{ code: 'store.field-not-kept', field: 'handle' }] });
  });

  it('is no matter before the product is shown: then it gets it', async () => {
    const ready = await prepared();
    const update = toUpdate(await made(ready), { product, former: dress });

    const [outcome] = await lister.writer.update([update], ready.access, ready.context);
    await lister.writer.publish?.([update], ready.access, ready.context);

    expect(outcome).toMatchObject({ notes: [] });
    expect(ready.shop.view().products).toMatchObject([{ handle: product.handle }]);
  });
});

describe('collections', () => {
  const former = { ...dress, categories: [['Women', 'Dresses'], ['New in']] };
  const product = { ...dress, categories: [['Women', 'Dresses'], ['On sale']] };

  it('that a new edition is not in any more are left, and those that the merchant chose stay', async () => {
    const { ready, id } = await listed(former);
    const { shop } = ready;
    const own = shop.ledger.addCollection('Summer', 'summer');
    shop.ledger.addToCollection(own, shop.view().products[0]?.number ?? 0);

    await written(ready, toUpdate(id, { product, former, terms: await termsFor(ready, product) }));

    expect(collectionsOf(ready).sort()).toEqual(['Dresses', 'On sale', 'Summer']);
  });

  it('are not looked at where none was taken out', async () => {
    const { ready, id } = await listed(former);
    const terms = await termsFor(ready, former);
    const requested: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      requested.push(String(input));
      return ready.context.fetch(input, init);
    };

    const update = toUpdate(id, { product: former, former, terms });
    await lister.writer.finishing?.due(update, false, ready.access, { ...ready.context, fetch });

    expect(requested).toEqual([]);
  });

  it('that are gone from the store need not be left', async () => {
    const ready = await prepared();
    const storeProductId = await made(ready);
    const step = { kind: 'leave-collection', storeProductId, collectionId: '1' } as const;

    expect(await lister.writer.finishing?.send(step, ready.access, ready.context)).toMatchObject({
      outcome: 'applied',
    });
  });
});
