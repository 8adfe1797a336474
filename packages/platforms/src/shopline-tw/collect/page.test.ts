import { existsSync, readFileSync } from 'node:fs';
import { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { answerOf } from '../../testing/replay.ts';
import { shoplineTw } from '../index.ts';
import { productState, readPage } from './page.ts';

const shop = 'https://cup.example';
const inPage = (product: object) =>
  `<html><script src="https://cdn.shoplineapp.com/x.js"></script><script>app.value('product', JSON.parse('${JSON.stringify(product).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll("'", "\\'")}'));</script></html>`;
const cup = {
  id: '60950d8ab7506d0014a5c439',
  title_translations: { 'zh-hant': '範例杯「大」', en: `Sample "Big" Cup's` },
  description_translations: { 'zh-hant': '<p>好杯</p>' },
  price: { cents: 650, currency_iso: 'TWD', dollars: 650 },
  price_sale: { cents: 0, dollars: 0 },
  field_titles: ['花色'],
  variations: [
    {
      key: 'k1',
      fields_translations: { 'zh-hant': ['無人島'] },
      quantity: 3,
      sku: 'CUP-1',
      price: { dollars: 650 },
      price_sale: { dollars: 500 },
    },
    {
      key: 'k2',
      fields_translations: { 'zh-hant': ['夜色'] },
      quantity: 0,
      sku: 'CUP-2',
      price: { dollars: 700 },
    },
  ],
};

it('reads amounts by their dollars, a sale price of nothing as none, and the choice by the names of the shop', () => {
  expect(readPage(inPage(cup), new URL(`${shop}/products/cup`))).toMatchObject([
    {
      title: '範例杯「大」',
      descriptionHtml: '<p>好杯</p>',
      currency: 'TWD',
      options: [{ name: '花色', values: ['無人島', '夜色'] }],
      variants: [
        { sku: 'CUP-1', price: '500', compareAtPrice: '650', stock: 3, available: true },
        { sku: 'CUP-2', price: '700', compareAtPrice: null, stock: 0, available: false },
      ],
    },
  ]);
});

it('says no number for stock without limit', () => {
  const [product] = readPage(
    inPage({ ...cup, variations: [], unlimited_quantity: true, quantity: 0, sku: 'CUP' }),
    new URL(`${shop}/products/cup`),
  );

  expect(product).toMatchObject({
    options: [],
    variants: [{ sku: 'CUP', price: '650', stock: null, available: true }],
  });
});

it('counts what may be ordered beyond its stock as sold, and knows where a shop names its choice in objects', () => {
  const [product] = readPage(
    inPage({
      ...cup,
      field_titles: [{ name_translations: { 'zh-hant': '', en: 'Pattern' } }],
      out_of_stock_orderable: true,
      variations: [
        { ...cup.variations[1], fields_translations: { 'zh-hant': [''], en: ['Night'] }, weight: 0.4 },
      ],
    }),
    new URL(`${shop}/products/cup`),
  );

  expect(product).toMatchObject({
    options: [{ name: 'Pattern', values: ['Night'] }],
    variants: [{ stock: 0, available: true, weight: { value: '0.4', unit: 'kg' } }],
  });
});

it('bears an address whose handle is half a character', () => {
  expect(readPage(inPage(cup), new URL(`${shop}/products/%E6%9D`))).toMatchObject([{ handle: '%E6%9D' }]);
});

it('is not held up by a text that is never closed', () => {
  expect(productState(`app.value('product', JSON.parse('${'\\\\'.repeat(500_000)}`)).toBeNull();
});

it('collects a shop by its sitemap, each page once', async () => {
  const pages: Record<string, string> = {
    '/sitemap.xml': `<urlset><url><loc>${shop}/products/cup</loc></url><url><loc>${shop}/products/gone</loc></url></urlset>`,
    '/products/cup': inPage(cup),
  };
  const fetch = async (input: string | URL | Request) => {
    const body = pages[new URL(String(input)).pathname];
    return answerOf({ status: body === undefined ? 404 : 200, body: body ?? '' });
  };

  const { ids, skipped } = await collectAll(
    shoplineTw.collector as NonNullable<typeof shoplineTw.collector>,
    { addresses: [new URL(shop)] },
    contextFor(fetch),
  );

  expect(ids).toEqual([cup.id]);
  expect(skipped.map(({ failure }) => failure.code)).toEqual(['source.gone']);
});

it('reads the documented variation: the price asked for, the inventory, the choice in the language that has one', () => {
  const file = new URL(
    '../../../../../../shared/fixtures/shopline/tw-variation.doc-example.json',
    import.meta.url,
  );
  if (!existsSync(file)) {
    process.stdout.write(
      'The documented variation of SHOPLINE Taiwan is not here; nothing was held against it.\n',
    );
    expect(process.env.CI ?? '').toBe('');
    return;
  }
  const variations = [JSON.parse(readFileSync(file, 'utf8'))];

  const [product] = readPage(
    inPage({ ...cup, price_sale: { dollars: 0 }, variations }),
    new URL(`${shop}/products/cup`),
  );

  expect(Product.parse(product)).toEqual(product);
  expect(product?.variants).toMatchObject([
    {
      id: '60950d8ab7506d0014a5c43a',
      optionValues: ['Luxury-Orange'],
      price: '997',
      compareAtPrice: null,
      stock: 2099,
      imageUrl: 'https://img.shoplineapp.com/media/image_clips/609509d86281620020d11a11/original.jpeg',
    },
  ]);
});

it('reads the recorded form of a page', () => {
  const file = new URL(
    '../../../../../../shared/fixtures/shopline/tw-product-page.SYNTHETIC.html',
    import.meta.url,
  );
  if (!existsSync(file)) {
    process.stdout.write('The recorded form of SHOPLINE Taiwan is not here; nothing was held against it.\n');
    expect(process.env.CI ?? '').toBe('');
    return;
  }

  const [product] = readPage(readFileSync(file, 'utf8'), new URL('https://shop.example/products/cup'));

  expect(Product.parse(product)).toEqual(product);
  expect(product).toMatchObject({
    currency: 'TWD',
    variants: [
      { sku: 'CUP-1', price: '650', stock: 3 },
      { sku: 'CUP-2', price: '700', stock: 0 },
    ],
    images: [{ url: 'https://img.shoplineapp.com/media/image_clips/0/original.jpeg', width: 800 }],
  });
});
