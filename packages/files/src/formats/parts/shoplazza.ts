import { columnSet } from '../table/header.ts';
import type { Holds } from '../table/holds.ts';
import type { Column, PartsDialect } from './dialect.ts';

const named = (holds: Holds, ...names: [string, ...string[]]) => ({ names, holds });

/** Names as in a real Chinese header of 2021, 35 columns. */
const table: Partial<Record<Column, { names: readonly string[]; holds: Holds }>> = {
  id: named('text', '商品ID'),
  title: named('text', '商品标题*'),
  handle: named('text', '链接', 'SEO URL Handle'),
  description: named('text', '商品描述'),
  seoTitle: named('text', 'seo标题'),
  seoDescription: named('text', 'seo描述'),
  published: named('y-or-n', '商品上架*', '商品上架'),
  shipping: named('y-or-n', '需要物流*', '需要物流'),
  taxable: named('y-or-n', '商品收税*', '商品收税'),
  tracked: named('y-or-n', '跟踪库存*', '跟踪库存'),
  rule: named('rule', '库存规则*'),
  collections: named('text', '专辑名称'),
  tags: named('text', '标签'),
  vendor: named('text', '供应商名称'),
  part: named('part', '商品属性*'),
  attribute1: named('code', '款式1'),
  attribute2: named('code', '款式2'),
  attribute3: named('code', '款式3'),
  price: named('money', '商品售价*'),
  compareAt: named('money', '商品原价*', '商品原价'),
  sku: named('code', '商品SKU'),
  weight: named('weight', '商品重量'),
  weightUnit: named('unit', '重量单位'),
  barcode: named('code', '商品条形码'),
  quantity: named('quantity', '商品库存'),
  images: named('text', '商品主图*', '商品主图'),
  furtherImages: named('text', '商品副图'),
  variantImage: named('url', '款式图片'),
};

/** Shoplazza's file; only its header is known. */
export const shoplazzaDialect: PartsDialect = {
  id: 'shoplazza',
  columns: columnSet(table as Record<Column, { names: readonly string[]; holds: Holds }>, [
    { column: 'title', code: 'header.title-missing' },
    { column: 'part', code: 'header.part-missing' },
    { column: 'weightUnit', code: 'header.part-missing' },
  ]),
  // biome-ignore format: one header, read as one
  header: [
    '商品ID', '商品标题*', '商品副标题', '链接', '商品描述', 'seo标题', 'seo描述', 'seo关键词', '商品上架*', '需要物流*', '商品收税*',
    '虚拟销量', '跟踪库存*', '库存规则*', '专辑名称', '标签', '供应商名称', '供应商URL', '商品属性*', '款式1', '款式2', '款式3',
    '商品售价*', '商品原价*', '商品SKU', '商品重量', '重量单位', '商品条形码', '商品库存', '商品主图*', '商品副图', '款式图片', '商品备注',
    '款式备注', '商品spu',
  ],
  // biome-ignore format: one row, read as one
  hint: [
    '新商品不填', '最多255个字符', '', '', 'HTML', '', '', '', 'Y 或 N', 'Y 或 N', 'Y 或 N',
    '', 'Y 或 N', '1：库存为0可购买，2：库存为0不可购买，3：库存为0自动下架', '用逗号分隔', '用逗号分隔', '', '', 'M：主商品，P：款式，S：单一款式商品',
    'M 行填名称，P 行填值', 'M 行填名称，P 行填值', 'M 行填名称，P 行填值', '', '', '', '', 'kg、lb、g、oz', '', '', '一个图片链接', '用逗号分隔的图片链接', '一个图片链接', '',
    '', '',
  ],
  rule: { deny: '2', allow: '1' },
  titleMax: 255,
};
