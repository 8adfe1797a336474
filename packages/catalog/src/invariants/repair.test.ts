import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Product } from '../product.ts';
import { arbitraryProduct, hostileText } from '../testing/arbitrary-product.ts';
import { mug, variant } from '../testing/products.ts';
import { checkProduct } from './invariants.ts';
import { repaired } from './repair.ts';

const few = fc.constantFrom('', ' ', 'Red', 'red', 'Size', 'x'.repeat(300), '👩‍🍳'.repeat(90));
const text = fc.oneof(few, hostileText);
/** Any product that the schema accepts. */
const anyProduct = fc
  .tuple(
    arbitraryProduct(3),
    fc.record({
      title: fc.oneof(
        fc.constant(' '),
        fc.constant('t'.repeat(2000)),
        hostileText.filter((it) => it !== ''),
      ),
      handle: fc.oneof(
        fc.constant('  '),
        fc.constant('h'.repeat(400)),
        hostileText.filter((it) => it !== ''),
      ),
      vendor: fc.option(text),
      tags: fc.array(text, { maxLength: 3 }),
      options: fc.array(
        fc.record({ name: text.filter((it) => it !== ''), values: fc.array(text, { maxLength: 3 }) }),
        { maxLength: 3 },
      ),
    }),
    fc.array(
      fc.record({
        id: fc.constantFrom('v1', 'v2', 'v2-2'),
        optionValues: fc.array(text, { maxLength: 4 }),
        imageUrl: fc.constantFrom(null, 'https://elsewhere.example/a.jpg', 'no address'),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(
    ([product, fields, rows]): Product => ({
      ...product,
      ...fields,
      variants: rows.map((row) => ({ ...variant('v1', []), ...row })),
    }),
  );

describe('a product that is not sound', () => {
  it('is sound once it is repaired, with as many variants, whatever it was', () => {
    fc.assert(
      fc.property(anyProduct, (given) => {
        const before = structuredClone(given);
        const { product, repairs } = repaired(given);

        expect(given).toEqual(before);
        expect(checkProduct(product)).toEqual([]);
        expect(Product.safeParse(product).success).toBe(true);
        expect(product.variants.map(({ price, sku }) => [price, sku])).toEqual(
          given.variants.map(({ price, sku }) => [price, sku]),
        );
        expect(repairs.length > 0).toBe(checkProduct(given).length > 0);
        expect(repaired(product)).toEqual({ product, repairs: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('keeps two variants of one choice, set apart by a number', () => {
    const { product, repairs } = repaired({
      ...mug,
      variants: [
        variant('v1', ['Blue', 'S'], { sku: 'A' }),
        variant('v2', ['Blue', 'S'], { sku: 'B' }),
        variant('v3', ['Blue', 'L'], { sku: 'C' }),
      ],
    });

    expect(product.variants.map(({ sku, optionValues }) => [sku, ...optionValues])).toEqual([
      ['A', 'Blue', 'S'],
      ['B', 'Blue', 'S (2)'],
      ['C', 'Blue', 'L'],
    ]);
    expect(product.options[1]?.values).toEqual(['S', 'L', 'S (2)']);
    expect(repairs).toEqual(['combinations-set-apart']);
  });

  it('is itself when nothing is wrong', () => {
    expect(repaired(mug).product).toBe(mug);
  });
});
