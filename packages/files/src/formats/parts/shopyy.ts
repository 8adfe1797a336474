import { columnSet } from '../table/header.ts';
import type { Holds } from '../table/holds.ts';
import type { Column, PartsDialect } from './dialect.ts';

const named = (holds: Holds, english: string, chinese: string) => ({ names: [english, chinese], holds });

/** English names as in a real export of 36 columns, Chinese ones as in a real header of 34. */
const table: Partial<Record<Column, { names: readonly string[]; holds: Holds }>> = {
  id: named('text', 'Product ID', '商品ID'),
  title: named('text', '*Title', '商品标题*'),
  part: named('part', '*Variants Settings', '商品属性*'),
  type: named('text', 'Product Type', '商品类型'),
  description: named('text', 'Description', '商品描述'),
  seoTitle: named('text', 'SEO Title', 'SEO标题'),
  seoDescription: named('text', 'SEO Description', 'SEO描述'),
  handle: named('text', 'SEO URL Handle', 'SEO URL Handle'),
  published: named('y-or-n', 'Published', '商品上架'),
  taxable: named('y-or-n', 'Product Taxation', '商品收税'),
  tracked: named('y-or-n', 'Inventory Tracking', '跟踪库存'),
  rule: named('rule', '*Inventory Rules', '库存规则*'),
  collections: named('text', 'collection name', '专辑名称'),
  tags: named('text', 'Tags', '标签'),
  vendor: named('text', 'Vendor Name', '供应商名称'),
  attribute1: named('code', 'Attributes 1', '款式1'),
  attribute2: named('code', 'Attributes 2', '款式2'),
  attribute3: named('code', 'Attributes 3', '款式3'),
  price: named('money', '*Price', '商品售价*'),
  compareAt: named('money', 'Compare at price', '商品原价'),
  sku: named('code', 'Product SKU', '商品SKU'),
  weight: named('weight', 'Weight(kg)', '商品重量(kg)'),
  barcode: named('code', 'Barcode', '商品条形码'),
  quantity: named('quantity', 'Inventory', '商品库存'),
  images: named('text', '*Media', '商品图片*'),
};

/** Shopyy's file; the header is that of its English export. */
export const shopyyDialect: PartsDialect = {
  id: 'shopyy',
  columns: columnSet(table as Record<Column, { names: readonly string[]; holds: Holds }>, [
    { column: 'title', code: 'header.title-missing' },
    { column: 'part', code: 'header.part-missing' },
    { column: 'images', code: 'header.part-missing' },
  ]),
  // biome-ignore format: one header, read as one
  header: [
    'Product ID', 'Created at', '*Title', '*Variants Settings', 'Product Type', 'Subtitle', 'Description',
    'Short Description', 'Inner title', 'SEO Title', 'SEO Description', 'SEO URL Handle', 'SEO Keywords', 'Published',
    'Product Taxation', 'Product SPU', 'Virtual sales', 'Inventory Tracking', '*Inventory Rules', 'collection name',
    'Tags', 'Vendor Name', 'Attributes 1', 'Attributes 2', 'Attributes 3', '*Price', 'Compare at price', 'Product SKU',
    'Weight(kg)', 'Barcode', 'Inventory', 'Product Sales', '*Media', 'Variant URL', 'Variant Note 1', 'Variant Note 2',
  ],
  // biome-ignore format: one row, read as one
  hint: [
    'Leave empty for new products', '', 'At most 250 characters', 'M: product, P: variant, S: single product', '', '', 'HTML',
    '', '', '', '', 'At most 255 characters', '', 'Y or N', 'Y or N', '', '', 'Y or N',
    '1: cannot be bought at 0, 2: can be bought at 0, 3: taken down at 0', 'Separated by commas', 'Separated by commas', '',
    'Name on M, value on P', 'Name on M, value on P', 'Name on M, value on P', '', '', '', '', '', '', '',
    'Addresses separated by commas, the first is the cover', '', '', '',
  ],
  rule: { deny: '1', allow: '2' },
  titleMax: 250,
};
