import type { Product } from '@bowerbird/catalog/product';

/** Numbers appended to a product's handle and SKUs in one store, where its own were taken; absent: nothing. */
export interface OwnCodes {
  handle?: number;
  sku?: number;
}

/** Returns the product with the handle and SKUs that were chosen for it in this store. */
export function withOwnCodes(product: Product, codes: OwnCodes | null): Product {
  const behind = (text: string, number: number | undefined) =>
    number === undefined ? text : `${text}-${number}`;
  return codes === null
    ? product
    : {
        ...product,
        handle: behind(product.handle, codes.handle),
        variants: product.variants.map((variant) => ({
          ...variant,
          sku: variant.sku === null || variant.sku === '' ? variant.sku : behind(variant.sku, codes.sku),
        })),
      };
}

/** Increments the number for what is taken: two is the first, as the product itself is one. */
export function nextCodes(codes: OwnCodes | null, taken: 'handle' | 'sku'): OwnCodes {
  return { ...codes, [taken]: (codes?.[taken] ?? 1) + 1 };
}
