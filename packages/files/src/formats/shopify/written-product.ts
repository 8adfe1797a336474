import type { Product } from '@bowerbird/catalog/product';
import type { WrittenProduct } from '../notices.ts';
import { writtenSoundly } from '../written-soundly.ts';
import { rowsFaults } from './check.ts';
import type { ShopifyFormat } from './columns.ts';
import { capacity } from './fit.ts';
import { shopifyCsvRows } from './write.ts';

/** Returns the rows of a product in a Shopify file, checked as the importer checks them (`writtenSoundly`). */
export function writtenProduct(given: Product, format: ShopifyFormat): WrittenProduct {
  return writtenSoundly(given, capacity, {
    rows: (product) => shopifyCsvRows(product, format),
    isSound: (rows) => rowsFaults(format, rows).length === 0,
  });
}
