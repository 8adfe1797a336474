import { existsSync, readFileSync } from 'node:fs';
import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import { isObject, itemsOf, type UnreadObject } from '../../reading/unread.ts';
import { productFromOpenApi } from './api/open-api.ts';
import { listOnPage } from './lists/list-page.ts';
import { storeFacts } from './lists/store-list.ts';
import { productOnPage, readPage } from './page.ts';
import { recognise } from './recognise.ts';
import { withFactsMark } from './unstated.ts';

const folder = new URL('../../../../../../shared/fixtures/aliexpress/', import.meta.url);
const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded pages, where they are asked for', () => {
    process.stdout.write('Recorded AliExpress pages are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const json = (name: string): UnreadObject => {
  const body: unknown = JSON.parse(text(name));
  return isObject(body) ? body : { list: body };
};
const item = new URL('https://www.aliexpress.com/item/1005006000000001.html?spm=x');
const search = new URL('https://www.aliexpress.com/w/wholesale-drill.html?SearchText=drill');

describe.runIf(recorded)('recorded AliExpress', () => {
  it('reads the live answer: names, prices as texts, no price of what cannot be sold', () => {
    const product = productOnPage(text('mtop-pdp-skus-2026-10.json'), item);

    expect(Product.parse(product)).toEqual(product);
    expect(product).toMatchObject({
      title: 'UGREEN cable',
      handle: 'ugreen-cable-1005006000000001',
      currency: 'USD',
      options: [
        { name: 'Color', values: ['Seller Grey'] },
        { name: 'Length', values: ['0.5m', '1m'] },
      ],
      variants: [
        {
          id: '12000060711102454',
          sku: 'AE-1005006000000001-12000060711102454',
          optionValues: ['Seller Grey', '0.5m'],
          price: '6.08',
          compareAtPrice: '6.62',
          stock: 45,
          available: true,
        },
        {
          id: '12000060711102455',
          optionValues: ['Seller Grey', '1m'],
          price: '6.82',
          compareAtPrice: '7.42',
          stock: 3,
        },
      ],
      source: { id: '1005006000000001', url: 'https://www.aliexpress.com/item/1005006000000001.html' },
      extra: { aliexpress: { form: 'mtop', unsalable: ['12000060711102470'] } },
    });
    expect(product.variants).toHaveLength(2);
    expect(JSON.stringify(product)).not.toContain('149');
  });

  it('reads the small answer with every module, its variants an object', () => {
    const sent = text('mtop-pdp-minimal.json');
    const product = productOnPage(`mtopjsonp1(${sent})`, item);

    expect(Product.parse(product)).toEqual(product);
    const shown = withFactsMark(product, 'page-state');
    expect(readPage(`<script>mtopjsonp1(${sent})</script>`, item)).toEqual([shown]);
    expect(readPage(`<script type="application/json">${sent}</script>`, item)).toEqual([shown]);
    expect(shown.extra.page?.unknown).toEqual(['descriptionHtml', 'productType', 'categories', 'weight']);
    expect(product).toMatchObject({
      title: 'Test Product',
      currency: 'USD',
      vendor: 'Test Store',
      productType: null,
      options: [{ name: 'Color', values: ['Red'] }],
      variants: [
        {
          id: '100',
          sku: 'AE-999-100',
          price: '8',
          compareAtPrice: '10',
          stock: 7,
          available: true,
          imageUrl: 'https://example.com/red.png',
        },
      ],
      images: [
        { url: 'https://example.com/img1.png' },
        { url: 'https://example.com/img2.png' },
        { url: 'https://example.com/red.png' },
      ],
      attributes: [{ name: 'Material', value: 'Plastic' }],
      source: { id: '999', storeName: 'Test Store' },
      extra: {
        aliexpress: {
          storeId: '789',
          sellerId: '456',
          sold: '42',
          descriptionUrl: 'https://example.com/desc',
        },
      },
    });
  });

  it('reads the open platform whole: 30 variants, in the currency asked for, as it says of each', () => {
    const body = json('ds-product-get.json').aliexpress_ds_product_get_response;
    const result = isObject(body) && isObject(body.result) ? body.result : {};
    const product = productFromOpenApi(result);
    const list = isObject(result.ae_item_sku_info_dtos)
      ? itemsOf(result.ae_item_sku_info_dtos.ae_item_sku_info_d_t_o)
      : [];

    expect(Product.parse(product)).toEqual(product);
    expect(
      product.variants.map(({ id, price, compareAtPrice, stock }) => [id, price, compareAtPrice, stock]),
    ).toEqual(
      list
        .filter(isObject)
        .map((sku) => [sku.sku_id, sku.offer_sale_price, sku.sku_price, sku.sku_available_stock]),
    );
    expect(product.variants.filter(({ available }) => available)).toHaveLength(27);
    expect(product).toMatchObject({
      currency: 'BRL',
      status: 'active',
      productType: null,
      vendor: 'There Are Shops For Everything Store',
      options: [{ name: 'cor' }, { name: 'Tamanho', values: ['No dolls no shoes'] }],
      attributes: { length: 6 },
      priceTiers: [],
      source: { id: '1005009076092229', storeName: 'There Are Shops For Everything Store' },
      extra: { aliexpress: { usId: '3256808889777477', storeId: '1103596614' } },
    });
    expect(product.variants[1]).toMatchObject({
      optionValues: ['Azul', 'No dolls no shoes'],
      weight: { value: '0.016', unit: 'kg' },
      imageUrl: 'https://ae01.alicdn.com/kf/Sdb56c11c5ac141d596c170bac6ec66307.jpg',
    });
    expect(product.options[0]?.values).toHaveLength(30);
    expect(product.images).toHaveLength(36);
    expect(product.descriptionHtml).toContain('S7efb273139434375bb6d98b309819553M.jpg');
  });

  it('names the captcha for what it is', () => {
    expect(() => productOnPage(text('mtop-punish.json'), item)).toThrow(
      expect.objectContaining({ code: 'source.blocked-us' }),
    );
    expect(() => listOnPage(text('mtop-punish.json'), search)).toThrow(AppError);
  });

  it('gives every card of a search, as the page shows it', () => {
    const sent = itemsOf(json('search-items.json').list).filter(isObject);
    const data = { root: { fields: { mods: { itemList: { content: sent } } } } };
    const { cards } = listOnPage(JSON.stringify({ data }), search);

    expect(cards.map(({ id }) => id)).toEqual(sent.map(({ redirectedId }) => redirectedId));
    for (const [at, card] of cards.entries()) {
      const prices = isObject(sent[at]?.prices) ? sent[at].prices : {};
      const [sale, former] = [prices.salePrice, prices.originalPrice].map((one) =>
        isObject(one) ? one : {},
      );
      expect(Number(card.price)).toBe(sale?.minPrice);
      expect(Number(card.compareAtPrice)).toBe(former?.minPrice);
      expect(card.currency).toBe('USD');
      expect(card.imageUrl).toMatch(/^https:\/\/ae-pic-a1\.aliexpress-media\.com\/kf\/\w+\.(?:jpe?g|png)$/);
      expect(card.title?.length).toBeGreaterThan(10);
    }
    expect(cards.filter(({ isAdvert }) => isAdvert)).toHaveLength(
      sent.filter(({ productType }) => productType === 'ad').length,
    );
  });

  it('reads a search page in its script, with how much there is', () => {
    const { cards, total, isLast } = listOnPage(text('search-page-wrapped.html'), search);

    expect([cards.length, total, isLast]).toEqual([12, 7200, false]);
    expect(cards[1]?.id).toBe('3256809655113843');
    expect(readPage(text('search-page-wrapped.html'), search)).toEqual([]);
  });

  it('recognises a store by its page, and finds the seller behind it', async () => {
    const body = text('store-all-items-2024.html');
    const url = new URL('https://yufanmodel.aliexpress.com/store/4682001/pages/all-items.html');
    const seen = { url, status: 200, headers: new Headers(), body };

    expect(storeFacts(body, url)).toEqual({
      storeId: '4682001',
      sellerId: '231422982',
      name: 'FAN MODEL WORD Store',
    });
    expect(await recognise(seen)).toMatchObject({ confidence: 100, scope: 'shop' });
    expect(await recognise({ ...seen, url: new URL('https://mirror.example/a') })).toMatchObject({
      confidence: 100,
    });
    expect(() => listOnPage(body, url)).toThrow(/no-payload/);
  });

  it('takes a refused way of shipping for no product', () => {
    expect(() => productFromOpenApi(json('ds-freight-not-reachable.json'), '1005006000000001')).toThrow(
      expect.objectContaining({ code: 'source.product-unreadable' }),
    );
  });
});
