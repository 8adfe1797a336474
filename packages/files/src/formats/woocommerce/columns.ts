import { type ColumnSet, columnSet, headerKey } from '../table/header.ts';
import type { Holds } from '../table/holds.ts';

const text = (...names: [string, ...string[]]): { names: readonly string[]; holds: Holds } => ({
  names,
  holds: 'text',
});
const held = (holds: Holds, ...names: [string, ...string[]]) => ({ names, holds });

/** The fixed columns of WooCommerce's product export (recorded, 11.0.1), in their order. */
const fixed = {
  id: text('ID'),
  type: held('product-type', 'Type'),
  sku: held('code', 'SKU'),
  barcode: held('code', 'GTIN, UPC, EAN, or ISBN'),
  name: text('Name'),
  published: held('published', 'Published'),
  featured: text('Is featured?'),
  visibility: text('Visibility in catalog'),
  shortDescription: text('Short description'),
  description: text('Description'),
  saleStarts: text('Date sale price starts'),
  saleEnds: text('Date sale price ends'),
  taxStatus: held('tax-status', 'Tax status'),
  taxClass: text('Tax class'),
  inStock: text('In stock?'),
  stock: held('woo-stock', 'Stock'),
  lowStock: text('Low stock amount'),
  backorders: text('Backorders allowed?'),
  soldIndividually: text('Sold individually?'),
  weight: held('weight', 'Weight (kg)', 'Weight (g)', 'Weight (lbs)', 'Weight (lb)', 'Weight (oz)', 'Weight'),
  length: text('Length (cm)', 'Length (in)', 'Length (m)', 'Length (mm)', 'Length (yd)'),
  width: text('Width (cm)', 'Width (in)', 'Width (m)', 'Width (mm)', 'Width (yd)'),
  height: text('Height (cm)', 'Height (in)', 'Height (m)', 'Height (mm)', 'Height (yd)'),
  reviews: text('Allow customer reviews?'),
  note: text('Purchase note'),
  salePrice: held('money', 'Sale price'),
  regularPrice: held('money', 'Regular price'),
  categories: text('Categories'),
  tags: text('Tags'),
  shippingClass: text('Shipping class'),
  images: text('Images'),
  downloadLimit: text('Download limit'),
  downloadExpiry: text('Download expiry days'),
  parent: text('Parent'),
  grouped: text('Grouped products'),
  upsells: text('Upsells'),
  crossSells: text('Cross-sells'),
  externalUrl: text('External URL'),
  buttonText: text('Button text'),
  position: text('Position'),
} as const satisfies Record<string, { names: readonly string[]; holds: Holds }>;

export type FixedColumn = keyof typeof fixed;
export const fixedColumns = Object.keys(fixed) as FixedColumn[];

/** The four columns that each option or attribute of a product takes. */
export const attributeParts = ['name', 'value(s)', 'visible', 'global'] as const;
type AttributePart = (typeof attributeParts)[number] | 'default';
export type Column = FixedColumn | `attribute ${number} ${AttributePart}`;

const base = columnSet(fixed, [
  { column: 'name', code: 'header.title-missing' },
  { column: 'type', code: 'header.title-missing' },
]);
const attribute = /^attribute (\d{1,3}) (?:name|value\(s\)|visible|global|default)$/;

export const wooColumns: ColumnSet<Column> = {
  named: (header) => {
    const key = headerKey(header);
    return base.named(key) ?? (attribute.test(key) ? (key as Column) : undefined);
  },
  holds: (column) =>
    column in fixed ? fixed[column as FixedColumn].holds : column.endsWith('value(s)') ? 'code' : 'text',
  nameOf: (column) =>
    column in fixed ? (fixed[column as FixedColumn].names[0] ?? column) : `A${column.slice(1)}`,
  needed: base.needed,
};

/** The numbers of the attributes that a header has, ascending. */
export function attributeNumbers(cells: readonly string[]): number[] {
  const numbers = cells.map((cell) => Number(attribute.exec(headerKey(cell))?.[1] ?? 0));
  return [...new Set(numbers)].filter((number) => number > 0).sort((left, right) => left - right);
}
