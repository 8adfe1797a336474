import { existsSync, readFileSync } from 'node:fs';
import { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { isObject, itemsOf } from '../../reading/unread.ts';
import { readPage } from './page.ts';
import { formOfState, readProduct } from './schema.ts';

const folder = new URL('../../../../../../shared/fixtures/shopline/', import.meta.url);
const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: 'USD' };
const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded forms, where they are asked for', () => {
    process.stdout.write('Recorded SHOPLINE forms are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

describe.runIf(recorded)('recorded forms of SHOPLINE', () => {
  it('reads the official call: minor units, an id of 26 digits, images at full size', () => {
    const body: unknown = JSON.parse(read('ajax-products.SYNTHETIC.json'));

    const product = readProduct(itemsOf(isObject(body) ? body.products : null)[0], facts);

    expect(Product.parse(product)).toEqual(product);
    expect(product).toMatchObject({
      source: { id: '16065897813253051264461625' },
      vendor: 'Sample Brand',
      images: [
        { url: 'https://img-va.myshopline.com/image/store/1700000000000/a.jpeg', alt: 'front' },
        { url: 'https://img-va.myshopline.com/image/store/1700000000000/b.jpeg' },
      ],
      variants: [
        {
          sku: 'SMD-RED-S',
          price: '49.99',
          compareAtPrice: '79.99',
          available: true,
          weight: { value: '0.3', unit: 'kg' },
        },
        { optionValues: ['Red', 'M'] },
        { price: '59.99', available: false },
        {},
      ],
    });
    expect(product.variants[0]?.imageUrl).toBe(
      'https://img-va.myshopline.com/image/store/1700000000000/a.jpeg',
    );
  });

  it('reads the state of a page, with the stock of each variant', () => {
    const [product] = readPage(
      read('product-page.SYNTHETIC.html'),
      new URL('https://shop.example/products/sample-midi-dress'),
    );

    expect(Product.parse(product)).toEqual(product);
    expect(product).toMatchObject({
      currency: 'USD',
      productType: 'Dresses',
      options: [
        { name: 'Color', values: ['Red', 'Blue'] },
        { name: 'Size', values: ['S', 'M'] },
      ],
      variants: [
        { sku: 'SMD-RED-S', price: '49.99', stock: 4, available: true },
        { stock: 5 },
        { stock: 0, available: false },
        { stock: 3 },
      ],
    });
  });

  it('reads the stock call', () => {
    const body: unknown = JSON.parse(read('leproxy-highFrequencyData.SYNTHETIC.json'));

    expect(formOfState(isObject(body) ? body.data : null)?.stock.get('sku:SMD-RED-M')).toBe(5);
  });
});
