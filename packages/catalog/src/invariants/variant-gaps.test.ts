import { expect, it } from 'vitest';
import { mug, variant } from '../testing/products.ts';
import { variantGaps } from './variant-gaps.ts';

const withVariants = (...variants: (typeof mug)['variants']) => ({ ...mug, variants });

it.each([
  ['price', { price: '12.00' }, { price: null }],
  ['sku', { sku: 'A' }, { sku: null }],
  ['sku', { sku: 'A' }, { sku: '' }],
  ['barcode', { barcode: '4006381333931' }, { barcode: null }],
  ['stock', { stock: 0 }, { stock: null }],
  ['weight', { weight: { value: '0', unit: 'g' as const } }, { weight: null }],
  ['imageUrl', { imageUrl: 'https://pictures.example/blue.jpg' }, { imageUrl: null }],
])('names the variants that have no %s while a sibling has one', (field, stated, unstated) => {
  const product = withVariants(
    variant('v1', ['Blue', 'S'], stated),
    variant('v2', ['Blue', 'L'], unstated),
    variant('v3', ['White', 'S'], unstated),
  );

  expect(variantGaps(product)).toEqual([{ field, variants: ['v2', 'v3'] }]);
});

it('names the variants whose option value is empty or not there', () => {
  const product = withVariants(
    variant('v1', ['Blue', 'S']),
    variant('v2', ['Blue', '']),
    variant('v3', ['White']),
  );

  expect(variantGaps(product)).toEqual([{ field: 'optionValues', variants: ['v2', 'v3'] }]);
});

it('names nothing where all variants have a field, none has it, or there is only one', () => {
  expect(variantGaps(withVariants(variant('v1', ['Blue', 'S']), variant('v2', ['Blue', 'L'])))).toEqual([]);
  expect(variantGaps(withVariants(variant('v1', ['', ''], { sku: null })))).toEqual([]);
});
