import { expect, it } from 'vitest';
import { perVariant } from '../fields/field.ts';
import { proofProduct, tinyProduct } from '../products.ts';
import { withInventoryOf } from './kept-inventory.ts';

const held = (options: unknown, rows: [string[], number | null][]) => ({
  options: JSON.stringify(options),
  inventory: perVariant(
    rows,
    ([values]) => values,
    ([, quantity]) => quantity,
  ),
});

it('a variant that stood in the store is to keep exactly what the store counted, and ours where it counted none', () => {
  const product = tinyProduct(1);

  expect(withInventoryOf(product, held([], [[[], 12]])).variants.map(({ stock }) => stock)).toEqual([12]);
  expect(withInventoryOf(product, held([], [[[], null]]))).toEqual(product);
});

it('of several, only those that stood there under the same options keep it', () => {
  const product = [1, 2, 3, 4, 5].map(proofProduct).find(({ variants }) => variants.length > 2);
  if (!product) {
    throw new Error('No product with variants.');
  }
  const [first, ...others] = product.variants;
  const options = product.options.map(({ name, values }) => [name, values.slice(0, 1)]);
  const rows: [string[], number][] = [[first?.optionValues ?? [], 3]];

  const kept = withInventoryOf(product, held(options, rows));

  expect(kept.variants.map(({ stock }) => stock)).toEqual([3, ...others.map(({ stock }) => stock)]);
  expect(withInventoryOf(product, held([['Another', ['One']]], rows))).toEqual(product);
});
