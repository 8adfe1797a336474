import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Product } from '../product.ts';
import { arbitraryProduct } from '../testing/arbitrary-product.ts';
import { productDefaults, variantDefaults, withDefaults } from './stored-product.ts';

const anyProduct = arbitraryProduct();

/** A product as it was stored before some of its fields existed. */
const older = fc
  .tuple(
    anyProduct,
    fc.subarray(Object.keys(productDefaults).filter((name) => name !== 'extra')),
    fc.subarray(Object.keys(variantDefaults)),
  )
  .map(([product, ofProduct, ofVariant]) => ({
    product,
    stored: {
      ...without(product, ofProduct),
      variants: product.variants.map((variant) => without(variant, ofVariant)),
    },
  }));

function without(whole: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
}

it('a product stored before any of its fields existed is a whole product again, and keeps all that it has', () => {
  fc.assert(
    fc.property(older, ({ product, stored }) => {
      const read = Product.parse(withDefaults(stored));

      expect(read).toMatchObject(stored);
      expect(Object.keys(read).sort()).toEqual(Object.keys(product).sort());
    }),
  );
});

it('a complete product and whatever is no product are not changed', () => {
  fc.assert(
    fc.property(fc.oneof(anyProduct, fc.jsonValue()), (value) => {
      expect(withDefaults(value)).toBe(value);
    }),
  );
});

it('the default of one product is never shared with another, so that a change of one is not one of both', () => {
  const stored = { title: 'Mug', handle: 'mug', variants: [], extra: {} };
  const [one, other] = [withDefaults(stored), withDefaults(stored)] as [Product, Product];

  one.tags.push('sale');

  expect([other.tags, productDefaults.tags]).toEqual([[], []]);
});
