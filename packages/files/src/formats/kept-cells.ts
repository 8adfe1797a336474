import type { Product } from '@bowerbird/catalog/product';
import { z } from 'zod';

const Cells = z.record(z.string(), z.string());

/**
 * Cells of a file that our product has no field for, kept under `extra.PLATFORM.csv` so that a file read and written
 * again has the same content. Keyed by the column's name in the code, or by the header's own text for columns that not
 * every file has.
 */
export const KeptCells = z.object({
  product: Cells,
  /** Keyed by the variant's id. */
  variants: z.record(z.string(), Cells),
});
export type KeptCells = z.infer<typeof KeptCells>;

/** Returns the cells kept for this product; null when there are none, or none readable. */
export function keptCells({ extra }: Product, platform: string): KeptCells | null {
  const kept = extra[platform]?.csv;
  return kept === undefined ? null : (KeptCells.safeParse(kept).data ?? null);
}

/** Returns `extra` with these cells; {} when there are none. */
export function extraOf(platform: string, kept: KeptCells): Product['extra'] {
  const isEmpty = Object.keys(kept.product).length + Object.keys(kept.variants).length === 0;
  return isEmpty ? {} : { [platform]: { csv: kept } };
}
