import { variantWith } from '../product-with.ts';
import { image } from '../products.ts';
import type { Examples } from './example.ts';

const one = image('https://images.example/1.jpg');
const two = image('https://images.example/2.jpg', 'Old');
const own = 'https://own.example/chart.jpg';
/** The image as it is after another one took its place. */
const replaced = (address: string, of = one) => ({
  ...of,
  url: address,
  width: null,
  height: null,
  origin: { url: of.url, hash: null, transformations: ['replace'] },
});
const shownBy = (address: string | null) => [variantWith({ imageUrl: address })];

export const imageExamples: Examples<
  | 'add-image'
  | 'replace-image'
  | 'replace-images-by-pattern'
  | 'remove-duplicate-images'
  | 'remove-images'
  | 'remove-images-at'
  | 'limit-images'
  | 'sort-images'
  | 'move-image'
  | 'alt-text'
> = {
  'add-image': [
    {
      before: { images: [one, two] },
      edit: { address: own, place: 1 },
      after: { images: [image(own), one, two] },
    },
    {
      before: { images: [one, two] },
      edit: { address: own, place: -1 },
      after: { images: [one, two, image(own)] },
    },
    {
      before: { images: [one, two] },
      edit: { address: own, place: -2 },
      after: { images: [one, image(own), two] },
    },
    { before: { images: [one] }, edit: { address: own, place: 9 }, after: { images: [one, image(own)] } },
    { edit: { address: own, place: -3 }, after: { images: [image(own)] } },
    { before: { images: [one, two] }, edit: { address: two.url, place: 1 } },
    // The product shows a changed copy of it.
    { before: { images: [replaced(own)] }, edit: { address: one.url, place: -1 } },
  ],
  'replace-image': [
    {
      before: { images: [one, two], variants: shownBy(two.url) },
      edit: { place: -1, address: own },
      after: { images: [one, replaced(own, two)] },
    },
    // Replaced again, and then by the original: it is whole again.
    {
      before: { images: [replaced('https://a.example/1.jpg')] },
      edit: { place: 1, address: own },
      after: { images: [replaced(own)] },
    },
    {
      before: { images: [replaced(own)] },
      edit: { place: 1, address: one.url },
      after: { images: [{ ...one, width: null, height: null }] },
    },
    { before: { images: [one] }, edit: { place: 2, address: own } },
    { before: { images: [one, two] }, edit: { place: 1, address: two.url }, refused: 'image-twice' },
  ],
  'replace-images-by-pattern': [
    {
      before: { images: [one, two] },
      edit: { pattern: '^https://images\\.example/(1.*)$', replaceWith: 'https://own.example/$1' },
      after: { images: [replaced('https://own.example/1.jpg'), two] },
    },
    { before: { images: [one, two] }, edit: { pattern: '.*', replaceWith: own }, refused: 'image-twice' },
    {
      before: { images: [one] },
      edit: { pattern: '^https:', replaceWith: 'ftp:' },
      refused: 'image-address-invalid',
    },
    { before: { images: [one] }, edit: { pattern: 'chart', replaceWith: own } },
  ],
  'remove-duplicate-images': [
    {
      before: {
        images: [
          { ...image('https://images.example/1_100x100.jpg'), width: 100, height: 100 },
          two,
          { ...one, url: `${one.url}?v=2`, width: 800, height: 800 },
        ],
        variants: shownBy('https://images.example/1_100x100.jpg'),
      },
      edit: {},
      after: {
        images: [{ ...one, url: `${one.url}?v=2`, width: 800, height: 800 }, two],
        variants: shownBy(`${one.url}?v=2`),
      },
    },
    // The query may choose the image, and a file of the same name elsewhere is another one.
    {
      before: {
        images: [
          image('https://a.example/image?id=1'),
          image('https://a.example/image?id=2'),
          image('https://a.example/1.jpg'),
          image('https://b.example/1.jpg'),
          image('https://a.example/blue/1.jpg'),
        ],
      },
      edit: {},
    },
  ],
  'remove-images': [
    { before: { images: [one, two] }, edit: { addresses: [one.url] }, after: { images: [two] } },
  ],
  'remove-images-at': [{ before: { images: [one, two] }, edit: { places: [-1] }, after: { images: [one] } }],
  'limit-images': [{ before: { images: [one, two] }, edit: { max: 1 }, after: { images: [one] } }],
  'sort-images': [
    { before: { images: [one, two] }, edit: { addresses: [two.url] }, after: { images: [two, one] } },
  ],
  'move-image': [{ before: { images: [one, two] }, edit: { from: 2, to: 1 }, after: { images: [two, one] } }],
  'alt-text': [
    {
      before: { images: [one, two] },
      edit: { template: '{title} {n}', onlyWhereEmpty: true },
      after: { images: [{ ...one, alt: 'Blue mug 1' }, two] },
    },
  ],
};
