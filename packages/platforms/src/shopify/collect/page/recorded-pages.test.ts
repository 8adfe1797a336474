import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { readPage } from './page.ts';

const folder = new URL('../../../../../../../shared/fixtures/shopify/pages/', import.meta.url);
const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded pages, where they are asked for', () => {
    process.stdout.write('Recorded Shopify pages are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

const pages = [
  {
    file: 'mellowsleep-app-json-beats-json-ld',
    url: 'https://mellowsleep.com/products/cloud-cooling-pillow-case',
    expected: {
      vendor: 'mellow',
      currency: 'USD',
      options: [],
      variants: [{ id: '46448623321341', price: '19.99', sku: null, available: true }],
      images: [{}, {}, {}],
      extra: { page: { unknown: ['categories', 'stock'] } },
    },
  },
  {
    file: 'zahrastore-var-meta-only',
    url: 'https://miona-vinovatheme.myshopify.com/products/printed-t-shirt',
    expected: {
      vendor: 'Zara',
      productType: 'T-Shirt',
      currency: 'USD',
      options: [{ name: 'Size', values: ['sx', 's', 'm', 'l', 'xl', 'xxl'] }],
      variants: ['28.00', '29.00', '29.25', '29.32', '30.00', '31.00'].map((price) => ({
        price,
        available: true,
      })),
      extra: {
        shopify: { partial: true },
        page: { unknown: ['tags', 'images', 'categories', 'stock', 'barcode', 'alt'] },
      },
    },
  },
  {
    file: '7vapes-open-graph-and-meta',
    url: 'https://7vapes.ca/collections/all/products/quattro-vape-juice-deal',
    expected: {
      vendor: '7VAPES',
      currency: 'CAD',
      options: [{ name: 'Nicotine Level', values: ['0.0mg', '1.5mg', '3.0mg', '6.0mg', '9.0mg'] }],
      variants: ['7VQU000', '7VQU015', '7VQU030', '7VQU060', '7VQU090'].map((sku) => ({
        sku,
        price: '89.97',
        compareAtPrice: '119.96',
      })),
    },
  },
  {
    file: 'coffeegrinders-var-meta',
    url: 'https://coffeeroastersco.com.au/products/dancing-bean-blends-house-blend-1kg-x-10',
    expected: {
      title: 'Dancing Bean Blends - House Blend 1kg  x 10',
      currency: 'AUD',
      options: [{ name: 'Grind', values: ['Whole Beans', 'Espresso', 'Pour Over', 'Plunger'] }],
      variants: Array.from({ length: 4 }, () => ({ price: '295.00' })),
    },
  },
  {
    file: 'wth6h1-offers-without-names',
    url: 'https://wth6h1-i1.myshopify.com/products/2025-1',
    expected: {
      vendor: 'Café com Deus Pai',
      descriptionHtml: '',
      currency: 'BRL',
      options: [],
      variants: [{ id: '53038297514348', price: '49.90', compareAtPrice: '99.90', sku: null }],
      extra: {
        page: { unknown: ['tags', 'images', 'categories', 'stock', 'weight', 'barcode', 'sku', 'alt'] },
      },
    },
  },
];

describe.runIf(recorded)('recorded pages', () => {
  it.each(pages)('reads $file, whole', ({ file, url, expected }) => {
    const html = gunzipSync(readFileSync(new URL(`${file}.html.gz`, folder))).toString('utf8');

    const [product] = readPage(html, new URL(url));

    expect(Product.parse(product)).toEqual(product);
    expect(product).toMatchObject(expected);
  });
});
