import type { GridProduct, GridVariant } from '@bowerbird/contract/products/grid';

/** A variant, in whose first row its product stands, too. */
export interface GridRow {
  product: GridProduct;
  variant: GridVariant;
  isFirst: boolean;
}

/** Returns the rows of these products. */
export function rowsOf(products: readonly GridProduct[]): GridRow[] {
  return products.flatMap((product) =>
    product.variants.map((variant, at) => ({ product, variant, isFirst: at === 0 })),
  );
}

/** Returns the option values by which a variant is known; empty for a product without options. */
export function variantName({ variant }: GridRow): string {
  return variant.optionValues.join(' / ');
}
