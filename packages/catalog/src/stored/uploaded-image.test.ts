import { describe, expect, it } from 'vitest';
import { Product } from '../product.ts';
import { mug as lamp } from '../testing/products.ts';
import {
  uploadedImageAddress,
  uploadedImageAt,
  uploadedImagesOf,
  withFileWords,
  withImageAddresses,
} from './uploaded-image.ts';

const image = { id: '01900000-0000-7000-8000-00000000000a', ending: 'png' } as const;
const address = uploadedImageAddress(image);
const onWeb = { url: 'https://shop.example/lamp.jpg', alt: 'Lamp', width: null, height: null };
const uploaded = { url: address, alt: 'From disk', width: 800, height: 600 };
const product = {
  ...lamp,
  images: [onWeb, uploaded],
  variants: lamp.variants.map((variant, index) => ({
    ...variant,
    imageUrl: index === 0 ? address : onWeb.url,
  })),
};

describe('an uploaded image', () => {
  it('is an image of a product like any other, and is known again by its address', () => {
    expect(Product.parse(product).images[1]?.url).toBe(address);
    expect(uploadedImageAt(address)).toEqual(image);
    expect(uploadedImagesOf({ images: [uploaded, onWeb, uploaded] })).toEqual([image]);
  });

  it.each([
    'https://shop.example/bowerbird-image:01900000-0000-7000-8000-00000000000a.png',
    'bowerbird-image:01900000-0000-7000-8000-00000000000a.svg',
    'bowerbird-image:../../keys/seal.key',
    'bowerbird-image:01900000-0000-7000-8000-00000000000a.png?x',
  ])('is none that %s names', (other) => {
    expect(uploadedImageAt(other)).toBeNull();
  });

  it('gets the address that its reader can reach, in the product and on its variants', () => {
    const read = withImageAddresses(product, ({ id, ending }) => `https://bower.example/${id}.${ending}`);

    expect(read.left).toBe(0);
    expect(read.product.images.map(({ url }) => url)).toEqual([
      onWeb.url,
      `https://bower.example/${image.id}.png`,
    ]);
    expect(read.product.variants[0]?.imageUrl).toBe(`https://bower.example/${image.id}.png`);
  });

  it('is left out and counted where its reader cannot reach it', () => {
    const read = withImageAddresses(product, () => null);

    expect(read.left).toBe(1);
    expect(read.product.images).toEqual([onWeb]);
    expect(read.product.variants[0]?.imageUrl).toBeNull();
  });

  it('has words behind its public address for a store that names the file after its end, and nothing else has', () => {
    const signed = `https://bower.example/shop-reptile/api/public-images/${'s'.repeat(22)}-${image.id}.png`;

    expect(withFileWords(signed, 'red-mug')).toBe(`${signed}/red-mug.png`);
    expect(withFileWords(signed, '')).toBe(signed);
    expect(withFileWords(onWeb.url, 'red-mug')).toBe(onWeb.url);
    expect(withFileWords(`${signed}?v=1`, 'red-mug')).toBe(`${signed}?v=1`);
  });
});
