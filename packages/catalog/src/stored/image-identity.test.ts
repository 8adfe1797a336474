import { describe, expect, it } from 'vitest';
import { applyCells } from '../change/apply.ts';
import { describeChange } from '../change/describe.ts';
import { undoCells } from '../change/undo.ts';
import { applyEdit } from '../edits/edit.ts';
import { structureIssues } from '../invariants/invariants.ts';
import { mergeProducts } from '../merge/merge.ts';
import { mergeSource } from '../merge/merge-source.ts';
import type { Product } from '../product.ts';
import { mug } from '../testing/products.ts';
import { imageAddress, imageId } from './image-identity.ts';
import { withShownImages } from './uploaded-image.ts';

const blue = 'https://pictures.example/blue.jpg';
const cut = 'https://cdn.example/blue-cut.jpg';
const shownByFirst: Product = {
  ...mug,
  variants: mug.variants.map((each, at) => (at === 0 ? { ...each, imageUrl: blue } : each)),
};

/** The product after its first image was cropped. */
function cropped(product: Product): Product {
  const [first, ...others] = product.images;
  return {
    ...product,
    images: [
      {
        ...(first as Product['images'][number]),
        url: cut,
        width: 400,
        height: 400,
        origin: { url: blue, hash: null, transformations: ['crop'] },
      },
      ...others,
    ],
  };
}

describe('a cropped image', () => {
  const mine = cropped(shownByFirst);

  it('is still the image of its variant, and leads to the picture that is shown', () => {
    expect(structureIssues(mine)).toEqual([]);
    expect(imageAddress(mine, blue)).toBe(cut);
    expect(imageAddress(mine, null)).toBeNull();
    expect(mine.images.map(imageId)).toEqual(shownByFirst.images.map(imageId));
  });

  it('stays with its variant when other images are moved, and is removed by the address it was read at', () => {
    const moved = applyEdit(mine, { kind: 'move-image', from: -1, to: 1 });
    expect(moved.variants[0]?.imageUrl).toBe(blue);
    expect(structureIssues(moved)).toEqual([]);

    const removed = applyEdit(mine, { kind: 'remove-images', addresses: [blue] });
    expect(removed.images).toHaveLength(mine.images.length - 1);
    expect(removed.variants[0]?.imageUrl).toBeNull();
  });

  it('is neither removed here nor new at the source: the source changed its text, and the crop stays', () => {
    const now = {
      ...shownByFirst,
      images: shownByFirst.images.map((each) => ({ ...each, alt: 'A mug', width: 900, height: 900 })),
    };

    const merged = mergeSource({ before: shownByFirst, known: null, now, mine, claimed: (read) => read });

    expect(merged.open).toEqual([]);
    expect(merged.product.images).toEqual([
      expect.objectContaining({ url: cut, alt: 'A mug', origin: expect.objectContaining({ url: blue }) }),
      now.images[1],
    ]);
    expect(merged.product.variants[0]?.imageUrl).toBe(blue);
  });

  it('is taken out by the source only where the source takes the original out', () => {
    const without = { ...mug, images: mug.images.slice(1) };

    expect(mergeProducts(mug, mug, without).product.images).toHaveLength(1);
    expect(mergeProducts(mug, cropped(mug), mug).product.images[0]?.url).toBe(cut);
    // Cropped here and removed there: one question.
    expect(mergeProducts(mug, cropped(mug), without).conflicts).toMatchObject([{ key: 'images' }]);
  });

  it('is cropped and made whole again as one cell of the history', () => {
    const cells = describeChange(shownByFirst, mine);

    expect(cells.map(({ path }) => path)).toEqual([`images/${imageId({ url: blue })}/file`]);
    expect(applyCells(shownByFirst, cells)).toEqual(mine);
    expect(undoCells(mine, cells).product).toEqual(shownByFirst);
  });

  it('goes to stores and files as the picture that is shown, without saying what it was made from', () => {
    const sent = withShownImages(mine);

    expect(sent.images[0]).toEqual({ url: cut, alt: '', width: 400, height: 400 });
    expect(sent.variants[0]?.imageUrl).toBe(cut);
    expect(structureIssues(sent)).toEqual([]);
    expect(withShownImages(mug)).toBe(mug);
  });
});
