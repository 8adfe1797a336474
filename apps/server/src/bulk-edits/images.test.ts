import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { expect, it } from 'vitest';
import { listingBench } from '../../testing/listing/listing.ts';
import { mug, variant } from '../../testing/products/products.ts';
import { bulkBench } from './testing.ts';

const { db, ann, own, get, start, deliver, status, undo, items } = await bulkBench();
const store = await listingBench(db, { ownerId: ann.ownerId });
const [front, back] = ['https://pictures.example/front.jpg', 'https://pictures.example/back.jpg'];
const ownChart = 'https://own.example/chart.jpg';
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
  [
    { kind: 'add-image', address: ownChart, place: 1 },
    [
      { url: ownChart, alt: '' },
      { url: front, alt: 'Front' },
      { url: back, alt: 'Back' },
    ],
  ],
  [
    {
      kind: 'replace-images-by-pattern',
      pattern: 'https://pictures[.]example/(f.*)',
      replaceWith: 'https://own.example/$1',
    },
    [
      { url: 'https://own.example/front.jpg', alt: 'Front' },
      { url: back, alt: 'Back' },
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

it('an added and a replaced image are undone cell by cell, and what was changed later is kept', async () => {
  const [id = ''] = await own([product]);
  const before = await get(id);
  const runId = await start({ ids: [id] }, [
    { edit: { kind: 'add-image', address: ownChart, place: -1 } },
    { edit: { kind: 'replace-image', place: 1, address: 'https://own.example/front.jpg' } },
  ]);
  await deliver(runId);
  const { cells } = (await items(runId, 'changed')).items[0] ?? { cells: [] };
  const replaced = cells.find(({ path }) => path.endsWith('/file'))?.path ?? '';

  await deliver(await undo(runId, { paths: [replaced] }));
  const one = (await get(id)).product;
  await deliver(await undo(runId));
  const all = (await get(id)).product;

  expect(cells.map(({ path }) => path.split('/')[0])).toEqual(['images', 'images']);
  expect(one.images.map(({ url }) => url)).toEqual([front, back, ownChart]);
  expect(one.variants[0]?.imageUrl).toBe(front);
  expect(all).toEqual(before.product);
});

it('keeps the image of the variant in the store when another file takes its place, and lists what was added', {
  tags: ['slow'],
}, async () => {
  const [id = ''] = await own([product]);
  await store.list([id]);
  const unchanged = store.shop.view().products[0]?.media[1];
  const runId = await start({ ids: [id] }, [
    { edit: { kind: 'replace-image', place: 1, address: 'https://own.example/front.jpg' } },
    { edit: { kind: 'add-image', address: ownChart, place: -1 } },
  ]);
  await deliver(runId);

  await store.list([id]);

  const [{ media = [], variants = [] } = {}] = store.shop.view().products;
  expect(media).toHaveLength(3);
  expect(variants.map(({ mediaId }) => mediaId)).toEqual([media[0]]);
  // The image that did not change is still the one that the store had.
  expect(media[1]).toBe(unchanged);
});
