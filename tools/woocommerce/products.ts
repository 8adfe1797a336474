import type { Product, Variant } from '@bowerbird/catalog/product';
import { sampleProduct } from '../../apps/server/testing/products/products.ts';
import type { ImageServer } from './images.ts';

/**
 * Returns plausible products with variants, the same each time, whose images the suite serves; several of them share an
 * image.
 * @param imagesEach maximum number of images of each
 */
export function sampleProducts(count: number, images: ImageServer, imagesEach = 2, from = 1): Product[] {
  return Array.from({ length: count }, (_, at) => {
    const product = sampleProduct(from + at);
    const addresses = new Map(
      product.images.slice(0, imagesEach).map(({ url }) => [url, images.address(nameIn(url))]),
    );
    return {
      ...product,
      status: 'active',
      images: product.images.flatMap((image) => {
        const url = addresses.get(image.url);
        return url === undefined ? [] : [{ ...image, url, width: null, height: null }];
      }),
      variants: product.variants.map((variant) => ({
        ...variant,
        imageUrl: addresses.get(variant.imageUrl ?? '') ?? null,
        // A completely sold-out product is stopped by our own check.
        stock: Math.max(1, variant.stock ?? 1),
        available: true,
      })),
    };
  });
}

function nameIn(url: string): string {
  return new URL(url).pathname.replace(/^.*\//, '').replace(/\.\w+$/, '');
}

/** Returns a product whose variants differ by one option. */
export function withValues(handle: string, option: string, values: readonly string[]): Product {
  const base = sampleProduct(1);
  const [first] = base.variants;
  if (!first) {
    throw new Error('a product without variants');
  }
  return {
    ...base,
    title: `Values ${handle}`,
    handle,
    status: 'active',
    images: [],
    options: [{ name: option, values: [...values] }],
    variants: values.map(
      (value, at): Variant => ({
        ...first,
        id: `v${at + 1}`,
        sku: `${handle}-${at + 1}`,
        barcode: null,
        optionValues: [value],
        imageUrl: null,
      }),
    ),
  };
}

/** Returns a product without options for shoppers to choose. */
export function plain(handle: string, sku: string, title = `Plain ${handle}`): Product {
  const base = withValues(handle, 'Colour', ['Blue']);
  return {
    ...base,
    title,
    options: [],
    variants: base.variants.map((each) => ({ ...each, sku, optionValues: [] })),
  };
}

/** Returns the same product with every price changed by this many units. */
export function repriced(product: Product, by: number): Product {
  return {
    ...product,
    variants: product.variants.map((variant) => ({
      ...variant,
      price: (Number(variant.price) + by).toFixed(2),
      compareAtPrice:
        variant.compareAtPrice === null ? null : (Number(variant.compareAtPrice) + by).toFixed(2),
    })),
  };
}
