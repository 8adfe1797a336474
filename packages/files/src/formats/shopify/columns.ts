import { headerKey } from '../table/header.ts';
import type { Holds } from '../table/holds.ts';

/** Shopify's two sets of column names: that of its exports, and that of its present template. */
export type ShopifyFormat = 'shopify' | 'shopify-new';

interface Names {
  /** Name in the header that Shopify's exports still use. */
  old: string;
  /** Name in the header of Shopify's present template. */
  new: string;
  holds: Holds;
}

/**
 * Shopify's product columns under both sets of header names (help.shopify.com, "Using CSV files to import and export
 * products", and recorded exports of 2025 and 2026).
 */
export const columns = {
  title: { old: 'Title', new: 'Title', holds: 'text' },
  handle: { old: 'Handle', new: 'URL handle', holds: 'text' },
  description: { old: 'Body (HTML)', new: 'Description', holds: 'text' },
  vendor: { old: 'Vendor', new: 'Vendor', holds: 'text' },
  productCategory: { old: 'Product Category', new: 'Product category', holds: 'text' },
  type: { old: 'Type', new: 'Type', holds: 'text' },
  tags: { old: 'Tags', new: 'Tags', holds: 'text' },
  published: { old: 'Published', new: 'Published on online store', holds: 'boolean' },
  status: { old: 'Status', new: 'Status', holds: 'status' },
  sku: { old: 'Variant SKU', new: 'SKU', holds: 'code' },
  barcode: { old: 'Variant Barcode', new: 'Barcode', holds: 'code' },
  name1: { old: 'Option1 Name', new: 'Option1 name', holds: 'text' },
  value1: { old: 'Option1 Value', new: 'Option1 value', holds: 'code' },
  linked1: { old: 'Option1 Linked To', new: 'Option1 Linked To', holds: 'text' },
  name2: { old: 'Option2 Name', new: 'Option2 name', holds: 'text' },
  value2: { old: 'Option2 Value', new: 'Option2 value', holds: 'code' },
  linked2: { old: 'Option2 Linked To', new: 'Option2 Linked To', holds: 'text' },
  name3: { old: 'Option3 Name', new: 'Option3 name', holds: 'text' },
  value3: { old: 'Option3 Value', new: 'Option3 value', holds: 'code' },
  linked3: { old: 'Option3 Linked To', new: 'Option3 Linked To', holds: 'text' },
  price: { old: 'Variant Price', new: 'Price', holds: 'money' },
  compareAt: { old: 'Variant Compare At Price', new: 'Compare-at price', holds: 'money' },
  cost: { old: 'Cost per item', new: 'Cost per item', holds: 'money' },
  taxable: { old: 'Variant Taxable', new: 'Charge tax', holds: 'boolean' },
  taxCode: { old: 'Variant Tax Code', new: 'Tax code', holds: 'text' },
  totalMeasure: { old: 'Unit Price Total Measure', new: 'Unit price total measure', holds: 'text' },
  totalUnit: { old: 'Unit Price Total Measure Unit', new: 'Unit price total measure unit', holds: 'text' },
  baseMeasure: { old: 'Unit Price Base Measure', new: 'Unit price base measure', holds: 'text' },
  baseUnit: { old: 'Unit Price Base Measure Unit', new: 'Unit price base measure unit', holds: 'text' },
  tracker: { old: 'Variant Inventory Tracker', new: 'Inventory tracker', holds: 'tracker' },
  quantity: { old: 'Variant Inventory Qty', new: 'Inventory quantity', holds: 'quantity' },
  policy: { old: 'Variant Inventory Policy', new: 'Continue selling when out of stock', holds: 'policy' },
  grams: { old: 'Variant Grams', new: 'Weight value (grams)', holds: 'grams' },
  weightUnit: { old: 'Variant Weight Unit', new: 'Weight unit for display', holds: 'unit' },
  shipping: { old: 'Variant Requires Shipping', new: 'Requires shipping', holds: 'boolean' },
  service: { old: 'Variant Fulfillment Service', new: 'Fulfillment service', holds: 'text' },
  image: { old: 'Image Src', new: 'Product image URL', holds: 'url' },
  position: { old: 'Image Position', new: 'Image position', holds: 'position' },
  alt: { old: 'Image Alt Text', new: 'Image alt text', holds: 'text' },
  variantImage: { old: 'Variant Image', new: 'Variant image URL', holds: 'url' },
  giftCard: { old: 'Gift Card', new: 'Gift card', holds: 'boolean' },
  seoTitle: { old: 'SEO Title', new: 'SEO title', holds: 'text' },
  seoDescription: { old: 'SEO Description', new: 'SEO description', holds: 'text' },
  color: {
    old: 'Color (product.metafields.shopify.color-pattern)',
    new: 'Color (product.metafields.shopify.color-pattern)',
    holds: 'text',
  },
  googleCategory: google('Google Product Category', 'Google product category'),
  googleGender: google('Gender'),
  googleAge: google('Age Group', 'Age group'),
  googleMpn: google('MPN', 'Manufacturer part number (MPN)'),
  googleGroup: google('AdWords Grouping', 'Ad group name'),
  googleLabels: google('AdWords Labels', 'Ads labels'),
  googleCondition: google('Condition'),
  googleCustom: google('Custom Product', 'Custom product'),
  googleLabel0: google('Custom Label 0', 'Custom label 0'),
  googleLabel1: google('Custom Label 1', 'Custom label 1'),
  googleLabel2: google('Custom Label 2', 'Custom label 2'),
  googleLabel3: google('Custom Label 3', 'Custom label 3'),
  googleLabel4: google('Custom Label 4', 'Custom label 4'),
} as const satisfies Record<string, Names>;

export type Column = keyof typeof columns;

function google(old: string, present = old): Names {
  return { old: `Google Shopping / ${old}`, new: `Google Shopping / ${present}`, holds: 'text' };
}

// biome-ignore format: one header, read as one
const newOrder: readonly Column[] = [
  'title', 'handle', 'description', 'vendor', 'productCategory', 'type', 'tags', 'published', 'status', 'sku',
  'barcode', 'name1', 'value1', 'linked1', 'name2', 'value2', 'linked2', 'name3', 'value3', 'linked3', 'price',
  'compareAt', 'cost', 'taxable', 'taxCode', 'totalMeasure', 'totalUnit', 'baseMeasure', 'baseUnit', 'tracker',
  'quantity', 'policy', 'grams', 'weightUnit', 'shipping', 'service', 'image', 'position', 'alt', 'variantImage',
  'giftCard', 'seoTitle', 'seoDescription', 'color', 'googleCategory', 'googleGender', 'googleAge', 'googleMpn',
  'googleGroup', 'googleLabels', 'googleCondition', 'googleCustom', 'googleLabel0', 'googleLabel1', 'googleLabel2',
  'googleLabel3', 'googleLabel4',
];
// biome-ignore format: one header, read as one
const oldOrder: readonly Column[] = [
  'handle', 'title', 'description', 'vendor', 'productCategory', 'type', 'tags', 'published', 'name1', 'value1',
  'linked1', 'name2', 'value2', 'linked2', 'name3', 'value3', 'linked3', 'sku', 'grams', 'tracker', 'quantity',
  'policy', 'service', 'price', 'compareAt', 'shipping', 'taxable', 'totalMeasure', 'totalUnit', 'baseMeasure',
  'baseUnit', 'barcode', 'image', 'position', 'alt', 'giftCard', 'seoTitle', 'seoDescription', 'googleCategory',
  'googleGender', 'googleAge', 'googleMpn', 'googleCondition', 'googleCustom', 'googleLabel0', 'googleLabel1',
  'googleLabel2', 'googleLabel3', 'googleLabel4', 'variantImage', 'weightUnit', 'taxCode', 'cost', 'status',
];

/** The columns we write, in the order of each format's header. */
export const columnOrder: Readonly<Record<ShopifyFormat, readonly Column[]>> = {
  shopify: oldOrder,
  'shopify-new': newOrder,
};

/** Returns the column's name in a format. */
export function columnName(column: Column, format: ShopifyFormat): string {
  return format === 'shopify' ? columns[column].old : columns[column].new;
}

const byName = new Map<string, Column>();
for (const column of [...newOrder, ...oldOrder].filter((name) => name !== 'color')) {
  byName.set(headerKey(columns[column].old), column);
  byName.set(headerKey(columns[column].new), column);
}

/**
 * Returns the column that a header cell names, under either set of names, whatever its case and padding; undefined for
 * any other. The template contains a colour column, but it is a metafield like any other and is read as one.
 */
export function columnNamed(header: string): Column | undefined {
  return byName.get(headerKey(header));
}
