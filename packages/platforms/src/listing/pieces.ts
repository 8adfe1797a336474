import type { Product, Variant } from '@bowerbird/catalog/product';

/** Variants that are counted and of which there are other pieces than in `former`; new ones too. */
export function piecesOther(product: Product, former: Product): Variant[] {
  const before = new Map(former.variants.map(({ id, stock }) => [id, stock]));
  return product.variants.filter(({ id, stock }) => stock !== null && before.get(id) !== stock);
}
