import { pathOf } from '@bowerbird/catalog/change/cell';
import { lengthsMax } from '@bowerbird/catalog/invariants/invariants';
import type {
  GridProduct,
  GridProductPath,
  GridValue,
  GridVariantPart,
} from '@bowerbird/contract/products/grid';
import { countVariants, type GridRow, isVariantRow, rowName } from './rows.ts';

/** How the text of a cell is read and written. */
export type CellKind = 'text' | 'code' | 'money' | 'whole' | 'weight' | 'choice' | 'list' | 'paths' | 'name';

export type ColumnId =
  | GridProductPath
  | GridVariantPart
  | 'variant'
  | 'product'
  | 'option'
  | 'value'
  | 'variants';

export interface GridColumn {
  id: ColumnId;
  /** Cells of a product are in the row of its first variant, those of an option in the row of its first value. */
  of: 'product' | 'variant' | 'option' | 'value';
  kind: CellKind;
  /** In pixels. */
  width: number;
  /** It cannot be empty. */
  filled?: true;
  /** The most characters. */
  max?: number;
  /** Of a choice: the values as stored, in the order in which they are offered. */
  choices?: readonly GridValue[];
}

const statuses = ['draft', 'active', 'archived'];
const yesNo = [true, false];

/** Every column of the variants, in the order in which they are shown; the first stays in place while the others are scrolled. */
export const gridColumns: readonly GridColumn[] = [
  { id: 'title', of: 'product', kind: 'text', width: 260, filled: true, max: lengthsMax.title },
  { id: 'variant', of: 'variant', kind: 'name', width: 150 },
  { id: 'status', of: 'product', kind: 'choice', width: 96, filled: true, choices: statuses },
  { id: 'sku', of: 'variant', kind: 'code', width: 130, max: lengthsMax.sku },
  { id: 'price', of: 'variant', kind: 'money', width: 96 },
  { id: 'compareAtPrice', of: 'variant', kind: 'money', width: 96 },
  { id: 'cost', of: 'variant', kind: 'money', width: 96 },
  { id: 'stock', of: 'variant', kind: 'whole', width: 84 },
  { id: 'weight', of: 'variant', kind: 'weight', width: 96 },
  { id: 'barcode', of: 'variant', kind: 'code', width: 140, max: lengthsMax.barcode },
  { id: 'vendor', of: 'product', kind: 'text', width: 130, max: lengthsMax.vendor },
  { id: 'productType', of: 'product', kind: 'text', width: 130, max: lengthsMax.productType },
  { id: 'tags', of: 'product', kind: 'list', width: 200, max: lengthsMax.tag },
  { id: 'categories', of: 'product', kind: 'paths', width: 200 },
  { id: 'handle', of: 'product', kind: 'text', width: 180, filled: true, max: lengthsMax.handle },
  { id: 'seo/title', of: 'product', kind: 'text', width: 200, max: lengthsMax.seoTitle },
  { id: 'seo/description', of: 'product', kind: 'text', width: 260, max: lengthsMax.seoDescription },
  { id: 'available', of: 'variant', kind: 'choice', width: 84, choices: [true, false, null] },
  { id: 'requiresShipping', of: 'variant', kind: 'choice', width: 100, filled: true, choices: yesNo },
  { id: 'taxable', of: 'variant', kind: 'choice', width: 84, filled: true, choices: yesNo },
];

/** The columns of the option values. */
export const optionColumns: readonly GridColumn[] = [
  { id: 'product', of: 'product', kind: 'name', width: 260 },
  { id: 'option', of: 'option', kind: 'text', width: 180, filled: true, max: lengthsMax.optionName },
  { id: 'value', of: 'value', kind: 'text', width: 240, filled: true, max: lengthsMax.optionValue },
  { id: 'variants', of: 'value', kind: 'name', width: 96 },
];

/** The two sheets of the grid. */
export const sheets = ['variants', 'options'] as const;
export type Sheet = (typeof sheets)[number];

/** Returns every column of the sheet that a row is in. */
export function columnsOf(row: GridRow): readonly GridColumn[] {
  return isVariantRow(row) ? gridColumns : optionColumns;
}

/** Returns the path of a cell; null where the row has none in this column. */
export function pathAt(row: GridRow, { id, of, kind }: GridColumn): string | null {
  if (kind === 'name') {
    return null;
  }
  if (!isVariantRow(row)) {
    return id === 'value'
      ? `options/${row.option}/values/${row.value}`
      : row.value === 0
        ? `options/${row.option}/name`
        : null;
  }
  const { variant, isFirst } = row;
  if (of === 'product') {
    return isFirst ? id : null;
  }
  return /[~/]/.test(variant.id) ? pathOf('variants', variant.id, id) : `variants/${variant.id}/${id}`;
}

/** Returns what is stored in a cell; undefined where the row has none in this column. */
export function storedAt(row: GridRow, { id, of, kind }: GridColumn): GridValue | undefined {
  if (kind === 'name') {
    return undefined;
  }
  if (!isVariantRow(row)) {
    const option = row.product.options[row.option];
    return id === 'value' ? option?.values[row.value] : row.value === 0 ? option?.name : undefined;
  }
  if (of === 'product') {
    return row.isFirst ? productValue(row.product, id as GridProductPath) : undefined;
  }
  return row.variant[id as GridVariantPart];
}

/** Returns what a cell shows that only names its row; null for any other cell. */
export function nameAt(row: GridRow, { id, kind }: GridColumn): string | null {
  if (kind !== 'name') {
    return null;
  }
  if (id === 'variants') {
    return isVariantRow(row) ? null : String(countVariants(row));
  }
  return id === 'product' && row.isFirst ? row.product.title : rowName(row);
}

function productValue(product: GridProduct, path: GridProductPath): GridValue {
  switch (path) {
    case 'seo/title':
      return product.seo.title;
    case 'seo/description':
      return product.seo.description;
    default:
      return product[path];
  }
}
