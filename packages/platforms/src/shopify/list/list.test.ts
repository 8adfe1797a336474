import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { AppError } from '@bowerbird/contract/errors';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { expect, it } from 'vitest';
import { gateIn } from '../../net/gated.ts';
import { contextWith } from '../../testing/lister/bench.ts';
import { describeLister } from '../../testing/lister-suite.ts';
import { imageName } from './hash.ts';
import { lister } from './lister.ts';
import { productSetInput } from './write/product-input.ts';

const lamp: Product = productWith({
  title: 'Haven Table Lamp',
  handle: 'haven-table-lamp',
  descriptionHtml: '<p>Warm light.</p>',
  vendor: 'Glade Home',
  productType: 'Lamps',
  tags: ['light', 'home'],
  options: [{ name: 'Colour', values: ['Sand', 'Sage', 'Unused'] }],
  variants: ['Sand', 'Sage'].map((colour, index) =>
    variantWith({
      id: `v${index + 1}`,
      sku: `0017-${index}`,
      optionValues: [colour],
      price: '59.90',
      compareAtPrice: '79.90',
      cost: '20.00',
      stock: 5,
      available: true,
      weight: { value: '1.2', unit: 'kg' as const },
      imageUrl: 'https://pictures.example/lamp.jpg?v=1',
    }),
  ),
  images: [{ url: 'https://pictures.example/lamp.jpg?v=1', alt: 'A lamp', width: 800, height: 800 }],
  categories: [['Home', 'Lamps']],
});

function freshStore() {
  const shop = createShopifyShop({
    name: 'aster-practice',
    settings: { pace: 'free', productSet: { slowAbove: 100, synchronousMs: 0, operationMs: 0 } },
  });
  return {
    shop,
    access: {
      domain: 'aster-practice.localhost:8000',
      connection: 'token',
      credentials: { token: shop.settings.access.token },
      prepared: {},
    },
    fetch: fetchFrom(new Map([['aster-practice.localhost', shop]])),
  };
}

describeLister({
  name: 'Shopify',
  lister,
  product: lamp,
  refused: {
    product: { ...lamp, variants: lamp.variants.map((variant) => ({ ...variant, sku: 'x'.repeat(256) })) },
    field: 'variants.0.sku',
  },
  store() {
    const { shop, access, fetch } = freshStore();
    return {
      access,
      fetch,
      trouble: (fault) => shop.faults.add(fault),
      count: () => shop.view().products.length,
      remove: (id) => shop.merchant.remove(Number(id.split('/').at(-1))),
    };
  },
});

const item = {
  attemptId: 'a',
  key: 'bb-aaaaaaaaaaaaaaaa',
  product: lamp,
  options: { status: 'active', publish: true },
} as const;

it('writes the product as it is: variants, prices, stock, weight, cost and pictures', async () => {
  const { shop, access, fetch } = freshStore();
  const context = contextWith(fetch);
  const { details } = await lister.connector.prepare(access, context);

  await lister.writer.create([item], { ...access, prepared: details }, context);

  const [made] = shop.view().products;
  expect(made).toMatchObject({
    title: lamp.title,
    handle: lamp.handle,
    descriptionHtml: lamp.descriptionHtml,
    vendor: lamp.vendor,
    productType: lamp.productType,
    tags: expect.arrayContaining(lamp.tags),
    status: 'ACTIVE',
  });
  expect(made?.variants).toMatchObject([
    { sku: '0017-0', price: '59.90', compareAtPrice: '79.90', cost: '20.00', tracked: true, optionValues: ['Sand'], weight: { value: 1.2, unit: 'KILOGRAMS' } },
    { sku: '0017-1', price: '59.90', compareAtPrice: '79.90', cost: '20.00', tracked: true, optionValues: ['Sage'], weight: { value: 1.2, unit: 'KILOGRAMS' } },
  ]); // biome-ignore format: one line each
  expect(Object.values(made?.variants[0]?.stock ?? {})).toEqual([5]);
  expect(made?.media).toHaveLength(1);
  expect(made?.variants.every(({ mediaId }) => mediaId === made.media[0])).toBe(true);
});

it('an update leaves stock alone and names pictures it knows by their id', async () => {
  const name = await imageName(item.key, lamp.images[0]?.url ?? '');

  const input = JSON.stringify(
    await productSetInput(item, {
      images: new Map([[name, 'gid://shopify/MediaImage/7']]),
      locationId: null,
    }),
  );

  expect(input).toContain('gid://shopify/MediaImage/7');
  expect(input).not.toContain('originalSource');
  expect(input).not.toContain('inventoryQuantities');
});

it('a product without options is sent with the one that Shopify wants', async () => {
  const [variant] = lamp.variants;
  const plain = { ...lamp, options: [], variants: variant ? [{ ...variant, optionValues: [] }] : [] };
  const { shop, access, fetch } = freshStore();
  const context = contextWith(fetch);
  await lister.connector.prepare(access, context);

  const [outcome] = await lister.writer.create([{ ...item, product: plain }], access, context);

  expect(outcome?.outcome).toBe('applied');
  expect(shop.view().products[0]?.options).toMatchObject([
    { name: 'Title', values: [{ name: 'Default Title' }] },
  ]);
});

it('2,048 variants are written, and 2,049 are told beforehand', async () => {
  const [variant] = lamp.variants;
  const many = (count: number): Product => {
    const values = Array.from({ length: count }, (_, index) => `No ${index}`);
    return {
      ...lamp,
      options: [{ name: 'Number', values }],
      variants: variant
        ? values.map((value, index) => ({ ...variant, id: `v${index}`, sku: null, optionValues: [value] }))
        : [],
    };
  };
  const { shop, access, fetch } = freshStore();
  const context = contextWith(fetch);
  await lister.connector.prepare(access, context);

  const [outcome] = await lister.writer.create([{ ...item, product: many(2048) }], access, context);

  expect(outcome?.outcome).toBe('applied');
  expect(shop.view().products[0]?.variants).toHaveLength(2048);
  const limits = { maximumVariants: 2048, maximumOptions: 3, currency: 'USD' };
  expect(lister.planner.fit(many(2048), limits).filter(({ kind }) => kind === 'refused')).toEqual([]);
  expect(lister.planner.fit(many(2049), limits)).toContainEqual({
    kind: 'refused',
    code: 'store.too-many-variants',
    params: { n: 2049, max: 2048 },
  });
});

it('what a write costs is never estimated below what the store asks for', async () => {
  const { access, fetch } = freshStore();
  const stated: { estimated: number; requested: number }[] = [];
  const context = {
    ...contextWith(async (input, init) => {
      const answer = await fetch(input, init);
      const body = await answer.clone().json();
      stated.push({ estimated: 0, requested: body.extensions.cost.requestedQueryCost });
      return answer;
    }),
    throttled: (_throttle: unknown, estimated: number) => {
      const last = stated.at(-1);
      if (last) {
        last.estimated = estimated;
      }
    },
  };
  const { details } = await lister.connector.prepare(access, context);
  const open = { ...access, prepared: details };

  const [made] = await lister.writer.create([item], open, context);
  const id = made?.outcome === 'applied' ? made.storeProductId : '';
  await lister.writer.publish?.([{ ...item, storeProductId: id, images: new Map() }], open, context);
  await lister.reader.look(
    [{ key: item.key, storeProductId: id, handle: lamp.handle, skus: [], since: 0 }],
    open,
    context,
  );
  await lister.reader.lookByIds([id], open, context);
  await lister.reader.images(id, 1, open, context);
  await lister.reader.failedImages([id], open, context);
  await lister.reader.newest?.(25, open, context);
  for await (const _page of lister.reader.fullScan(open, context)) {
    // Only its cost matters here.
  }
  await lister.writer.remove([id], open, context);

  expect(stated.filter(({ estimated, requested }) => estimated < requested)).toEqual([]);
});

it.each([
  ['that shows that the request did not fit', 12, 0, 'throttled'],
  ['of a request that would have fitted', 12, 1000, 'unknown'],
  ['without its figures', null, null, 'unknown'],
])(
  'a throttled write %s is not executed, or its outcome is unknown',
  async (_, requestedQueryCost, currentlyAvailable, expected) => {
    const { access } = freshStore();
    const cost = {
      requestedQueryCost,
      actualQueryCost: null,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable, restoreRate: 100 },
    };
    const throttling: typeof fetch = async (_input, init) => {
      gateIn(init)?.();
      return Response.json({
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        ...(requestedQueryCost !== null && { extensions: { cost } }),
      });
    };

    const [outcome] = await lister.writer.create(
      [item],
      { ...access, prepared: {} },
      contextWith(throttling),
    );

    expect(outcome?.outcome).toBe(expected);
  },
);

it('gives up on a store that says "too fast" without end', async () => {
  const { access } = freshStore();
  let requested = 0;
  const throttling: typeof fetch = async () => {
    requested += 1;
    return Response.json({ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] });
  };

  await expect(lister.connector.identify(access, contextWith(throttling))).rejects.toMatchObject({
    code: 'store.rate-limited',
  });
  expect(requested).toBeLessThan(100);
});

it('refuses a token that no request can carry, and never says it', async () => {
  const { access, fetch } = freshStore();
  const odd = { ...access, credentials: { token: 'shpat_\u0000hidden-word' } };

  const failures = await Promise.all([
    lister.connector.identify(odd, contextWith(fetch)).catch(AppError.from),
    lister.reader.lookByIds(['gid://shopify/Product/1'], odd, contextWith(fetch)).catch(AppError.from),
  ]);

  expect(failures[0]).toMatchObject({ code: 'store.credentials-wrong' });
  expect(failures.map(String).join()).not.toContain('hidden-word');
});
