import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { expect, it } from 'vitest';
import { mug, variant } from '../../testing/products/products.ts';
import { bulkBench } from './testing.ts';

const { own, get, start, deliver, status } = await bulkBench();
const [front, back] = ['https://pictures.example/front.jpg', 'https://pictures.example/back.jpg'];
const shown = { width: 800, height: 800 };
const product = {
  ...mug,
  images: [
    { ...shown, url: front, alt: 'Front' },
    { ...shown, url: back, alt: 'Back' },
  ],
  variants: [variant({ price: '10.00', imageUrl: front })],
};

it.each<[EditStep['edit'], { url: string; alt: string }[]]>([
  [{ kind: 'remove-images', addresses: [front] }, [{ url: back, alt: 'Back' }]],
  [
    { kind: 'sort-images', addresses: [back] },
    [
      { url: back, alt: 'Back' },
      { url: front, alt: 'Front' },
    ],
  ],
  [
    { kind: 'alt-text', template: '{title} {n}' },
    [
      { url: front, alt: 'Blue mug 1' },
      { url: back, alt: 'Blue mug 2' },
    ],
  ],
])('$kind of one product leaves another with the same images as it is', async (edit, images) => {
  const [edited = '', other = ''] = await own([product, product]);
  const before = await get(other);

  const runId = await start({ ids: [edited] }, [{ edit }]);
  await deliver(runId);

  expect((await get(edited)).product.images).toMatchObject(images);
  expect((await status(runId)).counts).toMatchObject({ changed: 1, unchanged: 0 });
  const after = await get(other);
  expect([after.revision, after.product]).toEqual([before.revision, before.product]);
});
