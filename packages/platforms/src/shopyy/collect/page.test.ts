import { expect, it } from 'vitest';
import { productOnPage, readPage } from './page.ts';

const address = new URL('https://pan.example/products/pan');

it('falls back to what a page gives in linked data, and says so', () => {
  const html = `<html><head><title>Pan</title><script type="application/ld+json">${JSON.stringify({
    '@type': 'Product',
    name: 'Pan',
    image: ['/pics/pan.jpg'],
    offers: {
      '@type': 'Offer',
      price: 12.5,
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
    },
  })}</script></head></html>`;

  expect(readPage(html, address)).toMatchObject([
    {
      title: 'Pan',
      currency: 'USD',
      images: [{ url: 'https://pan.example/pics/pan.jpg' }],
      variants: [{ price: '12.5', available: true }],
      extra: { page: { way: 'linked-data' } },
    },
  ]);
});

it('takes the product of the page, not one it recommends', () => {
  const state = (handle: string, price: string) => ({
    id: handle === 'pan' ? 1 : 2,
    handle,
    title: handle,
    spec_mode: 1,
    variants: [{ id: 3, price }],
  });
  const html = `<script>var other = ${JSON.stringify(state('lid', '3.00'))}; var mine = ${JSON.stringify(state('pan', '9.00'))};</script>`;

  expect(readPage(html, address)).toMatchObject([{ handle: 'pan', variants: [{ price: '9.00' }] }]);
});

it('names a page that is a frame for scripts, and shows a browser none', () => {
  const frame = '<div id="app"></div><script src="https://cdn.staticsoe.com/app.js"></script>';
  const url = new URL('https://shop.example/products/pan');
  const facts = { root: url.origin, shop: url.host, storeName: null, currency: null };

  expect(() => productOnPage(frame, url, facts)).toThrow(
    expect.objectContaining({
      code: 'source.needs-browser',
      params: { address: url.href, reason: 'scripts' },
    }),
  );
  expect(readPage(frame, url)).toEqual([]);
});

it('is not held up by a page made of braces', () => {
  const html = `${'={'.repeat(200_000)} "spec_mode" "variants"`;

  expect(readPage(html, address)).toEqual([]);
});
