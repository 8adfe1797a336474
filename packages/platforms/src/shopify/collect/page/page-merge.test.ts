import type { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { productOnPage } from './page.ts';
import { facts, json, ld, meta, openGraph, read } from './testing/page-forms.ts';

const rows = ({ variants }: Product) =>
  variants.map(({ id, sku, price, optionValues }) => [id, sku, price, optionValues.join('|')]);

it('reads every variant that var meta gives, and says that nobody named the options', () => {
  const product = read(openGraph + meta(['Red / L', 'Red / S', 'Blue / L']));

  expect(rows(product)).toEqual([
    ['41', 'M-0', '24.00', 'Red|L'],
    ['42', 'M-1', '24.01', 'Red|S'],
    ['43', 'M-2', '24.02', 'Blue|L'],
  ]);
  expect(product).toMatchObject({
    title: 'Mug',
    vendor: 'Mud',
    productType: 'Cups',
    currency: 'EUR',
    options: [
      { name: 'Option 1', values: ['Red', 'Blue'] },
      { name: 'Option 2', values: ['L', 'S'] },
    ],
    extra: {
      shopify: { partial: true },
      page: {
        fields: { title: 'var-meta', variants: 'var-meta', currency: 'open-graph', handle: 'address' },
        unknown: [
          ...['descriptionHtml', 'tags', 'images', 'options', 'categories'],
          ...['stock', 'availability', 'weight', 'barcode', 'alt'],
        ],
      },
    },
  });
});

it('reads a page that has nothing but var meta', () => {
  const product = read(
    `${meta(['Bean', 'Ground'])}<script>Shopify.currency = {"active":"AUD","rate":"1.0"};</script>`,
  );

  expect([product.title, product.currency, product.variants.length]).toEqual(['Mug', 'AUD', 2]);
});

const ajax = {
  id: 7001,
  title: 'Mug',
  handle: 'mug',
  description: '<p>Mug</p>',
  vendor: 'Mud',
  type: 'Cups',
  tags: ['a'],
  options: ['Glaze'],
  images: ['//c.example/a.jpg', '//c.example/b.jpg'],
  variants: [
    {
      id: 41,
      title: 'Red',
      option1: 'Red',
      sku: 'R',
      price: 2400,
      compare_at_price: 3000,
      weight: 300,
      available: true,
    },
    {
      id: 42,
      title: 'Blue',
      option1: 'Blue',
      sku: 'B',
      price: 2500,
      compare_at_price: null,
      weight: 300,
      available: false,
    },
  ],
};

it.each([
  [
    'a script',
    `<script>new Shopify.OptionSelectors("x", { product: ${JSON.stringify(ajax)}, y: 1 })</script>`,
  ],
  [
    'an attribute',
    `<div data-product="${JSON.stringify(ajax).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"></div>`,
  ],
  ['a block', json(ajax, 'data-product-json')],
])("reads the theme's own data in %s", (_, held) => {
  const product = read(openGraph + meta(['Red', 'Blue']) + held);

  expect(product).toMatchObject({
    descriptionHtml: '<p>Mug</p>',
    tags: ['a'],
    options: [{ name: 'Glaze' }],
    variants: [{ compareAtPrice: '30.00', weight: { value: '300' } }, { available: false }],
    images: [{}, {}],
    extra: { shopify: {}, page: { unknown: ['categories', 'stock'] } },
  });
  expect(product.extra.shopify).not.toHaveProperty('partial');
});

it('reads a list of variants, with what tracking pixels give beside it', () => {
  const list = json(
    ajax.variants.map((variant) => ({ ...variant, featured_image: { src: '//c.example/a.jpg' } })),
  );
  const pixel = `<script>init({"cart":null,"productVariants":${JSON.stringify(
    [41, 42].map((id) => ({
      id: String(id),
      price: { amount: 24, currencyCode: 'CHF' },
      product: { id: '7001', title: 'Mug', vendor: 'Mud', type: 'Cups' },
    })),
  )}})</script>`;

  const product = read(list + pixel + meta(['Red', 'Blue']));

  expect([product.currency, product.images.map(({ url }) => url), product.title]).toEqual([
    'CHF',
    ['https://c.example/a.jpg'],
    'Mug',
  ]);
  expect(product.variants.map(({ available, price }) => [available, price])).toEqual([
    [true, '24.00'],
    [false, '25.00'],
  ]);
});

it('knows the product by the address that the page gives itself', () => {
  const moved = {
    '@type': 'Product',
    name: 'Mug',
    url: 'https://shop.example/products/new-mug',
    offers: { price: '9.00' },
  };

  expect(read(`<link rel="canonical" href="https://shop.example/products/new-mug">${ld(moved)}`).title).toBe(
    'Mug',
  );
});

it.each([
  ['Open Graph', openGraph],
  ['linked data of one offer', ld({ '@type': 'Product', name: 'Mug', offers: { price: '24.00' } })],
])('says that %s gives one price and not the variants', (_, html) => {
  const product = read(html);

  expect(product.extra).toMatchObject({ shopify: { partial: true } });
  expect(product.extra.page?.unknown).toEqual(
    expect.arrayContaining(['variants', 'options', 'vendor', 'tags']),
  );
});

it('takes nothing of another product that the page mentions', () => {
  const other = {
    ...ajax,
    id: 9,
    title: 'Plate',
    handle: 'plate',
    variants: [{ id: 91, option1: 'x', price: 1 }],
  };
  const linked = {
    '@type': 'Product',
    name: 'Plate',
    sku: 'P',
    url: 'https://shop.example/products/plate',
    offers: { price: '1.00', url: 'https://shop.example/products/plate?variant=91' },
  };

  const product = read(json(other, 'id="ProductJson-x"') + ld(linked) + openGraph + meta(['Red', 'Blue']));

  expect([product.title, ...rows(product).map(([id]) => id)]).toEqual(['Mug', '41', '42']);
  expect(product.vendor).toBe('Mud');
});

it("takes the page's own description with its markup, and the shop's own words for none", () => {
  const shown =
    '<div class="x product__description rte"><p>A mug <b>made</b> of clay, for tea.</p><div>More.</div></div><div>Foot</div>';
  const ofShop = '<meta property="og:description" content="Welcome to our shop">';
  const empty = ld({
    '@type': 'Product',
    name: 'Mug',
    description: '',
    offers: { price: '24.00', url: '/products/mug?variant=41' },
  });

  expect(read(openGraph + meta(['Red', 'Blue']) + shown).descriptionHtml).toBe(
    '<p>A mug <b>made</b> of clay, for tea.</p><div>More.</div>',
  );
  expect(read(ofShop + empty + meta([null])).descriptionHtml).toBe('');
});

it('reads numbers that begin with a zero, and passes over var meta that breaks off', () => {
  const odd = meta(['Red', 'Blue']).replace('"id":7001', '"id":070');
  const broken = meta(['Red', 'Blue']).slice(0, 120);

  expect(read(odd + openGraph)).toMatchObject({ source: { id: '070' }, variants: [{}, {}] });
  expect(read(openGraph + broken).extra.page?.unknown).toContain('variants');
});

it('reads ten thousand variants in good time', () => {
  const many = meta(Array.from({ length: 10_000 }, (_, at) => `Size ${at}`));
  const started = performance.now();

  const product = productOnPage(openGraph + many, 'mug', facts);

  expect(product.variants).toHaveLength(10_000);
  expect(performance.now() - started).toBeLessThan(5_000);
});
