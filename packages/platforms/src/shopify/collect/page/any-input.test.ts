import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feedFormOf } from '../ajax.ts';
import { readProduct } from '../schema.ts';
import { productOnPage } from './page.ts';

const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: 'EUR' };

/** Values that a shop may send in place of the expected one. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '0',
    '12,50',
    '1e3',
    '//c.example/a.jpg?v=1',
    'http://[',
    'data:,x',
    -1,
    0.1,
    2 ** 60,
    [],
    {},
    [null],
    '\u0000',
    '\uD800',
    true,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const field = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: odd });

const image = fc.record(
  {
    id: field(fc.nat()),
    src: field(fc.webUrl()),
    alt: field(fc.string()),
    width: field(fc.nat()),
    height: field(fc.nat()),
    variant_ids: field(fc.array(fc.nat(9))),
  },
  { requiredKeys: [] },
);
const variant = fc.record(
  {
    id: field(fc.nat(9)),
    option1: field(fc.constantFrom('Default Title', 'S', 'M')),
    option2: field(fc.constantFrom(null, 'Red')),
    option3: field(fc.constant(null)),
    sku: field(fc.string()),
    barcode: field(fc.string()),
    price: field(fc.constantFrom('10.00', '5', 1990)),
    compare_at_price: field(fc.constantFrom(null, '20.00')),
    grams: field(fc.nat()),
    weight: field(fc.double()),
    weight_unit: field(fc.constantFrom('g', 'kg')),
    inventory_quantity: field(fc.integer()),
    featured_image: field(image),
    available: field(fc.boolean()),
    price_currency: field(fc.constantFrom('EUR', 'usd')),
  },
  { requiredKeys: ['price'] },
);
const product = fc.record(
  {
    id: field(fc.nat()),
    title: field(fc.string({ minLength: 1 })),
    handle: field(fc.string({ minLength: 1, unit: 'binary' })),
    body_html: field(fc.string()),
    vendor: field(fc.string()),
    tags: field(fc.array(fc.string())),
    options: field(
      fc.array(fc.record({ name: field(fc.string()), values: field(fc.array(fc.string())) }), {
        maxLength: 4,
      }),
    ),
    variants: field(fc.array(variant, { minLength: 1, maxLength: 3 })),
    images: field(fc.array(image, { maxLength: 3 })),
  },
  { requiredKeys: ['id', 'title', 'handle', 'variants'] },
);

/** Reads and checks the result: a valid product, or a named error. */
function soundOrNamed(read: () => Product): void {
  let made: Product;
  try {
    made = read();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    return;
  }
  expect(Product.parse(made)).toEqual(made);
  expect(new Set(made.variants.map(({ id }) => id)).size).toBe(made.variants.length);
  expect(made.variants.every(({ optionValues }) => optionValues.length === made.options.length)).toBe(true);
}

it('makes a sound product or a named failure of whatever a feed sends', { tags: ['slow'] }, () => {
  fc.assert(
    fc.property(product, (sent) => soundOrNamed(() => readProduct(sent, facts))),
    { numRuns: 1500 },
  );
});

it('makes a sound product or a named failure of whatever the .js form and a page send', {
  tags: ['slow'],
}, () => {
  fc.assert(
    fc.property(product, (sent) => {
      soundOrNamed(() => readProduct(feedFormOf(sent), facts));
      const theme = `<script type="application/json" data-product-json>${JSON.stringify(sent).replaceAll('<', '\\u003c')}</script>`;
      const linked = {
        '@type': 'ProductGroup',
        name: sent.title,
        hasVariant: sent.variants,
        variesBy: sent.options,
        image: sent.images,
        offers: sent.variants,
      };
      soundOrNamed(() => productOnPage(theme, 'h', facts));
      soundOrNamed(() =>
        productOnPage(
          `<script type="application/ld+json">${JSON.stringify(linked).replaceAll('<', '\\u003c')}</script>`,
          'h',
          facts,
        ),
      );
    }),
    { numRuns: 500 },
  );
});
