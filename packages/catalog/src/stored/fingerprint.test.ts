import { expect, it } from 'vitest';
import { image } from '../testing/products.ts';
import { fingerprintOf } from './fingerprint.ts';

const of = (title: string, url?: string) => fingerprintOf({ title, images: url ? [image(url)] : [] });
const original = of('Blue Mug, 300 ml', 'https://cdn.example/s/files/mug.jpg');

it.each([
  ['another spelling of the title', 'BLUE MUG – 300ml', 'https://cdn.example/s/files/mug.jpg'],
  ['another host and version', 'Blue Mug, 300 ml', 'https://other.example/s/files/mug.jpg?v=17'],
  ['a smaller copy, as Shopify names it', 'Blue Mug, 300 ml', 'https://cdn.example/s/files/mug_925x@2x.jpg'],
  ['a cropped copy', 'Blue Mug, 300 ml', 'https://cdn.example/s/files/mug_100x100_crop_center.jpg'],
  [
    'a smaller copy, as WordPress names it',
    'Blue Mug, 300 ml',
    'https://cdn.example/s/files/mug-300x300.jpg',
  ],
  [
    'a smaller copy, as AliExpress names it',
    'Blue Mug, 300 ml',
    'https://cdn.example/s/files/mug.jpg_640x640q90.jpg',
  ],
])('sees the same product through %s', (_, title, url) => {
  expect(of(title, url)).toBe(original);
});

it.each([
  ['another title', 'Blue Mug, 500 ml', 'https://cdn.example/s/files/mug.jpg'],
  ['another picture', 'Blue Mug, 300 ml', 'https://cdn.example/s/files/mug-2.jpg'],
  ['no picture', 'Blue Mug, 300 ml', undefined],
])('distinguishes products by %s', (_, title, url) => {
  expect(of(title, url)).not.toBe(original);
});

it('gives hundreds of thousands of products marks of their own', { tags: ['slow'] }, () => {
  const marks = new Set(Array.from({ length: 200_000 }, (_, number) => of(`Mug ${number}`)));

  expect(marks.size).toBe(200_000);
  expect(original).toMatch(/^[0-9a-f]{16}$/);
});
