import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import { type ColumnMapping, FileMapping } from '@bowerbird/contract/files/mapping';
import { expect, it } from 'vitest';
import { suggestMapping } from './suggest.ts';
import { tableReader } from './table-reader.ts';

function tableOf(...rows: string[][]) {
  return rows.map((cells, index) => ({ number: index + 1, cells }));
}

function read(mapping: ColumnMapping, rows: ReturnType<typeof tableOf>) {
  const [header, ...below] = rows;
  if (!header) {
    throw new Error('no header');
  }
  const reader = tableReader(mapping, header);
  const groups = Map.groupBy(below, (row) => reader.keyOf(row));
  groups.delete(null);
  return [...groups.values()].map((rows) => reader.read(rows));
}

function suggested(rows: ReturnType<typeof tableOf>): ColumnMapping {
  return suggestMapping(rows[0]?.cells ?? [], rows.slice(1)).mapping;
}

const chinese = tableOf(
  ['货号', '商品标题', '颜色', '尺码', '售价(元)', '库存', '重量(g)', '主图', '商家编码', '备注'],
  ['A17', '连衣裙', '红色', 'M', '12.50', '3', '280', 'https://a.test/1.jpg', '0017', '好'],
  ['A17', '连衣裙', '红色', 'L', '13.50', '4', '290', '', '0018', ''],
  ['A18', '衬衫', '', '', '9', '', '', 'https://a.test/2.jpg；https://a.test/3.jpg', '0019', ''],
);

const german = tableOf(
  ['Artikelnummer', 'Bezeichnung', 'Beschreibung', 'Größe', 'Farbe', 'Preis', 'EAN', 'Bestand', 'Bild'],
  ['A-100', 'Mütze', 'Warm', 'S', 'Rot', '12.50', '4006381333931', '10', 'https://a.test/a.jpg'],
  ['A-100', 'Mütze', 'Warm', 'M', 'Rot', '12.50', '4006381333948', '5', ''],
  ['A-101', '', '', 'M', 'Blau', '9.90', '', '3', ''],
);

it('columns are known by their words in German, and a code that variants of one title share is their product', () => {
  const mapping = suggested(german);

  expect(mapping).toMatchObject({ rows: 'variants', key: ['Artikelnummer'] });
  expect(mapping.columns.map(({ field }) => field)).toEqual([
    'title',
    'descriptionHtml',
    'optionValue',
    'optionValue',
    'price',
    'barcode',
    'stock',
    'images',
  ]);
  const [hat, nameless] = read(mapping, german);
  expect(hat).toMatchObject({ faults: [], product: { title: 'Mütze', variants: [{}, {}] } });
  // A row without a title is a product of its own code, not a variant of the one above.
  expect(nameless?.faults.map(({ row, code }) => [row, code])).toEqual([[4, 'product.title-missing']]);
});

it.each([
  ['重量(g)', '280', 'g'],
  ['Gewicht g', '80', 'g'],
  ['Variant Grams', '28', 'g'],
  ['净重（千克）', '1.5', 'kg'],
  ['Weight (lbs)', '2', 'lb'],
  ['重量_KG', '300', 'kg'],
  ['Weight', '0.28', 'kg'],
  // Nobody ships a shirt of 280 kg.
  ['Weight', '280', 'g'],
])('the weights of %s, such as %s, are in %s', (name, value, unit) => {
  const rows = tableOf(['Title', name], ['Cap', value]);

  expect(suggested(rows).defaults.weightUnit).toBe(unit);
});

it('a code that two titles share is an error of the file, and no product of two things', () => {
  const rows = tableOf(
    ['SKU', 'Title', 'Size', 'Price'],
    ['A', 'Cap', 'S', '1'],
    ['A', 'Hat', 'S', '2'],
    ['B', 'Hood', 'S', '3'],
  );

  expect(suggested(rows).key).not.toEqual(['SKU']);
});

it("a supplier's sheet in Chinese becomes the products it means, by the suggested mapping alone", () => {
  const mapping = suggested(chinese);
  const [dress, shirt] = read(mapping, chinese);

  expect(mapping).toMatchObject({
    rows: 'variants',
    key: ['货号'],
    defaults: { weightUnit: 'g', currency: 'CNY' },
  });
  expect(dress).toMatchObject({
    faults: [],
    product: {
      title: '连衣裙',
      status: 'draft',
      currency: 'CNY',
      options: [
        { name: '颜色', values: ['红色'] },
        { name: '尺码', values: ['M', 'L'] },
      ],
      variants: [
        {
          sku: '0017',
          price: '12.50',
          stock: 3,
          optionValues: ['红色', 'M'],
          weight: { value: '280', unit: 'g' },
        },
        { sku: '0018', price: '13.50', stock: 4, optionValues: ['红色', 'L'] },
      ],
      images: [{ url: 'https://a.test/1.jpg' }],
      extra: { file: { csv: { product: { 货号: 'A17', 备注: '好' } } } },
    },
  });
  expect(shirt?.product).toMatchObject({
    options: [],
    images: [{ url: 'https://a.test/2.jpg' }, { url: 'https://a.test/3.jpg' }],
  });
  expect(dress?.origin.columnOf('variants.price')).toBe('售价(元)');
  expect(dress?.origin.variants).toEqual({ v1: 2, v2: 3 });
});

it.each<[string, string[], Record<string, string>]>([
  [
    'English',
    [
      'Product Name',
      'Item Code',
      'Retail Price',
      'RRP',
      'Qty',
      'EAN',
      'Brand',
      'Photo 1',
      'Photo 2',
      'Colour',
    ],
    {
      'Product Name': 'title',
      'Item Code': 'sku',
      'Retail Price': 'price',
      RRP: 'compareAtPrice',
      Qty: 'stock',
      EAN: 'barcode',
      Brand: 'vendor',
      'Photo 1': 'images',
      'Photo 2': 'images',
      Colour: 'optionValue',
    },
  ],
  [
    'traditional Chinese',
    ['商品名稱', '貨號', '售價', '原價', '庫存數量', '商品條碼', '品牌', '主圖', '規格', '商品說明'],
    {
      商品名稱: 'title',
      貨號: 'sku',
      售價: 'price',
      原價: 'compareAtPrice',
      庫存數量: 'stock',
      商品條碼: 'barcode',
      品牌: 'vendor',
      主圖: 'images',
      規格: 'optionValue',
      商品說明: 'descriptionHtml',
    },
  ],
  [
    'Portuguese',
    [
      'Título',
      'Código',
      'Preço',
      'Preço original',
      'Estoque',
      'Código de barras',
      'Marca',
      'Imagens',
      'Cor',
      'Tamanho',
      'Peso (kg)',
    ],
    {
      Título: 'title',
      Código: 'sku',
      Preço: 'price',
      'Preço original': 'compareAtPrice',
      Estoque: 'stock',
      'Código de barras': 'barcode',
      Marca: 'vendor',
      Imagens: 'images',
      Cor: 'optionValue',
      Tamanho: 'optionValue',
      'Peso (kg)': 'weight',
    },
  ],
])('headers in %s are understood', (_, header, fields) => {
  const { columns } = suggestMapping(header, []);

  expect(Object.fromEntries(columns.map(({ column, field }) => [column, field]))).toEqual(fields);
});

it('a row for each product becomes all combinations of its values, with values of their own where a cell lists as many', () => {
  const rows = tableOf(
    ['Name', 'Color', 'Size', 'Price', 'SKU'],
    ['Shirt', 'Red, Blue', 'S,M', '10', 'a,b,c,d'],
    ['Cap', 'Red', '', '5', 'cap'],
    ['Sock', 'Red, Blue', '', '5', 'a,b,c'],
  );
  const mapping: ColumnMapping = {
    by: 'columns',
    rows: 'products',
    key: [],
    columns: [
      { column: 'Name', field: 'title' },
      { column: 'Color', field: 'optionValue', option: 1 },
      { column: 'Size', field: 'optionValue', option: 2 },
      { column: 'Price', field: 'price' },
      { column: 'SKU', field: 'sku' },
    ],
    defaults: { status: 'active', weightUnit: 'kg', currency: null },
  };
  const [shirt, cap, sock] = read(mapping, rows);

  expect(
    shirt?.product?.variants.map(({ sku, price, optionValues }) => [sku, price, ...optionValues]),
  ).toEqual([
    ['a', '10', 'Red', 'S'],
    ['b', '10', 'Red', 'M'],
    ['c', '10', 'Blue', 'S'],
    ['d', '10', 'Blue', 'M'],
  ]);
  expect(cap?.product?.variants).toMatchObject([{ sku: 'cap', optionValues: ['Red'] }]);
  expect(sock?.faults).toEqual([{ row: 4, column: 'SKU', value: 'a,b,c', code: 'option.count-differs' }]);
});

it('options in one cell, and rows that belong to the row above, are understood', () => {
  const rows = tableOf(
    ['Title', 'Sales attributes', 'Price', 'Image'],
    ['Lamp', 'Colour: Oak; Size: L', '10', 'https://a.test/1.jpg'],
    ['', 'Colour: Ash; Size: L', '11', ''],
    ['', '', '', 'https://a.test/2.jpg'],
    ['Chair', '', '3', ''],
  );
  const mapping: ColumnMapping = {
    by: 'columns',
    rows: 'variants',
    key: ['Title'],
    columns: [
      { column: 'Title', field: 'title' },
      { column: 'Sales attributes', field: 'options' },
      { column: 'Price', field: 'price' },
      { column: 'Image', field: 'images' },
    ],
    defaults: { status: 'active', weightUnit: 'kg', currency: 'USD' },
  };
  const products = read(mapping, rows).map(({ product }) => product);

  expect(products).toMatchObject([
    {
      title: 'Lamp',
      options: [
        { name: 'Colour', values: ['Oak', 'Ash'] },
        { name: 'Size', values: ['L'] },
      ],
      variants: [{ price: '10' }, { price: '11' }],
      images: [{ url: 'https://a.test/1.jpg' }, { url: 'https://a.test/2.jpg' }],
    },
    { title: 'Chair', variants: [{ price: '3' }] },
  ]);
  expect(products.flatMap((product) => (product ? checkProduct(product) : [])).length).toBe(0);
});

it('errors name row, column and value', () => {
  const rows = chinese.map(({ number, cells }) => ({
    number,
    cells: number === 3 ? cells.with(4, '12,50').with(5, 'many') : cells,
  }));

  expect(read(suggested(chinese), rows)[0]?.faults).toEqual([
    { row: 3, column: '售价(元)', value: '12,50', code: 'cell.not-money' },
    { row: 3, column: '库存', value: 'many', code: 'cell.not-quantity' },
  ]);
});

it('a file without the title or the key is refused by the name of the column; any other column may be missing', () => {
  const mapping = suggested(chinese);
  const without = (...names: string[]) => ({
    number: 1,
    cells: (chinese[0]?.cells ?? []).filter((cell) => !names.includes(cell)),
  });

  expect(tableReader(mapping, without('商品标题')).faults).toMatchObject([
    { column: '商品标题', code: 'header.title-missing' },
  ]);
  expect(tableReader(mapping, without('货号')).faults).toMatchObject([
    { column: '货号', code: 'header.column-missing' },
  ]);
  expect(tableReader(mapping, without('库存', '重量(g)')).faults).toEqual([]);
});

it('a mapping is a plain value that comes back from JSON and is checked', () => {
  const mapping: FileMapping = {
    version: 1,
    sheet: null,
    headerRow: 1,
    products: suggested(chinese),
    remedies: [{ kind: 'decimal-comma', column: '售价(元)', shape: '9,9' }],
  };

  expect(FileMapping.parse(JSON.parse(JSON.stringify(mapping)))).toEqual(mapping);
  expect(FileMapping.safeParse({ ...mapping, version: 2 }).success).toBe(false);
});
