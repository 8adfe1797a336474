import { existsSync, readFileSync } from 'node:fs';
import { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { isObject, itemsOf } from '../../reading/unread.ts';
import { readProduct } from './schema.ts';

const folder = new URL('../../../../../../shared/fixtures/shopify/storefront/', import.meta.url);
const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: 'EUR' };

const recordings = [
  { file: 'products-annies-organic-farm.json', products: 17 },
  { file: 'products-compliancewarehouse.json', products: 4 },
  { file: 'products-multivariant-udsy19.json', products: 2 },
  { file: 'localboxes-product.json', products: 1 },
];

const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded shops, where they are asked for', () => {
    process.stdout.write('Recorded Shopify shops are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

describe.runIf(recorded)('recorded shops', () => {
  it.each(recordings)('reads every product of $file, whole', ({ file, products }) => {
    const sent = productsIn(file);

    const read = sent.map((product) => readProduct(product, facts));

    expect(read).toHaveLength(products);
    for (const [at, product] of read.entries()) {
      const source = sent[at];
      expect(Product.parse(product)).toEqual(product);
      expect(product.variants).toHaveLength(itemsOf(source?.variants).length);
      expect(product.images.length).toBeLessThanOrEqual(itemsOf(source?.images).length);
      expect(
        product.variants.every(({ optionValues }) => optionValues.length === product.options.length),
      ).toBe(true);
      const images = new Set(product.images.map(({ url }) => url));
      expect(product.variants.every(({ imageUrl }) => imageUrl === null || images.has(imageUrl))).toBe(true);
      const rows = itemsOf(source?.variants).filter(isObject);
      const stated = (key: string) => rows.map((row) => row[key]);
      expect(product.variants.map(({ price }) => price)).toEqual(stated('price'));
      expect(product.variants.map(({ sku }) => sku ?? '')).toEqual(stated('sku').map((sku) => sku ?? ''));
      expect(product.variants.map(({ id }) => id)).toEqual(stated('id').map(String));
      expect(product.variants.map(({ available }) => available)).toEqual(
        stated('available').map((available) => available ?? null),
      );
      expect(product.title).toBe(String(source?.title).trim());
      expect(product.source?.id).toBe(String(source?.id));
      expect(product.vendor).toBe(String(source?.vendor).trim());
      for (const [place, { values }] of product.options.entries()) {
        expect(new Set(values)).toEqual(new Set(stated(`option${place + 1}`)));
      }
    }
  });

  it('reads the feed and the single form of one product as the same', () => {
    const [single] = productsIn('localboxes-product.json');
    const inFeed = productsIn('products-annies-organic-farm.json').find(({ id }) => id === single?.id);
    const common = ({ title, handle, vendor, productType, tags, options, source }: Product) => ({
      title,
      handle,
      vendor,
      productType,
      tags,
      options,
      source,
    });

    expect(common(readProduct(single, facts))).toEqual(common(readProduct(inFeed, facts)));
  });

  it('distinguishes products without options from those with one', () => {
    const products = productsIn('products-annies-organic-farm.json').map((sent) => readProduct(sent, facts));

    expect(products.flatMap(({ options }) => options.map(({ name }) => name))).toEqual([
      'Juicing Box',
      'Salad Box',
      'Subscriptions',
      'Subscriptions',
    ]);
    expect(products.map(({ variants }) => variants[0]?.sku).filter((sku) => sku !== null)).toEqual([
      '15',
      '8',
      '17',
    ]);
  });

  it('gives each variant the image the shop shows for it', () => {
    const variants = productsIn('products-multivariant-udsy19.json').flatMap(
      (sent) => readProduct(sent, facts).variants,
    );

    expect(variants.filter(({ imageUrl }) => imageUrl !== null).length).toBeGreaterThan(1);
  });
});

function productsIn(file: string) {
  const body: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  const sent = isObject(body) ? [...itemsOf(body.products), body.product] : [];
  return sent.filter(isObject);
}
