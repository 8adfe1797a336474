import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import type { StoredVariant } from '@bowerbird/simulators/shopify/admin/record';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { describe, expect, it } from 'vitest';
import type { Outcome, ToReprice, ToUpdate } from '../../../listing/writes.ts';
import { contextWith } from '../../../testing/lister/bench.ts';
import { lister } from '../lister.ts';

const mug: Product = productWith({
  title: 'Glazed mug',
  handle: 'glazed-mug',
  descriptionHtml: '<p>Holds 300 ml.</p>',
  vendor: 'Glade Home',
  productType: 'Mugs',
  tags: ['kitchen'],
  options: [{ name: 'Colour', values: ['Sand', 'Sage', 'Slate'] }],
  variants: ['Sand', 'Sage', 'Slate'].map((colour, at) =>
    variantWith({
      id: `v${at + 1}`,
      sku: `MUG-${at}`,
      optionValues: [colour],
      price: '12.00',
      cost: '4.00',
      stock: 10,
      available: true,
    }),
  ),
  images: [{ url: 'https://pictures.example/mug.jpg', alt: '', width: null, height: null }],
});

const item = {
  attemptId: 'attempt-1',
  key: 'bb-aaaaaaaaaaaaaaaa',
  product: mug,
  options: { status: 'active', publish: true },
} as const;

/** Returns the product with these changes applied to its first variants, in order. */
function withPriceAndInventory(...changes: Partial<Product['variants'][number]>[]): Product {
  return { ...mug, variants: mug.variants.map((variant, at) => ({ ...variant, ...changes[at] })) };
}

/** A store that holds the product, with every request that it receives from then on. */
async function listed() {
  const shop = createShopifyShop({ name: 'aster-practice', settings: { pace: 'free' } });
  const toShop = fetchFrom(new Map([['aster-practice.localhost', shop]]));
  const requests: string[] = [];
  const between = { act: () => undefined as unknown };
  const context = contextWith(async (input, init) => {
    const body = String(init?.body ?? '');
    requests.push(/(?:query|mutation) (\w+)/.exec(body)?.[1] ?? '');
    const answer = await toShop(input, init);
    if (body.includes('query BowerbirdAmounts')) {
      between.act();
    }
    return answer;
  });
  const bare = {
    domain: 'aster-practice.localhost:8000',
    connection: 'token',
    credentials: { token: shop.settings.access.token },
    prepared: {},
  };
  const { details } = await lister.connector.prepare(bare, context);
  const access = { ...bare, prepared: details };
  const [outcome] = await lister.writer.create([item], access, context);
  const storeProductId = outcome?.outcome === 'applied' ? outcome.storeProductId : '';
  requests.length = 0;
  const there = () => {
    const [product] = shop.view().products;
    if (!product) {
      throw new Error('The store holds nothing.');
    }
    return product;
  };
  const set = async (product: Product, changes: Partial<ToReprice> = {}): Promise<Outcome | undefined> => {
    const one: ToReprice = {
      ...item,
      attemptId: 'attempt-2',
      product,
      storeProductId,
      images: new Map(),
      former: mug,
      ...changes,
    };
    return (await lister.writer.amounts?.update([one], access, context))?.[0];
  };
  /** Sells these quantities of the variants, in the order given. */
  const sell = (...sold: number[]) => {
    const variants = there().variants.map((variant, at) => ({
      ...variant,
      stock: Object.fromEntries(
        Object.entries(variant.stock).map(([place, inventory]) => [place, inventory - (sold[at] ?? 0)]),
      ),
    }));
    shop.merchant.edit(there().id, { variants });
  };
  return { shop, access, context, storeProductId, requests, there, set, sell, between };
}

function inventory(variants: readonly StoredVariant[]): (number | undefined)[] {
  return variants.map(({ stock }) => Object.values(stock)[0]);
}

function prices(variants: readonly StoredVariant[]): string[] {
  return variants.map(({ price }) => price);
}

describe('prices and pieces alone', () => {
  it('go by one read and one write, and leave all else as the merchant has it', async () => {
    const { shop, requests, there, set, sell } = await listed();
    const own = {
      id: 7,
      namespace: 'merchant',
      key: 'care',
      type: 'single_line_text_field',
      value: 'By hand',
    };
    shop.merchant.edit(there().id, {
      title: 'Mug, renamed',
      tags: ['sale'],
      metafields: [...there().metafields, { ...own, createdAt: 0, updatedAt: 0 }],
    });
    sell(3, 3);

    const outcome = await set(
      withPriceAndInventory({ price: '13.50', stock: 25 }, { compareAtPrice: '20.00', cost: '5.00' }),
    );

    expect(requests).toEqual(['BowerbirdAmounts', 'BowerbirdSetAmounts']);
    expect(outcome).toMatchObject({ outcome: 'applied', notes: [] });
    expect(there()).toMatchObject({ title: 'Mug, renamed', tags: ['sale'], media: [expect.any(Number)] });
    expect(there().metafields.map(({ key, value }) => [key, value])).toEqual(
      expect.arrayContaining([
        ['care', 'By hand'],
        ['listing_key', item.key],
        ['attempt', 'attempt-2'],
      ]),
    );
    expect(prices(there().variants)).toEqual(['13.50', '12.00', '12.00']);
    expect(there().variants[1]).toMatchObject({ compareAtPrice: '20.00', cost: '5.00' });
    // We changed only the first; the store owns what was sold of the second.
    expect(inventory(there().variants)).toEqual([25, 7, 10]);
  });

  it('are set once though they are sent twice', async () => {
    const { shop, there, set, sell } = await listed();
    const wanted = withPriceAndInventory({ price: '13.50', stock: 25 });
    shop.faults.add({ kind: 'lost-after', matching: 'BowerbirdSetAmounts' });

    expect(await set(wanted)).toMatchObject({ outcome: 'unknown' });
    sell(2);
    expect(await set(wanted, { attemptId: 'attempt-3' })).toMatchObject({ outcome: 'applied' });

    expect([prices(there().variants)[0], inventory(there().variants)[0]]).toEqual(['13.50', 25]);
  });

  it('are read again where an order came in between: nothing is set over what was not seen', async () => {
    const { there, set, sell, between } = await listed();
    between.act = () => {
      between.act = () => undefined;
      sell(1);
    };
    const wanted = withPriceAndInventory({ stock: 25 });

    expect(await set(wanted)).toMatchObject({
      outcome: 'unknown',
      because: expect.stringContaining('STALE'),
    });
    expect(inventory(there().variants)[0]).toBe(9);
    expect(await set(wanted, { attemptId: 'attempt-3' })).toMatchObject({ outcome: 'applied' });
    expect(inventory(there().variants)[0]).toBe(25);
  });

  it('pass over a variant that the merchant took out, and tell it', async () => {
    const { shop, there, set } = await listed();
    shop.merchant.edit(there().id, { variants: there().variants.slice(1) });

    const outcome = await set(withPriceAndInventory({ price: '13.50' }, { price: '14.00' }));

    expect(outcome).toMatchObject({
      outcome: 'applied',
      notes: [{ code: 'store.field-not-kept', field: 'variants.0' }],
    });
    expect(prices(there().variants)).toEqual(['14.00', '12.00']);
  });

  it('reach variants whose titles are the same', async () => {
    const { access, context, shop } = await listed();
    const options = ['Outside', 'Inside'].map((name) => ({
      name,
      values: ['Red', 'Red / Blue', 'Blue / Red'],
    }));
    const values = [['Red / Blue', 'Red'], ['Red', 'Blue / Red']]; // biome-ignore format: side by side
    const similar: Product = {
      ...mug,
      handle: 'two-coloured-mug',
      options,
      variants: mug.variants
        .slice(0, 2)
        .map((variant, at) => ({ ...variant, optionValues: values[at] ?? [] })),
    };
    const own = { ...item, key: 'bb-bbbbbbbbbbbbbbbb' };
    const [outcome] = await lister.writer.create([{ ...own, product: similar }], access, context);
    const storeProductId = outcome?.outcome === 'applied' ? outcome.storeProductId : '';
    const variants = similar.variants.map((variant, at) => ({ ...variant, price: `${at + 1}.00` }));
    const request = { ...own, storeProductId, images: new Map(), former: similar };

    await lister.writer.amounts?.update([{ ...request, product: { ...similar, variants } }], access, context);

    const there = shop.view().products.find(({ handle }) => handle === similar.handle);
    expect(there?.variants.map(({ optionValues, price }) => [optionValues, price])).toEqual([
      [values[0], '1.00'],
      [values[1], '2.00'],
    ]);
  });

  it('find ours behind many that the merchant added, and tell a variant that is stocked nowhere', async () => {
    const { shop, there, set } = await listed();
    const [first] = there().variants;
    const own = Array.from({ length: 12 }, (_, at) => ({
      ...(first ?? expect.fail()),
      id: 500 + at,
      itemId: 600 + at,
      optionValues: [`Own ${at}`],
    }));
    const variants = there().variants.map((variant, at) => (at === 0 ? { ...variant, stock: {} } : variant));
    shop.merchant.edit(there().id, { variants: [...own, ...variants] });

    const outcome = await set(withPriceAndInventory({ stock: 2 }, { price: '14.00', stock: 3 }));

    expect(outcome).toMatchObject({ outcome: 'applied', notes: [{ field: 'variants.0.stock' }] });
    expect(prices(there().variants).slice(12)).toEqual(['12.00', '14.00', '12.00']);
    expect(inventory(there().variants).slice(12)).toEqual([undefined, 3, 10]);
  });

  it('tell what the store refuses by our own variant, and what is not there any more as missing', async () => {
    const { shop, there, set } = await listed();
    shop.faults.add({ kind: 'refuse', value: 'NEGATIVE_PRICE_VALUE', matching: 'BowerbirdSetAmounts' });

    const refused = await set(withPriceAndInventory({}, { price: '14.00' }));
    shop.merchant.remove(there().id);

    expect(refused).toMatchObject({ outcome: 'refused', faults: [{ field: 'variants.1.price' }] });
    expect(await set(withPriceAndInventory({ price: '14.00' }))).toEqual({ outcome: 'missing' });
  });

  it('of an older write that landed late are set back, and pieces only where it reached them', async () => {
    const { there, set, sell } = await listed();
    const older = withPriceAndInventory({ price: '13.00', stock: 5 }, { stock: 5 });
    await set(older);
    sell(0, 1);

    await set(withPriceAndInventory({ price: '14.00', stock: 8 }, { stock: 8 }), {
      attemptId: 'attempt-3',
      former: older,
      landedLate: true,
    });

    expect(prices(there().variants)[0]).toBe('14.00');
    expect(inventory(there().variants)).toEqual([8, 4, 10]);
  });
});

describe('a whole update', () => {
  it('carries the pieces that we changed, and no others', async () => {
    const { access, context, storeProductId, there, sell } = await listed();
    sell(3, 3);
    const product = { ...withPriceAndInventory({ stock: 25 }), title: 'Glazed mug, new' };
    const update: ToUpdate = { ...item, product, storeProductId, images: new Map(), former: mug };

    await lister.writer.update([update], access, context);

    expect(there().title).toBe('Glazed mug, new');
    expect(inventory(there().variants)).toEqual([25, 7, 10]);
  });
});
