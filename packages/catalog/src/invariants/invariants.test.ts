import { expect, it } from 'vitest';
import type { Product } from '../product.ts';
import { image, mug, variant } from '../testing/products.ts';
import { checkProduct } from './invariants.ts';

const codesAndPaths = (product: Product) =>
  checkProduct(product).map(({ code, path }) => [code, path.join('.')]);

it('has nothing against a good product', () => {
  expect(checkProduct(mug)).toEqual([]);
});

it('names each thing that does not fit together, at its place', () => {
  const broken: Product = {
    ...mug,
    options: [
      { name: 'Colour', values: ['Blue', 'Blue'] },
      { name: 'colour ', values: ['S'] },
    ],
    variants: [
      variant('v1', ['Blue', 'S']),
      variant('v1', ['Blue', 'S'], { imageUrl: 'https://pictures.example/gone.jpg' }),
      variant('v3', ['Blue']),
      variant('v4', ['Green', 'S']),
    ],
  };

  expect(codesAndPaths(broken)).toEqual([
    ['option.value-twice', 'options.0.values.1'],
    ['option.name-twice', 'options.1.name'],
    ['variant.id-twice', 'variants.1.id'],
    ['variant.combination-twice', 'variants.1.optionValues'],
    ['variant.image-unknown', 'variants.1.imageUrl'],
    ['variant.option-count', 'variants.2.optionValues'],
    ['variant.option-value-unknown', 'variants.3.optionValues.0'],
  ]);
});

it('names blank and too long texts, a description of a megabyte among them', () => {
  const product: Product = {
    ...mug,
    title: ' ',
    descriptionHtml: 'x'.repeat(1024 * 1024),
    tags: ['x'.repeat(256)],
    images: [image('https://pictures.example/a.jpg', 'x'.repeat(2001))],
    variants: mug.variants.map((one) => ({ ...one, sku: 'x'.repeat(256) })).slice(0, 1),
  };

  expect(codesAndPaths(product)).toEqual([
    ['product.title-blank', 'title'],
    ['product.too-long', 'descriptionHtml'],
    ['product.too-long', 'tags.0'],
    ['product.too-long', 'images.0.alt'],
    ['product.too-long', 'variants.0.sku'],
  ]);
});
