import { expect, it } from 'vitest';
import { readPage } from './page.ts';

const url = new URL('https://shop.example/products/hoodie');
const call = (product: object) =>
  `<script>$(function(){ $(".p").product_detail({section_id:"1",product:${JSON.stringify(product)}, ajax: false }); });</script>`;
const hoodie = {
  id: '0ce1a3f0-1111-4a4a-9c9c-000000000001',
  title: 'Hoodie',
  handle: 'hoodie',
  vendor: '',
  tags: ['warm'],
  images: [],
  variants: [{ id: 'v1', price: '39.99' }],
};

it('says of a page what its JSON leaves out', () => {
  const [product] = readPage(call(hoodie), url);

  expect(product?.extra.page).toMatchObject({
    way: 'page-state',
    fields: { vendor: 'page-state', tags: 'page-state' },
    unknown: ['descriptionHtml', 'productType', 'categories', 'currency'],
  });
});

it('reads what a theme gives machines, where its page has no JSON, and says that it may be a part', () => {
  const linked = { '@type': 'Product', name: 'Hoodie', offers: { price: '39.99', priceCurrency: 'EUR' } };
  const [product] = readPage(`<script type="application/ld+json">${JSON.stringify(linked)}</script>`, url);

  expect(product).toMatchObject({
    title: 'Hoodie',
    handle: 'hoodie',
    currency: 'EUR',
    variants: [{ price: '39.99' }],
    source: { platform: 'shoplazza', id: 'handle:hoodie' },
  });
  expect(product?.extra.page?.unknown).toContain('variants');
});
