import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { practiceCatalog } from '@bowerbird/simulators/storefront/practice-catalog';
import { productPage } from '@bowerbird/simulators/woocommerce/pages';
import { productForm, variationForm } from '@bowerbird/simulators/woocommerce/product-form';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entriesOnPage } from '../../collecting/wordpress/loop.ts';
import { isObject, itemsOf, type UnreadObject } from '../../reading/unread.ts';
import { readPage } from './page.ts';
import { readProduct } from './schema.ts';
import { sourceLinksOn } from './source-links.ts';

const signs = { title: 'Glade', currency: 'EUR', origin: 'https://glade.example' };
const facts = { shop: 'glade.example', storeName: null, pathOf: (_: string, name: string) => [name] };
const item = new URL('https://glade.example/product/mug/');
const [good] = practiceCatalog({ count: 12, seed: 3, language: 'en' })
  .slice(0, 12)
  .filter(({ variants }) => variants.length > 1);
const sent = good ? (productForm(good, signs) as UnreadObject) : {};
const variations = good
  ? good.variants.map((variant) => variationForm(good, variant, signs) as UnreadObject)
  : [];

/** Values that a shop may send in place of the expected one. */
const odd: unknown[] = [
  null,
  '',
  ' ',
  '12,50',
  '1e3',
  -1,
  0.1,
  1e300,
  2 ** 60,
  true,
  [],
  [null],
  [[]],
  {},
  { toString: 1 },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":null}'),
  '\u0000',
  '\uD800',
  '<script>alert(1)</script>',
  '&amp;'.repeat(1000),
  'http://[',
  '9'.repeat(500),
];

/** Checks the result: valid products, or a named error. */
function held(read: () => Product | Product[]): void {
  let made: Product[];
  try {
    made = [read()].flat();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).not.toMatchObject({ code: 'unexpected' });
    return;
  }
  for (const product of made) {
    expect(Product.safeParse(product).error?.issues ?? []).toEqual([]);
    expect(new Set(product.variants.map(({ id }) => id)).size).toBe(product.variants.length);
    expect(product.variants.every(({ optionValues }) => optionValues.length === product.options.length)).toBe(
      true,
    );
    expect(() => JSON.stringify(product)).not.toThrow();
  }
}

/** Returns the paths of all values in a tree. */
function placesIn(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  const inside = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  return [at, ...inside.flatMap(([key, child]) => placesIn(child, [...at, key]))];
}

function changed(tree: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) {
    return value;
  }
  const copy: Record<string | number, unknown> = Object.assign(Array.isArray(tree) ? [] : {}, tree);
  copy[key] = changed(copy[key], rest, value);
  return copy;
}

it('makes a sound product or a named failure of a product with anything at any place of it', {
  tags: ['slow'],
}, () => {
  expect(readProduct(sent, variations, facts).variants.length).toBeGreaterThan(1);
  for (const place of placesIn(sent)) {
    for (const value of odd) {
      held(() => readProduct(changed(sent, place, value), variations, facts));
    }
  }
  for (const place of placesIn(variations[0])) {
    for (const value of odd) {
      const first = changed(variations[0], place, value);
      held(() => readProduct(sent, [first, ...variations.slice(1)].filter(isObject), facts));
    }
  }
  expect({}).not.toHaveProperty('polluted');
});

it('makes a sound product or a named failure of any list whatever', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const rows: unknown[] = [value];
      held(() => readProduct(value, rows.filter(isObject), facts));
      held(() => readProduct({ ...sent, attributes: value, variations: itemsOf(value) }, variations, facts));
    }),
    { numRuns: 300 },
  );
});

it('reads a page that is cut anywhere, and one in the wrong bytes', () => {
  const page = good ? productPage(good, signs) : '';
  expect(readPage(page, item)).toHaveLength(1);
  for (let end = 0; end < page.length; end += 61) {
    held(() => readPage(page.slice(0, end), item));
  }
  const bytes = new TextEncoder().encode(page);
  for (const charset of ['latin1', 'utf-16le', 'gbk', 'shift_jis']) {
    held(() => readPage(new TextDecoder(charset).decode(bytes), item));
  }
});

const mega = 2_000_000;
it.each([
  ['tags', '<div class="type-product">'.repeat(mega / 26)],
  ['links', '<li class="type-product"><a href="/product/a/">'.repeat(mega / 46)],
  ['forms', '<form class="variations_form" data-product_variations="['.repeat(mega / 56)],
  [
    'brackets in a form',
    `<form data-product_id="1" class="variations_form" data-product_variations="${'['.repeat(mega)}">`,
  ],
  ['linked data', '<script type="application/ld+json">{"@graph":['.repeat(mega / 45)],
  [
    'brackets in linked data',
    `<script type="application/ld+json">${'['.repeat(mega / 2)}${']'.repeat(mega / 2)}</script>`,
  ],
  ['entities', '&amp;'.repeat(mega / 5)],
  ['titles', '<title>'.repeat(mega / 7)],
  ['beginnings', '<'.repeat(mega)],
])('is not held up by two million of %s', { tags: ['slow'] }, (_, html) => {
  held(() => readPage(html, item));
  entriesOnPage(html, item, 'product');
  sourceLinksOn(html, item);
});
