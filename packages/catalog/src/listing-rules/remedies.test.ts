import fc from 'fast-check';
import { expect, it } from 'vitest';
import { structureIssues } from '../invariants/invariants.ts';
import { Product } from '../product.ts';
import { arbitraryProduct } from '../testing/arbitrary-product.ts';
import { mug, variant } from '../testing/products.ts';
import { applyRemedies, type FitProblem, remedyKinds, repair } from './remedies.ts';

const problems: fc.Arbitrary<FitProblem> = fc.oneof(
  fc.record({
    code: fc.constantFrom('store.too-many-options', 'store.too-many-variants', 'fit.title-cut'),
    params: fc.integer({ min: 1, max: 12 }).map((max) => ({ max })),
  }),
  fc.record({
    code: fc.constantFrom(
      'listing.price-missing',
      'fit.variants-similar',
      'fit.skus-similar',
      'fit.attributes-lost',
      'fit.price-tiers-lost',
      'fit.categories-lost',
    ),
    params: fc.constant({}),
  }),
  fc.record({
    code: fc.constant('fit.too-long'),
    params: fc.record({
      field: fc.constantFrom('title', 'vendor', 'productType', 'tags', 'seo', 'variants.sku', 'handle'),
      max: fc.integer({ min: 1, max: 40 }),
    }),
  }),
);

it('leave a sound product, and the one they were given as it was', () => {
  fc.assert(
    fc.property(arbitraryProduct(), problems, (product, problem) => {
      const before = structuredClone(product);

      const after = repair(product, problem);

      expect(product).toEqual(before);
      expect(Product.safeParse(after).success).toBe(true);
      expect(structureIssues(after)).toEqual([]);
      expect([after.handle, after.variants[0]?.id]).toEqual([product.handle, expect.any(String)]);
    }),
    { numRuns: 400 },
  );
});

it('make the options that are too many one, and lose no variant by it', () => {
  const product = {
    ...mug,
    options: [
      { name: 'Colour', values: ['Red'] },
      { name: 'Width', values: ['Wide', 'Slim'] },
      { name: 'Insole', values: ['Wool'] },
    ],
    variants: [variant('v1', ['Red', 'Wide', 'Wool']), variant('v2', ['Red', 'Slim', 'Wool'])],
  };

  const merged = repair(product, { code: 'store.too-many-options', params: { n: 3, max: 2 } });

  expect(merged.options).toEqual([
    { name: 'Colour', values: ['Red'] },
    { name: 'Width / Insole', values: ['Wide / Wool', 'Slim / Wool'] },
  ]);
  expect(merged.variants.map(({ optionValues }) => optionValues[1])).toEqual(['Wide / Wool', 'Slim / Wool']);
});

it('are applied as far as they were accepted, and say what they fixed', () => {
  const check = (product: Product) => [
    ...(product.attributes.length > 0 ? [{ code: 'fit.attributes-lost', params: {} }] : []),
    ...(product.title.length > 6 ? [{ code: 'fit.title-cut', params: { max: 6 } }] : []),
    { code: 'listing.price-missing', params: {} },
  ];

  expect(applyRemedies(mug, [], check)).toEqual({ product: mug, repaired: [] });
  const { product, repaired } = applyRemedies(mug, [...remedyKinds], check);

  expect(product.title).toBe('Blue');
  expect(product.descriptionHtml).toContain('<tr><td>Material</td><td>Stoneware</td></tr>');
  expect(repaired.map(({ code }) => code)).toEqual(['fit.attributes-lost', 'fit.title-cut']);
});
