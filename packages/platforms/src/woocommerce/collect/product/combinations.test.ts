import { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { prices, simpleGood } from '../../testing/pretend-products.ts';
import { readProduct } from '../schema.ts';

const facts = { shop: 'loom.example', storeName: null, pathOf: (_: string, name: string) => [name] };

/** An attribute used for variations, with this many values. */
const attribute = (name: string, values: number) => ({
  name,
  has_variations: true,
  terms: Array.from({ length: values }, (_, at) => ({
    name: `${name} ${at + 1}`,
    slug: `${name}-${at + 1}`,
  })),
});

function read(attributes: object[], chosen: { name: string; value: string | null }[][]) {
  const product = readProduct(
    simpleGood(1, {
      type: 'variable',
      attributes,
      variations: chosen.map((choice, at) => ({ id: at + 1, attributes: choice })),
    }),
    chosen.map((_, at) => simpleGood(1, { id: at + 1, parent: 7001, type: 'variation' })),
    facts,
  );
  return Product.parse(product);
}

it('a variation that stands for more than 200 variants gives the first, and says that they are not all', () => {
  const { variants, extra } = read([attribute('Ink', 15), attribute('Nib', 14)], [[]]);

  expect(variants).toHaveLength(200);
  expect(new Set(variants.map(({ optionValues }) => optionValues.join()))).toHaveProperty('size', 200);
  expect(extra.page?.unknown).toContain('variants');
});

it('a variation that stands for 200 variants gives them all, without a word', () => {
  const { variants, extra } = read([attribute('Ink', 20), attribute('Nib', 10)], [[]]);

  expect(variants).toHaveLength(200);
  expect(extra.page?.unknown).not.toContain('variants');
});

it('a shop whose variation stands for billions of variants costs no memory', () => {
  const axes = Array.from({ length: 9 }, (_, at) => attribute(`Axis ${at + 1}`, 40));
  const before = process.memoryUsage().rss;

  expect(read(axes, [[]]).variants).toHaveLength(200);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
});

it('a choice without values is left out, and a value that only a variation names is one of the option', () => {
  const { options, variants, extra } = read(
    [attribute('Ink', 1), attribute('Nib', 0)],
    [[{ name: 'Ink', value: 'Plum' }], [{ name: 'Ink', value: 'Ink-1' }]],
  );

  expect(options).toEqual([{ name: 'Ink', values: ['Ink 1', 'Plum'] }]);
  expect(variants.map(({ optionValues }) => optionValues)).toEqual([['Plum'], ['Ink 1']]);
  expect(extra.page?.unknown).toContain('variants');
});

it('a group has no price of its own', () => {
  const group = simpleGood(1, { type: 'grouped', prices: prices(900), grouped_products: [7002] });

  expect(readProduct(group, [], facts).variants).toMatchObject([{ price: null, compareAtPrice: null }]);
});
