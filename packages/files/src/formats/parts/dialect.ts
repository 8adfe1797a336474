import type { ExportFormat } from '@bowerbird/contract/products/export';
import type { ColumnSet } from '../table/header.ts';

/**
 * The columns of the files of Shoplazza and Shopyy: a product is a row `M` with its own columns and below it a row `P` for
 * each variant, or one row `S`. Each platform has some of these columns.
 */
export type Column =
  | 'id'
  | 'title'
  | 'part'
  | 'handle'
  | 'description'
  | 'seoTitle'
  | 'seoDescription'
  | 'published'
  | 'shipping'
  | 'taxable'
  | 'tracked'
  | 'rule'
  | 'collections'
  | 'tags'
  | 'vendor'
  | 'type'
  | 'attribute1'
  | 'attribute2'
  | 'attribute3'
  | 'price'
  | 'compareAt'
  | 'sku'
  | 'weight'
  | 'weightUnit'
  | 'barcode'
  | 'quantity'
  | 'images'
  | 'furtherImages'
  | 'variantImage';

/** What is particular to one platform's files of parts. */
export interface PartsDialect {
  id: ExportFormat & ('shoplazza' | 'shopyy');
  columns: ColumnSet<Column>;
  header: readonly string[];
  /** The second row, which the importer expects; generated from the header where no real one is known. */
  hint: readonly string[];
  /** The digits of the rule for a product that is sold out: whether it can still be bought. */
  rule: { deny: string; allow: string };
  /** Most characters of a title. */
  titleMax: number;
}

export const attributeColumns = ['attribute1', 'attribute2', 'attribute3'] as const;
