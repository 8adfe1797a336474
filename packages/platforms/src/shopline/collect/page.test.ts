import { expect, it } from 'vitest';
import { readPage } from './page.ts';

const url = new URL('https://shop.example/products/wrap');
const id = '16065897813253051264461625';
const state = {
  spu: {
    spuSeq: id,
    uniqueKey: 'wrap',
    title: 'Wrap',
    brand: 'Acme',
    customCategoryName: 'Scarves',
    images: [],
  },
  sku: { skuAttributeMap: {}, skuList: [{ skuSeq: '1', price: 4999, stock: 4, soldOut: false }] },
  productSeo: { title: 'A wrap for all days', desc: 'Soft wool.' },
};
const linked = (changes: object = {}) => ({
  '@type': 'Product',
  name: 'Wrap',
  description: 'Soft wool for the cold days of the year',
  productID: id,
  offers: { price: '49.99', priceCurrency: 'USD' },
  ...changes,
});
const page = (block: object, body = '', product: object = state) =>
  `<script type="application/ld+json">${JSON.stringify(block)}</script><script>window.Shopline = {"currency":"USD"};
  window.__PRELOAD_STATE__ = ${JSON.stringify({ product })};</script>${body}`;

it('takes the description from linked data, and says that its markup is missing', () => {
  const [product] = readPage(page(linked()), url);

  expect(product?.descriptionHtml).toBe('Soft wool for the cold days of the year');
  expect(product?.extra.page).toMatchObject({
    way: 'page-state',
    fields: { descriptionHtml: 'linked-data', vendor: 'page-state', productType: 'page-state' },
    unknown: ['descriptionHtml', 'tags', 'categories', 'weight'],
  });
});

it('takes the description as the theme shows it, where it does', () => {
  const shown = '<p>Soft <b>wool</b> for the cold days of the year.</p><ul><li>Warm</li></ul>';
  const [product] = readPage(
    page(linked(), `<div class="product-detail-tab-description">${shown}</div>`),
    url,
  );

  expect(product?.descriptionHtml).toBe(shown);
  expect(product?.extra.page).toMatchObject({
    fields: { descriptionHtml: 'markup' },
    unknown: ['tags', 'categories', 'weight'],
  });
});

it('takes no words of another product', () => {
  const [product] = readPage(page(linked({ name: 'Mug', productID: '9' })), url);

  expect([product?.title, product?.descriptionHtml]).toEqual(['Wrap', '']);
  expect(product?.extra.page).toMatchObject({
    unknown: ['descriptionHtml', 'tags', 'categories', 'weight'],
  });
});

it('reads the SEO texts that the state gives', () => {
  expect(readPage(page(linked()), url)).toMatchObject([
    { seo: { title: 'A wrap for all days', description: 'Soft wool.' } },
  ]);
});

it('says of linked data alone that there may be more variants', () => {
  const [product] = readPage(page(linked(), '', {}), url);

  expect(product?.extra.page).toMatchObject({
    way: 'linked-data',
    unknown: [
      ...['variants', 'options', 'vendor', 'productType', 'tags', 'images', 'categories'],
      ...['stock', 'availability', 'weight', 'barcode', 'sku'],
    ],
  });
});
