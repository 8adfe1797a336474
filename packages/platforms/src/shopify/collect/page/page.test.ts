import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import { feedFormOf } from '../ajax.ts';
import { readProduct } from '../schema.ts';
import { productOnPage, readPage } from './page.ts';

const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: null };
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const meta =
  '<script>var meta = {"product":{"id":7184716955843,"gid":"gid:\\/\\/shopify\\/Product\\/7184716955843"}};</script>';
const read = (html: string) => productOnPage(html, 'mug', facts);

const group = {
  '@context': 'http://schema.org/',
  '@type': 'ProductGroup',
  name: 'Mug',
  brand: { '@type': 'Brand', name: 'Mud' },
  description: 'A mug.',
  variesBy: ['https://schema.org/color', 'https://schema.org/size'],
  hasVariant: [
    {
      '@type': 'Product',
      name: 'Mug - Red / L',
      sku: '0017',
      image: 'https://c.example/red.jpg',
      offers: {
        '@type': 'Offer',
        price: '24.00',
        priceCurrency: 'EUR',
        availability: 'http://schema.org/InStock',
        url: 'https://shop.example/products/mug?variant=41',
      },
    },
    {
      '@type': 'Product',
      name: 'Mug - Blue / S',
      color: 'Blue',
      size: 'S',
      gtin13: '4006381333931',
      offers: [
        {
          '@type': 'Offer',
          price: 22.5,
          priceCurrency: 'EUR',
          availability: 'https://schema.org/OutOfStock',
          url: '/products/mug?variant=42',
        },
      ],
    },
  ],
};

it('reads a product with its variants from linked data, under the id the feed gives it', () => {
  const product = read(
    `<title>Mug – Shop</title><meta name="description" content="Buy it">${meta}${ld(group)}`,
  );

  expect(Product.parse(product)).toEqual(product);
  expect(product).toMatchObject({
    title: 'Mug',
    vendor: 'Mud',
    currency: 'EUR',
    seo: { title: 'Mug – Shop', description: 'Buy it' },
    options: [
      { name: 'Color', values: ['Red', 'Blue'] },
      { name: 'Size', values: ['L', 'S'] },
    ],
    source: { id: '7184716955843' },
  });
  expect(
    product.variants.map(({ id, sku, barcode, price, available, optionValues }) => [
      id,
      sku,
      barcode,
      price,
      available,
      optionValues,
    ]),
  ).toEqual([
    ['41', '0017', null, '24.00', true, ['Red', 'L']],
    ['42', null, '4006381333931', '22.5', false, ['Blue', 'S']],
  ]);
  expect(product.variants[0]?.imageUrl).toBe('https://c.example/red.jpg');
});

it.each([
  ['one offer', { offers: { price: '9.00', priceCurrency: 'USD' } }],
  ['a list of one', { offers: [{ price: 9, priceCurrency: 'USD' }] }],
  ['an AggregateOffer', { offers: { '@type': 'AggregateOffer', lowPrice: '9.00', priceCurrency: 'USD' } }],
  [
    'an AggregateOffer with offers inside',
    { offers: { '@type': 'AggregateOffer', offers: [{ price: '9.00', priceCurrency: 'USD' }] } },
  ],
  ['a price specification', { offers: { priceSpecification: [{ price: 9, priceCurrency: 'USD' }] } }],
])('reads a price from %s', (_, offers) => {
  const product = read(
    ld({
      '@graph': [
        { '@type': 'WebSite' },
        {
          '@type': ['Product'],
          name: 'Mug',
          image: { '@type': 'ImageObject', url: '//c.example/m.jpg' },
          ...offers,
        },
      ],
    }),
  );

  expect(Number(product.variants[0]?.price)).toBe(9);
  expect(product.currency).toBe('USD');
  expect(product.images.map(({ url }) => url)).toEqual(['https://c.example/m.jpg']);
});

const ajax = {
  id: 7001,
  title: 'Mug',
  handle: 'mug',
  description: '<p>Mug</p>',
  vendor: 'Mud',
  type: 'Cups',
  tags: ['a'],
  price: 1990,
  options: [{ name: 'Size', position: 1, values: ['S', 'L'] }],
  variants: [
    {
      id: 41,
      options: ['S'],
      sku: 'S-1',
      price: 1990,
      compare_at_price: 2500,
      weight: 300,
      available: false,
      barcode: null,
    },
    {
      id: 42,
      options: ['L'],
      sku: 'L-1',
      price: 5,
      compare_at_price: null,
      weight: 400,
      available: true,
      barcode: '12',
    },
  ],
  images: ['//c.example/a.jpg?v=1'],
  media: [{ id: 5, src: '//c.example/a.jpg?v=1', alt: 'Mug', width: 10, height: 20 }],
};

it('reads hundredths of the .js form as amounts', () => {
  const product = readProduct(feedFormOf(ajax), facts);

  expect(
    product.variants.map(({ price, compareAtPrice, weight, available, optionValues }) => [
      price,
      compareAtPrice,
      weight?.value,
      available,
      optionValues,
    ]),
  ).toEqual([
    ['19.90', '25.00', '300', false, ['S']],
    ['0.05', null, '400', true, ['L']],
  ]);
  expect(product.images).toEqual([{ url: 'https://c.example/a.jpg?v=1', alt: 'Mug', width: 10, height: 20 }]);
  expect([product.productType, product.descriptionHtml]).toEqual(['Cups', '<p>Mug</p>']);
});

it("prefers the theme's own data when linked data does not distinguish the variants", () => {
  const blurred = {
    '@type': 'Product',
    name: 'Mug',
    offers: [
      { price: '19.90', priceCurrency: 'EUR' },
      { price: '0.05', priceCurrency: 'EUR' },
    ],
  };
  const theme = `<script type="application/json" data-product-json>${JSON.stringify(ajax)}</script>`;

  const product = read(ld(blurred) + theme);

  expect(product.options).toEqual([{ name: 'Size', values: ['S', 'L'] }]);
  expect([product.currency, product.source?.id]).toEqual(['EUR', '7001']);
});

it('passes over a list of a hundred thousand things that are no product', () => {
  const crowd = ld(Array.from({ length: 300_000 }, () => 0));

  expect(read(crowd + ld(group) + meta).title).toBe('Mug');
});

it('falls back to Open Graph', () => {
  const product = read(
    '<meta property="og:title" content="Mug"><meta property="og:price:amount" content="24.00"><meta property="og:price:currency" content="EUR"><meta property="og:image" content="http://c.example/m.jpg">',
  );

  expect(product).toMatchObject({
    title: 'Mug',
    currency: 'EUR',
    variants: [{ price: '24.00' }],
    source: { id: 'handle:mug' },
  });
});

it.each([
  '',
  '<p>Sold out for ever</p>',
  `${ld({ '@type': 'Product' })}`,
  '<script type="application/ld+json">{"@type":"Product",</script>',
  '<script type="application/ld+json">null</script>',
])('names a page that shows no product: %j', (html) => {
  expect(() => read(html)).toThrow(expect.objectContaining({ code: 'source.page-not-understood' }));
});

it('names a price the page writes for people', () => {
  const failure = (() => {
    try {
      return read(ld({ '@type': 'Product', name: 'Mug', offers: { price: '1,299.00' } }));
    } catch (thrown) {
      return AppError.from(thrown);
    }
  })();

  expect(failure).toMatchObject({ code: 'source.price-unreadable', params: { value: '1,299.00' } });
});

it('hands a page as the browser shows it on as a product, and other pages as none', () => {
  expect(readPage(ld(group), new URL('https://shop.example/collections/x/products/mug'))).toHaveLength(1);
  expect(readPage(ld(group), new URL('https://shop.example/pages/about'))).toEqual([]);
  expect(readPage('<p>', new URL('https://shop.example/products/mug'))).toEqual([]);
});
