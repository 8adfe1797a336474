import { columnSet } from '../table/header.ts';
import type { Holds } from '../table/holds.ts';

const text = (...names: [string, ...string[]]): { names: readonly string[]; holds: Holds } => ({
  names,
  holds: 'text',
});
const held = (holds: Holds, ...names: [string, ...string[]]) => ({ names, holds });

/** Most options of a product in SHOPLINE's file. */
export const optionsMax = 5;

const google = [
  'Google Product Category',
  'Gender',
  'Age Group',
  'MPN',
  'AdWords Grouping',
  'AdWords Labels',
  'Condition',
  'Custom Product',
  'Custom Label 0',
  'Custom Label 1',
  'Custom Label 2',
  'Custom Label 3',
  'Custom Label 4',
] as const;

/** The columns of SHOPLINE's import file (a real header of 58 columns), in their order; unmodelled ones stay blank. */
const table = {
  handle: text('Handle'),
  title: text('Title*', 'Title'),
  subtitle: text('Subtitle'),
  description: text('Product description html'),
  spu: text('SPU'),
  vendor: text('Vendor'),
  tags: text('Tags'),
  collections: text('Collections'),
  images: text('Master image'),
  alt: text('Image Alt Text'),
  seoTitle: text('SEO title'),
  seoDescription: text('SEO description'),
  seoKeywords: text('SEO keywords'),
  published: held('y-or-n', 'Published'),
  status: held('y-or-n', 'Status'),
  standardType: text('Standardized Product Type'),
  type: text('Custom Product Type'),
  createdTime: text('Created time'),
  sku: held('code', 'SKU'),
  name1: text('Option1 name'),
  value1: held('code', 'Option1 value'),
  name2: text('Option2 name'),
  value2: held('code', 'Option2 value'),
  name3: text('Option3 name'),
  value3: held('code', 'Option3 value'),
  name4: text('Option4 name'),
  value4: held('code', 'Option4 value'),
  name5: text('Option5 name'),
  value5: held('code', 'Option5 value'),
  variantImage: held('url', 'Image'),
  price: held('money', 'SKU price'),
  compareAt: held('money', 'SKU compare at price'),
  weight: held('weight', 'SKU weight'),
  weightUnit: held('unit', 'SKU weight unit'),
  tracker: held('t-or-f', 'SKU Inventory Tracker'),
  policy: held('policy', 'SKU Inventory Policy'),
  quantity: held('quantity', 'SKU Inventory Quantity'),
  cost: held('money', 'Cost per item'),
  barcode: held('code', 'Barcode (ISBN, UPC, GTIN, etc.)', 'Barcode (ISBN,UPC,GTIN,etc.)'),
  taxable: held('t-or-f', 'SKU tax policy'),
  shipping: held('t-or-f', 'SKU shipping policy'),
} as const satisfies Record<string, { names: readonly string[]; holds: Holds }>;

export type Column = keyof typeof table;

export const shoplineColumns = columnSet<Column>(table, [
  { column: 'title', code: 'header.title-missing' },
  { column: 'description', code: 'header.title-missing' },
]);

const further = [
  ...google.map((name) => `Google Shopping / ${name}`),
  'Path',
  'HS code',
  'Shipping origin',
  'Included / United States',
];
export const modelledColumns = Object.keys(table) as Column[];

/** The header as SHOPLINE's template has it: its text and order must not be changed. */
export const shoplineHeader: readonly string[] = [
  ...modelledColumns.map((column) => shoplineColumns.nameOf(column)),
  ...further,
];

export const nameColumns = ['name1', 'name2', 'name3', 'name4', 'name5'] as const;
export const valueColumns = ['value1', 'value2', 'value3', 'value4', 'value5'] as const;
