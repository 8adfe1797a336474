import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { itemsOf } from '../../reading/unread.ts';
import { oddValues, pathsOf, spoiled } from '../../testing/spoiling.ts';
import { amount, pageAddress, pretendPage, variation, variationsForm } from '../testing/pretend-page.ts';
import { readPage } from './page.ts';

const folder = new URL('../../../../../../shared/fixtures/woocommerce/html/', import.meta.url);
const offers = [{ '@type': 'Offer', price: '20.00', priceCurrency: 'EUR' }];
const linked = {
  '@type': 'Product',
  sku: 'MUG',
  brand: { name: 'Mud' },
  image: ['https://loom.example/a.jpg'],
  offers,
};
const rows = [
  variation(31, { attribute_pa_colour: 'red', attribute_size: '' }, { display_price: 20 }),
  variation(32, { attribute_pa_colour: 'blue', attribute_size: 'S' }, { display_price: 25.5 }),
];
const selects = { attribute_pa_colour: { red: 'Red', blue: 'Blue' }, attribute_size: { S: 'S', M: 'M' } };
const whole = {
  crumbs: '<a href="/">Home</a> / <a href="/product-category/cups/">Cups</a>',
  price: `<del>${amount('30,00')}</del><ins>${amount('20,00')}</ins>`,
  short: '<p>Short.</p>',
  meta: '<span class="posted_in"><a href="/product-category/cups/">Cups</a></span><span class="tagged_as"><a href="/t/">tea</a></span>',
  tabs: '<div id="tab-description"><p>Long and <b>whole</b>.</p></div><table class="shop_attributes"><tr class="woocommerce-product-attributes-item--weight"><th>Weight</th><td>120 kg</td></tr></table>',
};

/** Pages of each kind with their addresses: two invented ones, and the recorded ones where they are present. */
function pages(): [string, string, URL][] {
  const made: [string, string, URL][] = [
    ['a simple product', pretendPage({ ...whole, linked }), pageAddress],
    [
      'a variable product',
      pretendPage({ ...whole, type: 'variable', linked, form: variationsForm(rows, selects) }),
      pageAddress,
    ],
  ];
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return [
    ...made,
    ...names.map((name): [string, string, URL] => {
      const bytes = readFileSync(new URL(name, folder));
      const html = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
      return [name, html, addressIn(html)];
    }),
  ];
}

function addressIn(html: string): URL {
  const stated = /"@type":"Product","@id":"([^"#]{1,300})/.exec(html)?.[1]?.replaceAll('\\/', '/');
  return URL.parse(stated ?? '') ?? pageAddress;
}

/** Reads, and checks the result: valid products, or a named error. */
function held(html: string, url: URL): Product | null {
  try {
    const [product] = readPage(html, url);
    for (const one of product === undefined ? [] : [product]) {
      expect(Product.safeParse(one).error?.issues ?? []).toEqual([]);
      expect(new Set(one.variants.map(({ id }) => id)).size).toBe(one.variants.length);
      expect(one.variants.every(({ optionValues }) => optionValues.length === one.options.length)).toBe(true);
    }
    return product ?? null;
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).not.toMatchObject({ code: 'unexpected' });
    return null;
  }
}

function unknownIn({ extra }: Product): readonly unknown[] {
  return itemsOf(extra.page?.unknown);
}

/**
 * Checks the result of a damaged page against the undamaged page: what is not marked as unknown must be what the
 * undamaged page contains.
 */
function inventsNothing(product: Product, good: Product): void {
  const unknown = unknownIn(product);
  const priceOf = new Map(good.variants.map(({ id, price }) => [id, price]));
  const prices = new Set(good.variants.map(({ price }) => Number(price)));
  expect([product.title, product.source?.id]).toEqual([good.title, good.source?.id]);
  if (!unknown.includes('variants')) {
    expect(product.variants.map(({ id }) => id)).toEqual(good.variants.map(({ id }) => id));
    expect(product.options.map(({ name }) => name)).toEqual(good.options.map(({ name }) => name));
  }
  for (const { id, price, compareAtPrice, weight } of product.variants) {
    expect(price === null || Number(price) === Number(priceOf.get(id) ?? price)).toBe(true);
    expect(price === null || prices.has(Number(price))).toBe(true);
    expect(
      compareAtPrice === null || good.variants.some((one) => one.compareAtPrice === compareAtPrice),
    ).toBe(true);
    expect(weight === null || good.variants.some((one) => one.weight?.value === weight.value)).toBe(true);
  }
  for (const field of ['tags', 'categories', 'descriptionHtml', 'vendor'] as const) {
    if (!unknown.includes(field)) {
      expect(product[field]).toEqual(good[field]);
    }
  }
}

const all = pages();

it.each(all)('tells no more than there is of %s, cut anywhere', { tags: ['slow'] }, (name, html, url) => {
  const good = held(html, url);
  let read = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: html.length - 1 }), (end) => {
      const product = held(html.slice(0, end), url);
      if (product !== null && good !== null) {
        read += 1;
        inventsNothing(product, good);
      }
    }),
    { numRuns: 100, seed: 22 },
  );
  expect(good === null).toBe(name.startsWith('bildblatt'));
  expect(read > 0).toBe(good !== null);
});

it.each(all)('tells no more than there is of %s with its data broken', (_, html, url) => {
  const good = held(html, url);
  const islands = [...html.matchAll(/application\/ld\+json[^>]*>|data-product_variations="/g)];
  for (const { index, 0: mark } of islands) {
    for (const by of ['', 'null', '[', '{"a":', '&quot;', 'false', '[{}]', '[[1]]']) {
      const end = html.indexOf(mark.endsWith('"') ? '"' : '</script', index + mark.length);
      const from = index + mark.length;
      for (const damaged of [
        html.slice(0, from) + by + html.slice(end),
        html.slice(0, from) + by + html.slice(from),
      ]) {
        const product = held(damaged, url);
        if (product !== null && good !== null && unknownIn(product).includes('variants')) {
          expect(
            product.variants.every(
              ({ price }) =>
                price === null || good.variants.some((one) => Number(one.price) === Number(price)),
            ),
          ).toBe(true);
        }
      }
    }
  }
});

it('bears any value at any place of its data', { tags: ['slow'] }, () => {
  for (const at of pathsOf(linked, 60)) {
    for (const by of oddValues) {
      held(pretendPage({ ...whole, linked: spoiled(linked, at, by) as typeof linked }), pageAddress);
    }
  }
  for (const at of pathsOf(rows, 60)) {
    for (const by of oddValues) {
      held(
        pretendPage({ type: 'variable', linked, form: variationsForm(spoiled(rows, at, by), selects) }),
        pageAddress,
      );
    }
  }
  expect({}).not.toHaveProperty('polluted');
});

it('keeps to the page where two products contradict each other', () => {
  const of = (name: string, url?: string) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name, ...(url && { url }), offers: [{ price: '99.00', priceCurrency: 'USD' }] })}</script>`;
  const plates = [of('Plate'), of('Plate', 'https://loom.example/product/plate/'), of('Plate') + of('Bowl')];

  for (const head of plates) {
    const product = held(pretendPage({ ...whole, linked, head }), pageAddress);

    expect(product).toMatchObject({
      title: 'Mug',
      currency: 'EUR',
      vendor: 'Mud',
      variants: [{ price: '20.00', compareAtPrice: '30.00' }],
    });
  }
  const alone = held(pretendPage({ ...whole, linked: null, head: of('Plate') + of('Bowl') }), pageAddress);
  expect(alone).toMatchObject({ title: 'Mug', variants: [{ price: '20.00' }] });
});

it.each([
  ['prices', '<p class="price"><del><span class="amount">1,0'],
  ['price blocks', '<p class="price"><ins><span class="amount">1.0</span></ins></p>'],
  ['digits of a price', '1,111'],
  ['choices', '<select name="attribute_a"><option value="x">'],
  ['values', '<option value="x">y</option>'],
  ['swatches', '<i data-value="x" title="y"></i>'],
  ['labels', '<label for="x">a:'],
  ['rows', '<tr><th>a</th><td>b</td></tr>'],
  ['crumbs', '<nav class="breadcrumb"><a href="/product-category/x/">a</a></nav>'],
  ['categories', '<span class="posted_in"><a href="/x/">'],
  ['panels', '<div id="tab-description"><h2>'],
  ['images', '<div class="images"><a href="/x.jpg"><img>'],
  ['products', '<div class="type-product post-22 product-type-simple">'],
  ['shops', '%22currency%22%3A%7B'],
])('is not held up by a product page of a great many %s', { tags: ['slow'] }, (_, unit) => {
  const head = '<body class="single-product postid-22"><h1 class="product_title">Mug</h1>';
  const many = unit.repeat(400_000 / unit.length);
  const started = performance.now();

  for (const html of [
    `${head}${many}</body>`,
    `${head}<table class="shop_attributes">${many}</table></body>`,
    `${head}<form class="variations_form" data-product_variations="[]"><select name="attribute_x">${many}</form></body>`,
    `${head}<p class="price"><span class="amount">${many}</span></p></body>`,
  ]) {
    held(html, pageAddress);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});
