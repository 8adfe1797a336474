import type { Product, Variant } from '@bowerbird/catalog/product';

/**
 * Returns the variants with counted inventory whose quantity differs from the one in `former`, including new variants.
 */
export function inventoryDiffers(product: Product, former: Product): Variant[] {
  const before = new Map(former.variants.map(({ id, stock }) => [id, stock]));
  return product.variants.filter(({ id, stock }) => stock !== null && before.get(id) !== stock);
}
