import type { Product } from '@bowerbird/catalog/product';
import { z } from 'zod';

/** A status of Shopify's that our product has no word for. */
export const unlisted = 'unlisted';

const Cells = z.record(z.string(), z.string());

/**
 * Cells of a Shopify file that our product has no field for, kept under `extra.shopify.csv` so that a file read and
 * written again says the same. By the column's name here, or the header's own text for markets and metafields.
 */
export const KeptCells = z.object({
  product: Cells,
  /** By the variant's id. */
  variants: z.record(z.string(), Cells),
});
export type KeptCells = z.infer<typeof KeptCells>;

/** What is kept for this product; null when nothing is, or nothing readable. */
export function keptCells(product: Product): KeptCells | null {
  const kept = product.extra.shopify?.csv;
  return kept === undefined ? null : (KeptCells.safeParse(kept).data ?? null);
}
