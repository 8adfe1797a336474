import fc from 'fast-check';
import type { Image, Option, Product, Variant } from '../product.ts';

const nasty = [
  '=1+1',
  '@sum',
  '+49 170 1234',
  '-5',
  '-x',
  "'=1",
  "''=1",
  "'0017",
  '0017',
  '90.750',
  '1e10',
  '"',
  '""',
  'a,b',
  'a\r\nb',
  '\n',
  '\r',
  '\t=1',
  '\uFEFFx',
  '＝1',
  ' x ',
  '<p>"q"</p>',
  '$&',
  '{n}',
  '保温杯',
  '👩‍🍳',
  'x'.repeat(120),
  '',
];

/** Text that a merchant may well have, and hostile text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.tuple(fc.constantFrom(...nasty), fc.string({ maxLength: 6 })).map(([start, end]) => start + end),
);

const filledText = hostileText.filter((text) => text.trim() !== '');
const maybeText = fc.option(filledText);

/** A price as sources write them: "19.90", "1000", "0.5", "90.750". */
export const price: fc.Arbitrary<string> = fc
  .tuple(fc.bigInt({ min: 0n, max: 99_999_999n }), fc.integer({ min: 0, max: 4 }), fc.nat(9999))
  .map(([whole, decimals, part]) =>
    decimals === 0 ? String(whole) : `${whole}.${String(part).padStart(4, '0').slice(0, decimals)}`,
  );

const weight = fc.record({
  value: fc.tuple(fc.nat(99_999), fc.nat(9999)).map(([whole, part]) => {
    const decimals = String(part).padStart(4, '0').replace(/0+$/, '');
    return decimals === '' ? String(whole) : `${whole}.${decimals}`;
  }),
  unit: fc.constantFrom('g' as const, 'kg' as const, 'oz' as const, 'lb' as const),
});

const image: fc.Arbitrary<Image> = fc.record({
  url: fc.webUrl({ withQueryParameters: true }),
  alt: hostileText,
  width: fc.option(fc.nat(5000)),
  height: fc.option(fc.nat(5000)),
});

function options(max: number): fc.Arbitrary<Option[]> {
  return fc.uniqueArray(
    fc.record({
      name: filledText,
      values: fc.uniqueArray(filledText, { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: max, selector: ({ name }) => name.trim().toLowerCase() },
  );
}

function variants(given: readonly Option[], images: readonly Image[]): fc.Arbitrary<Variant[]> {
  const values = fc.tuple(...given.map((option) => fc.constantFrom(...option.values)));
  const one = fc.record({
    id: fc.constant(''),
    sku: maybeText,
    barcode: fc.option(fc.oneof(filledText, fc.constantFrom("'0850064060010", "''12", '0850064060010'))),
    optionValues: values,
    price: fc.option(price, { freq: 12 }),
    compareAtPrice: fc.option(price),
    cost: fc.option(price),
    stock: fc.option(fc.integer()),
    available: fc.option(fc.boolean()),
    weight: fc.option(weight),
    imageUrl: fc.option(fc.constantFrom(...images.map(({ url }) => url), null)).map((url) => url ?? null),
    requiresShipping: fc.boolean(),
    taxable: fc.boolean(),
  });
  return fc
    .uniqueArray(one, {
      minLength: 1,
      maxLength: 6,
      selector: ({ optionValues }) => JSON.stringify(optionValues),
    })
    .map((list) => list.map((variant, index) => ({ ...variant, id: `v${index + 1}` })));
}

/** Generates any product that `checkProduct` accepts, with texts of every kind and at most this many options. */
export function arbitraryProduct(optionsMax = 4): fc.Arbitrary<Product> {
  return fc
    .tuple(options(optionsMax), fc.uniqueArray(image, { maxLength: 5, selector: ({ url }) => url }))
    .chain(([givenOptions, images]) =>
      fc.record({
        title: filledText,
        handle: filledText,
        descriptionHtml: fc.oneof(
          hostileText,
          filledText.map((text) => `<p>${text}</p>`),
        ),
        vendor: maybeText,
        productType: maybeText,
        tags: fc.array(filledText, { maxLength: 4 }),
        options: fc.constant(givenOptions),
        variants: variants(givenOptions, images),
        images: fc.constant(images),
        categories: fc.array(fc.array(filledText, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
        seo: fc.record({ title: maybeText, description: maybeText }),
        status: fc.constantFrom('active' as const, 'draft' as const, 'archived' as const),
        currency: fc.option(fc.constantFrom('EUR', 'JPY')),
        attributes: fc.array(fc.record({ name: hostileText, value: hostileText }), { maxLength: 2 }),
        priceTiers: fc.constant([]),
        source: fc.constant(null),
        extra: fc.constant({}),
      }),
    );
}
