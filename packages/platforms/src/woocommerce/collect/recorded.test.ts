import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import type { Collector } from '../../collecting/collector.ts';
import type { RestApi } from '../../collecting/wordpress/rest.ts';
import { siteSigns } from '../../collecting/wordpress/root.ts';
import { isObject, itemsOf, type UnreadObject } from '../../reading/unread.ts';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { woocommerce } from '../index.ts';
import { asStoreApi } from './api/rest-api.ts';
import { readPage } from './page.ts';
import { readProduct } from './schema.ts';

const folder = new URL('../../../../../../shared/fixtures/woocommerce/', import.meta.url);
const facts = { shop: 'shop.example.test', storeName: null, pathOf: (_: string, name: string) => [name] };
const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded shops, where they are asked for', () => {
    process.stdout.write('Recorded WooCommerce shops are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

/** Every product and variation in the recorded answers of the Store API. */
function recordedItems(): UnreadObject[] {
  const files = readdirSync(new URL('store-api/', folder)).filter((name) => name.startsWith('store-'));
  expect(files.length).toBeGreaterThanOrEqual(18);
  return files.flatMap((name) => {
    const { body }: { body: unknown } = JSON.parse(
      readFileSync(new URL(`store-api/${name}`, folder), 'utf8'),
    );
    return (Array.isArray(body) ? body : [body])
      .filter(isObject)
      .filter((item) => 'permalink' in item && 'prices' in item);
  });
}

describe.runIf(recorded)('recorded WooCommerce shops', () => {
  it('reads every recorded product whole, with the prices its page shows', () => {
    const items = recordedItems();
    const variations = items.filter(({ type }) => type === 'variation');
    const products = items.filter(({ type }) => type !== 'variation');
    expect(products.length).toBeGreaterThan(10);

    for (const sent of products) {
      const own = new Map(
        variations.filter(({ parent }) => parent === sent.id).map((variation) => [variation.id, variation]),
      );
      const product = readProduct(sent, [...own.values()], facts);

      expect(Product.parse(product)).toEqual(product);
      expect(product.variants).toHaveLength(Math.max(1, itemsOf(sent.variations).length));
      const shown = String(sent.price_html).replaceAll(/<[^>]+>|,/g, '');
      expect(product.variants.every(({ price }) => price !== null && shown.includes(price))).toBe(true);
    }
  });

  it('joins each variation with its choice, and gives it no code of its parent', () => {
    const items = recordedItems();
    const hoodie = items.find(({ slug }) => slug === 'fleece-hoodie');
    const own = new Map(items.filter(({ parent }) => parent === 22).map((one) => [one.id, one]));

    const product = readProduct(hoodie, [...own.values()], facts);

    expect(product.options).toEqual([
      { name: 'Color', values: ['Blue', 'Red'] },
      { name: 'Size', values: ['S', 'M'] },
    ]);
    expect(new Set(product.variants.map(({ optionValues }) => optionValues.join(' / ')))).toEqual(
      new Set(['Blue / S', 'Blue / M', 'Red / S', 'Red / M']),
    );
    expect(product.variants.find(({ optionValues }) => optionValues.join() === 'Red,M')).toMatchObject({
      sku: 'HOOD-R-M',
      price: '39.90',
      compareAtPrice: '49.90',
      stock: 1,
      weight: { value: '0.6', unit: 'kg' },
    });
    expect(product.variants.some(({ sku }) => sku === 'HOOD')).toBe(false);
    expect(product.images.length).toBeGreaterThanOrEqual(2);
  });

  it('reads a live shop of another script and a decimal comma', () => {
    const sent: unknown = JSON.parse(
      readFileSync(new URL('store-api/live-egp-arabic-samehgabriel.json', folder), 'utf8'),
    );

    const read = itemsOf(sent).map((item) => {
      // Its variations were not recorded: how they would be requested is not tested here.
      const alone = isObject(item) ? { ...item, variations: [] } : item;
      return readProduct(alone, [], facts);
    });

    expect(read.length).toBeGreaterThan(0);
    expect(read[0]).toMatchObject({
      currency: 'EGP',
      handle: expect.stringMatching(/^سلك/),
      variants: [{ price: '2776.66', compareAtPrice: '2985.66' }],
    });
  });

  it('reads the same from the page as from the API, as far as the page gives', () => {
    const page = (name: string) => readFileSync(new URL(`html/page-${name}.html`, folder), 'utf8');

    const [hoodie] = readPage(
      page('fleece-hoodie'),
      new URL('https://shop.example.test/product/fleece-hoodie/'),
    );
    const [mug] = readPage(
      page('stoneware-mug'),
      new URL('https://shop.example.test/product/stoneware-mug/'),
    );

    expect(Product.parse(hoodie)).toEqual(hoodie);
    expect(hoodie).toMatchObject({
      source: { id: '22' },
      currency: 'USD',
      options: [{ name: 'Color' }, { name: 'Size' }],
    });
    const items = recordedItems();
    const stated = new Map(items.filter(({ parent }) => parent === 22).map((one) => [one.id, one]));
    const fromApi = readProduct(
      items.find(({ slug }) => slug === 'fleece-hoodie'),
      [...stated.values()],
      facts,
    );
    const prices = (product: Product | undefined) =>
      new Map(product?.variants.map(({ id, price, optionValues }) => [id, [Number(price), ...optionValues]]));
    expect(prices(hoodie)).toEqual(prices(fromApi));
    expect(mug).toMatchObject({
      title: 'Stoneware Mug – 350 ml',
      source: { id: '13' },
      variants: [{ price: '14.00', compareAtPrice: '18.50' }],
    });
  });

  const page = (name: string) => gunzipSync(readFileSync(new URL(`html/${name}.html.gz`, folder))).toString();

  it.each([
    {
      name: 'montova-in-a-folder',
      url: 'https://clapat-themes.com/wordpress/montoya/product/hoodie-with-zipper/',
      expected: {
        source: {
          id: '1086',
          url: 'https://clapat-themes.com/wordpress/montoya/product/hoodie-with-zipper/',
        },
        categories: [['Hoodies']],
        tags: [],
        variants: [{ price: '45.00', compareAtPrice: null, sku: 'woo-hoodie-with-zipper' }],
        images: [{ width: 940 }],
        extra: { page: { unknown: ['vendor', 'stock', 'weight', 'barcode', 'alt', 'attributes'] } },
      },
    },
    {
      name: 'foamkraft-in-a-folder-labels',
      url: 'https://webdesign-finder.com/qtex/product/white-t-shirt/',
      expected: {
        categories: [['Men']],
        tags: ['Featured'],
        options: [{ name: 'Size', values: ['Large', 'Medium', 'Small'] }],
        variants: [{ optionValues: ['Small'] }, { optionValues: ['Medium'] }, { optionValues: ['Large'] }],
        images: [{}, {}],
        extra: {
          woocommerce: { type: 'variable' },
          page: { unknown: ['vendor', 'stock', 'weight', 'barcode', 'alt'] },
        },
      },
    },
    {
      name: 'revplus-any-variation',
      url: 'https://mohamedjbeili.github.io/revplus/product/t-shirt/',
      expected: {
        categories: [['Clothing', 'Tshirts']],
        descriptionHtml: expect.stringMatching(/^<p>Pellentesque/),
        attributes: [{ name: 'Color', value: 'Gray' }],
        variants: [{ price: '18.00' }],
        extra: { woocommerce: { shortDescriptionHtml: '<p>This is a simple product.</p>' } },
      },
    },
  ])('reads all that the page $name gives', ({ name, url, expected }) => {
    const [product] = readPage(page(name), new URL(url));

    expect(Product.parse(product)).toEqual(product);
    expect(product).toMatchObject(expected);
  });

  it('keeps every published product without a price that keys read', async () => {
    const sent: unknown = JSON.parse(
      readFileSync(new URL('rest-v3/wc-v3-unpriced-daralimento.json', folder), 'utf8'),
    );
    const rest: RestApi = {
      list: async (path) => ({
        items: path === '/products' ? [...itemsOf(sent)] : [],
        total: null,
        pages: 1,
      }),
    };
    const { items } = await asStoreApi(rest).list('/products', {});

    const read = items.map((item) => readProduct(item, [], facts).variants.map(({ price }) => price));

    expect(read.filter(([price]) => price === null)).toHaveLength(5);
    expect(read.flat().filter((price) => price !== null)).toEqual(['195.00', '155', '130', '175', '185']);
  });

  it.each([
    [
      'montova-in-a-folder',
      'https://clapat-themes.com/wordpress/montoya/product/hoodie-with-zipper/',
      'clapat-themes.com/wordpress/montoya',
    ],
    [
      'foamkraft-in-a-folder-labels',
      'https://webdesign-finder.com/qtex/product/white-t-shirt/',
      'webdesign-finder.com/qtex',
    ],
    [
      'revplus-any-variation',
      'https://mohamedjbeili.github.io/revplus/product/t-shirt/',
      'mohamedjbeili.github.io/revplus',
    ],
  ])('takes the page %s for one of the shop in its folder', async (name, address, shop) => {
    const body = gunzipSync(readFileSync(new URL(`html/${name}.html.gz`, folder))).toString();
    const requested: string[] = [];
    const context = contextFor(async (input) => {
      const url = new URL(String(input));
      requested.push(url.pathname);
      return url.href === address
        ? new Response(body, { headers: { 'content-type': 'text/html' } })
        : new Response('Not Found', { status: 404 });
    });

    expect(siteSigns(body, new URL(address), null).folder).toBe(shop.slice(shop.indexOf('/')));
    const wanted = { scope: 'product' as const, addresses: [new URL(address)] };
    await collectAll(woocommerce.collector as Collector, wanted, context).catch(AppError.from);

    expect(requested.filter((path) => path.startsWith('/wp-json/'))).toEqual([]);
    expect(requested).toContain(`${shop.slice(shop.indexOf('/'))}/wp-json/wc/store/v1/products`);
  });
});
