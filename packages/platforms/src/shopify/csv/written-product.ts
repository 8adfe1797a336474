import type { Product } from '@bowerbird/catalog/product';
import { type Repair, repaired } from '@bowerbird/catalog/repair';
import type { ExportFormat } from '@bowerbird/contract/products/export';
import { rowsFaults } from './check.ts';
import { type Loss, lost } from './fit.ts';
import { shopifyCsvRows } from './write.ts';

/** Why a product is left out of a file. */
export type LeftOut =
  /** No variant has a price: the importer would sell it for nothing. */
  | 'no-price'
  /** The importer would reject its rows. */
  | 'refused-by-importer';

/**
 * What is reported to a merchant about a product in a file: that it was left out, what was repaired, and what the
 * format cannot carry.
 */
export type ExportNotice = LeftOut | 'variants-without-price' | Repair | Loss;

/** A product in a file: its rows, none where it was left out, and the notices about it. */
export interface WrittenProduct {
  rows: string[][];
  notices: ExportNotice[];
}

/**
 * Returns the rows of a product, checked as the importer checks them. What is not valid is repaired, variants without a
 * price are left out, and a product of which nothing can be sold or imported is left out, each with a notice. So a file
 * contains only what can be imported, and nothing that would be sold for nothing.
 */
export function writtenProduct(given: Product, format: ExportFormat): WrittenProduct {
  const { product: sound, repairs } = repaired(given);
  const priced = sound.variants.filter(({ price }) => price !== null);
  if (priced.length === 0) {
    return { rows: [], notices: ['no-price'] };
  }
  const isPartly = priced.length < sound.variants.length;
  const product = isPartly ? { ...sound, variants: priced } : sound;
  const rows = shopifyCsvRows(product, format);
  if (rowsFaults(format, rows).length > 0) {
    return { rows: [], notices: ['refused-by-importer'] };
  }
  return {
    rows,
    notices: [...repairs, ...(isPartly ? (['variants-without-price'] as const) : []), ...lost(product)],
  };
}
