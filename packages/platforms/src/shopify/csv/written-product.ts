import type { Product } from '@bowerbird/catalog/product';
import { type Repair, repaired } from '@bowerbird/catalog/repair';
import type { ExportFormat } from '@bowerbird/contract/export';
import { rowsFaults } from './check.ts';
import { type Loss, lost } from './fit.ts';
import { shopifyCsvRows } from './write.ts';

/** Why a product does not stand in a file at all. */
export type LeftOut =
  /** No variant has a price: the importer would sell it for nothing. */
  | 'no-price'
  /** The importer would refuse its rows. */
  | 'refused-by-importer';

/** What a merchant is told of a product in a file: that it was left out, what was repaired, and what the format cannot carry. */
export type ExportNotice = LeftOut | 'variants-without-price' | Repair | Loss;

/** A product in a file: its rows, none where it was left out, and what is to be told of it. */
export interface WrittenProduct {
  rows: string[][];
  notices: ExportNotice[];
}

/**
 * The rows of a product, checked as the importer checks them: what is not sound is repaired, variants without a price stay out,
 * and a product of which nothing can be sold or imported is left out, each with a notice. So a file holds what imports, and
 * nothing that would be sold for nothing.
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
