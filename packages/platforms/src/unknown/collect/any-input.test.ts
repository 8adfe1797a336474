import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { productOnPage } from './page.ts';
import { sourceLinksOn } from './source-links.ts';

const place = new URL('https://corner.example/p/thing');

/** Checks that reading gives a valid product or a named error. */
function held(html: string): void {
  let made: Product;
  try {
    made = productOnPage(html, place, place.host);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).not.toMatchObject({ code: 'unexpected' });
    return;
  }
  expect(Product.safeParse(made).error?.issues ?? []).toEqual([]);
  expect(() => JSON.stringify(made)).not.toThrow();
}

const linked = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)?.replaceAll('<', '\\u003c')}</script>`;
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '12,50',
    '1e3',
    -1,
    2 ** 60,
    [],
    [null],
    {},
    { toString: 1 },
    '\uD800',
    '<b',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const field = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: odd });
const offer = fc.record(
  {
    price: field(fc.constantFrom('10.00', 5, '1.299,00')),
    lowPrice: field(fc.constant('4')),
    highPrice: field(fc.constant('9')),
    priceCurrency: field(fc.constantFrom('EUR', '€')),
    availability: field(fc.constant('https://schema.org/InStock')),
    priceSpecification: odd,
    offers: odd,
  },
  { requiredKeys: [] },
);
const product = fc.record(
  {
    '@type': fc.constantFrom<unknown>('Product', 'ProductGroup', ['Product'], 'https://schema.org/Product'),
    name: field(fc.string({ minLength: 1 })),
    description: field(fc.string()),
    image: field(fc.webUrl()),
    brand: field(fc.record({ name: fc.string() })),
    offers: field(fc.oneof(offer, fc.array(offer, { maxLength: 3 }))),
    hasVariant: odd,
    variesBy: odd,
  },
  { requiredKeys: ['@type', 'name', 'offers'] },
);

it('makes a sound product or a named failure of whatever linked data a page carries', () => {
  fc.assert(
    fc.property(product, fc.string(), (value, meta) => {
      held(linked(value));
      held(
        `${linked({ '@graph': [value] })}<meta property="og:title" content="${meta}"><meta property="og:price:amount" content="${meta}">`,
      );
    }),
    { numRuns: 600 },
  );
});

it('makes a sound product or a named failure of whatever microdata a page carries, wherever it is cut', () => {
  const names = [
    'name',
    'price',
    'priceCurrency',
    'image',
    'brand',
    'sku',
    '__proto__',
    'toString',
    'offers',
  ];
  const part = fc.tuple(
    fc.constantFrom('span', 'meta', 'link', 'img', 'div'),
    fc.constantFrom(...names),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.nat(400), (parts, end) => {
      const inside = parts
        .map(([tag, name, value]) => `<${tag} itemprop="${name}" content="${value}" itemscope>${value}`)
        .join('');
      const page = `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">A</b><i itemprop="price">5</i>${inside}</div>`;
      held(page);
      held(page.slice(0, end));
    }),
    { numRuns: 400 },
  );
  expect({}).not.toHaveProperty('polluted');
});

const mega = 2_000_000;
it.each([
  ['products in products', '<div itemscope itemtype="https://schema.org/Product">'.repeat(mega / 53)],
  [
    'names in names',
    `<div itemscope itemtype="https://schema.org/Product">${'<b itemprop="name">'.repeat(mega / 19)}`,
  ],
  [
    'images',
    `<div itemscope itemtype="https://schema.org/Product">${'<img itemprop="image" src="/a">'.repeat(mega / 31)}`,
  ],
  [
    'linked data that opens',
    '<script type="application/ld+json">{"@type":"Product","offers":['.repeat(mega / 65),
  ],
  ['brackets', `<script type="application/ld+json">${'['.repeat(mega / 2)}${']'.repeat(mega / 2)}</script>`],
  ['links', '<a href="/p/thing-1">'.repeat(mega / 21)],
  ['beginnings', '<'.repeat(mega)],
  ['broken letters', '\uFFFD\u0000'.repeat(mega / 2)],
])('is not held up by two million of %s', { tags: ['slow'] }, (_, html) => {
  held(html);
  sourceLinksOn(html, place);
});
