import { existsSync, readFileSync } from 'node:fs';
import { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { isObject, itemsOf } from '../../reading/unread.ts';
import { readPage } from './page.ts';
import { readProduct } from './schema.ts';

const folder = new URL('../../../../../../shared/fixtures/shopyy/', import.meta.url);
const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: 'USD' };
const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded products, where they are asked for', () => {
    process.stdout.write('Recorded Shopyy products are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

describe.runIf(recorded)('recorded Shopyy products', () => {
  it.each(['product-spec-mode-1.json', 'product-spec-mode-2.json', 'openapi-get-product-detail.json'])(
    'reads %s, whole',
    (name) => {
      const body = read(name);
      const sent = isObject(body) && isObject(body.data) ? body.data : body;

      const product = readProduct(isObject(sent) ? { handle: 'h', ...sent } : sent, facts);

      expect(Product.parse(product)).toEqual(product);
      expect(product.variants).toHaveLength(isObject(sent) ? itemsOf(sent.variants).length : 0);
      expect(product.images.length).toBeGreaterThan(0);
      const rows = (isObject(sent) ? itemsOf(sent.variants) : []).filter(isObject);
      expect(product.variants.map(({ price }) => price)).toEqual(rows.map(({ price }) => String(price)));
      expect(product.variants.map(({ optionValues }) => optionValues.join(' / '))).toEqual(
        rows.map((row) =>
          product.options.map((_, place) => row[`option${place + 1}_value_title`] ?? '').join(' / '),
        ),
      );
      expect(product.title).toBe(isObject(sent) ? String(sent.title).trim() : '');
      const shown = (isObject(sent) ? itemsOf(sent.images) : []).filter(isObject).map(({ src }) => src);
      expect(new Set(product.images.map(({ url }) => url))).toEqual(
        new Set([...shown, ...rows.map(({ src }) => src)].filter(Boolean)),
      );
    },
  );

  it('takes a product without a choice for one, and its made-up code for none', () => {
    expect(readProduct(read('product-spec-mode-1.json'), facts)).toMatchObject({
      options: [],
      variants: [
        { sku: null, price: '25.9', compareAtPrice: null, stock: null, weight: null, optionValues: [] },
      ],
    });
  });

  it('names the options that variants use, where the product leaves one out', () => {
    const body = read('openapi-get-product-detail.json');
    const product = readProduct(isObject(body) ? body.data : null, facts);

    expect(product.options).toEqual([
      { name: 'Size', values: ['26cm'] },
      { name: 'Style', values: ['Steel'] },
    ]);
    expect(product.variants[0]).toMatchObject({ price: '119.99', compareAtPrice: '149.99', sku: 'SKU-1' });
  });

  it('reads a product that the theme writes into its page', () => {
    const state = JSON.stringify({
      config: { a: [1] },
      detail: { product: read('product-spec-mode-2.json') },
    });
    const html = `<html><script>var shop = {"name": 1};window.state = ${state};</script></html>`;
    const sent = read('product-spec-mode-2.json');
    const handle = isObject(sent) ? String(sent.handle) : '';

    const [product] = readPage(html, new URL(`https://shop.example/products/${handle}`));

    const whole = readProduct(sent, { ...facts, currency: null });
    expect(product).toEqual({
      ...whole,
      seo: expect.anything(),
      extra: { ...whole.extra, page: expect.anything() },
    });
    // This one has only a short description, and no surrounding page that gives the currency.
    expect(product?.extra.page).toMatchObject({ unknown: ['descriptionHtml', 'currency'] });
  });
});
