import { existsSync, readFileSync } from 'node:fs';
import { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../reading/unread.ts';
import { productsIn, readPage } from './page.ts';
import { readProduct } from './schema.ts';

const folder = new URL('../../../../../../shared/fixtures/shoplazza/', import.meta.url);
const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: null };
const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded forms, where they are asked for', () => {
    process.stdout.write('Recorded Shoplazza forms are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

describe.runIf(recorded)('recorded forms of Shoplazza', () => {
  it.each(['storefront-product', 'storefront-collection-products', 'storefront-product-list-by-ids'])(
    'reads every product of %s, whole',
    (name) => {
      const body: unknown = JSON.parse(read(`${name}.SYNTHETIC.json`));
      const data = isObject(body) && isObject(body.data) ? body.data : {};
      const products = productsIn(body) ?? [data.product];
      expect(products.length).toBeGreaterThan(0);

      for (const product of products.map((sent) => readProduct(sent, facts))) {
        expect(Product.parse(product)).toEqual(product);
        expect(product).toMatchObject({
          title: 'Sample Hoodie',
          options: [{ name: 'Color' }, { name: 'Size' }],
          variants: [
            { price: '39.99', compareAtPrice: '59.99', stock: 5, weight: { value: '0.5', unit: 'kg' } },
            { price: '44.99', compareAtPrice: null, stock: 4 },
          ],
          images: [
            { url: 'https://img.staticdj.com/aaaa.jpeg' },
            { url: 'https://cdn.shoplazza.com/bbbb.png' },
          ],
        });
      }
    },
  );

  it('reads the same product from its page, with the description', () => {
    const [product] = readPage(
      read('product-page.SYNTHETIC.html'),
      new URL('https://shop.example/products/sample-hoodie'),
    );

    expect(Product.parse(product)).toEqual(product);
    expect(product).toMatchObject({
      source: { id: '0ce1a3f0-1111-4a4a-9c9c-000000000001' },
      descriptionHtml: expect.stringContaining('<p>Warm <em>hoodie</em></p>'),
      variants: [{ price: '39.99' }, { price: '44.99' }],
    });
  });
});
