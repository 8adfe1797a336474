import { repaired } from '@bowerbird/catalog/invariants/repair';
import type { Product } from '@bowerbird/catalog/product';
import { type Capacity, lostIn, type WrittenProduct } from './notices.ts';

/** How a format writes a product, and whether its own checker accepts the rows. */
export interface Writer {
  rows(product: Product): string[][];
  isSound(rows: readonly string[][]): boolean;
}

/**
 * Returns the rows of a product, checked as the importer checks them. What is not valid is repaired, variants without a
 * price are left out, and a product of which nothing can be sold or imported is left out, each with a notice. So a file
 * contains only what can be imported, and nothing that would be sold for nothing.
 */
export function writtenSoundly(given: Product, capacity: Capacity, writer: Writer): WrittenProduct {
  const { product: sound, repairs } = repaired(given);
  const priced = sound.variants.filter(({ price }) => price !== null);
  if (priced.length === 0) {
    return { rows: [], notices: ['no-price'] };
  }
  const isPartly = priced.length < sound.variants.length;
  const product = isPartly ? { ...sound, variants: priced } : sound;
  const rows = writer.rows(product);
  if (!writer.isSound(rows)) {
    return { rows: [], notices: ['refused-by-importer'] };
  }
  return {
    rows,
    notices: [
      ...repairs,
      ...(isPartly ? (['variants-without-price'] as const) : []),
      ...lostIn(product, capacity),
    ],
  };
}
