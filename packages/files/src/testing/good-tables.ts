import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { exportFormats } from '@bowerbird/contract/products/export';
import { fileFormats } from '../formats/all.ts';
import { suggestMapping } from '../mapping/suggest.ts';
import type { NotedRow } from '../text/table-row.ts';

/** A table without an error, and how it is read. */
export interface GoodTable {
  name: string;
  products: FileMapping['products'];
  rows: readonly [NotedRow, ...NotedRow[]];
}

const image = (n: number, alt = '') => ({ url: `https://a.test/${n}.jpg`, alt, width: null, height: null });
const products: readonly Product[] = [
  productWith({
    title: 'Lamp',
    handle: 'lamp',
    descriptionHtml: '<p>Oak</p>',
    vendor: 'Acme',
    tags: ['oak'],
    options: [{ name: 'Size', values: ['S', 'M'] }],
    images: [image(1, 'A'), image(2, 'A')],
    variants: ['S', 'M'].map((size, at) =>
      variantWith({
        id: `v${at + 1}`,
        sku: `001${at + 1}`,
        barcode: '4006381333931',
        optionValues: [size],
        price: '12.50',
        compareAtPrice: '15.00',
        cost: '5.00',
        stock: 3,
        weight: { value: '280', unit: 'g' },
        imageUrl: 'https://a.test/1.jpg',
      }),
    ),
  }),
  productWith({
    title: 'Chair',
    handle: 'chair',
    images: [image(3)],
    variants: [
      variantWith({
        sku: '0021',
        price: '7.00',
        compareAtPrice: '8.00',
        stock: 1,
        weight: { value: '1', unit: 'kg' },
      }),
    ],
  }),
];

function numbered(cells: readonly (readonly string[])[]): [NotedRow, ...NotedRow[]] {
  const [header, ...rows] = cells.map((each, at): NotedRow => ({ number: at + 1, cells: each, notes: [] }));
  if (!header) {
    throw new RangeError('A table needs a header');
  }
  return [header, ...rows];
}

const ofFormats = exportFormats.map((id): GoodTable => {
  const sheet = fileFormats[id].sheet({ attributes: 1 });
  const rows = products.flatMap((product) => sheet.write(product).rows);
  return {
    name: id,
    products: { by: 'format', format: id },
    rows: numbered([sheet.header, ...(sheet.hint ? [sheet.hint] : []), ...rows]),
  };
});

const supplier = numbered([
  [
    '货号',
    '商品标题',
    '颜色',
    '尺码',
    '售价(元)',
    '原价',
    '库存',
    '重量(g)',
    '主图',
    '商家编码',
    '条码',
    '状态',
  ],
  [
    'A17',
    '连衣裙',
    '红色',
    'M',
    '12.50',
    '15',
    '3',
    '280',
    'https://a.test/1.jpg',
    '0017',
    '4006381333931',
    'active',
  ],
  ['A17', '连衣裙', '红色', 'L', '13.50', '15', '4', '290', '', '0018', '4006381333948', ''],
  ['A18', '衬衫', '', '', '9', '', '2', '', 'https://a.test/2.jpg', '0019', '', 'draft'],
]);

/** A good table of each platform's format, and one of a supplier that is read by a mapping. */
export const goodTables: readonly GoodTable[] = [
  ...ofFormats,
  {
    name: 'mapping',
    products: suggestMapping(supplier[0].cells, supplier.slice(1)).mapping,
    rows: supplier,
  },
];
