import type { Product } from '@bowerbird/catalog/product';
import { z } from 'zod';

/** A Shopify status that our product model does not have. */
export const unlisted = 'unlisted';

const Cells = z.record(z.string(), z.string());

/**
 * Cells of a Shopify file that our product has no field for, kept under `extra.shopify.csv` so that a file read and
 * written again has the same content. Keyed by the column's name here, or by the header's own text for markets and
 * metafields.
 */
export const KeptCells = z.object({
  product: Cells,
  /** Keyed by the variant's id. */
  variants: z.record(z.string(), Cells),
});
export type KeptCells = z.infer<typeof KeptCells>;

/** Returns the cells kept for this product; null when there are none, or none readable. */
export function keptCells(product: Product): KeptCells | null {
  const kept = product.extra.shopify?.csv;
  return kept === undefined ? null : (KeptCells.safeParse(kept).data ?? null);
}
