import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';
import type { NotedRow } from '../text/table-row.ts';
import type { CellFault } from './cell-faults.ts';
import { goodTables } from './good-tables.ts';

type Edit = (rows: [NotedRow, ...NotedRow[]], header: readonly string[]) => NotedRow[];
type Expected = [row: number, column: string | null, value: string, code: FaultCode];

/** Sets a cell by its column's name. */
function cell(row: number, column: string, value: string): Edit {
  return (rows, header) =>
    rows.map((each) =>
      each.number === row ? { ...each, cells: each.cells.with(header.indexOf(column), value) } : each,
    );
}

const withNote =
  (row: number, column: string, kind: NotedRow['notes'][number]['kind'], value: string): Edit =>
  (rows, header) =>
    cell(
      row,
      column,
      value,
    )(rows, header).map((each) =>
      each.number === row ? { ...each, notes: [{ place: header.indexOf(column), kind }] } : each,
    );
const all =
  (...edits: Edit[]): Edit =>
  (rows, header) =>
    edits.reduce<NotedRow[]>((held, edit) => edit(held as [NotedRow, ...NotedRow[]], header), rows);
const without =
  (column: string): Edit =>
  (rows, header) =>
    rows.map((each) => ({ ...each, cells: each.cells.toSpliced(header.indexOf(column), 1) }));
const renamed =
  (column: string, name: string): Edit =>
  (rows, header) =>
    rows.map((each, at) =>
      at === 0 ? { ...each, cells: each.cells.with(header.indexOf(column), name) } : each,
    );
const longer =
  (row: number, value: string): Edit =>
  (rows, header) =>
    rows.map((each) =>
      each.number === row
        ? {
            ...each,
            cells: [...each.cells, ...Array<string>(header.length - each.cells.length).fill(''), value],
          }
        : each,
    );

const shopifyLike = (
  title: string,
  handle: string,
  option: string,
  optionName: string,
  sku: string,
): [Edit, Expected][] => [
  [cell(2, title, ''), [2, title, '', 'product.title-missing']],
  [cell(4, handle, ''), [4, handle, '', 'row.handle-missing']],
  [all(cell(3, option, 'S')), [3, option, 'S', 'option.combination-twice']],
  [cell(3, option, ''), [3, option, '', 'option.value-missing']],
  [cell(2, optionName, ''), [2, optionName, '', 'option.name-missing']],
  [cell(3, optionName, 'Colour'), [3, optionName, 'Colour', 'option.name-changes']],
  [renamed(sku, title), [1, title, title, 'header.column-twice']],
  [
    withNote(3, sku, 'digits-lost', '1234567890123456768'),
    [3, sku, '1234567890123456768', 'cell.over-15-digits'],
  ],
  [withNote(3, sku, 'date', '2025-03-05'), [3, sku, '2025-03-05', 'cell.became-date']],
  [withNote(3, sku, 'nul', 'a\0b'), [3, sku, 'a\0b', 'cell.nul']],
  [withNote(2, title, 'not-in-encoding', 'L\uFFFDmp'), [2, title, 'L\uFFFDmp', 'cell.not-in-encoding']],
  [withNote(2, title, 'text-after-quote', 'Lamp" oak'), [2, title, 'Lamp" oak', 'cell.text-after-quote']],
  [withNote(2, title, 'formula-without-value', ''), [2, title, '', 'cell.formula-without-value']],
  [withNote(2, title, 'formula-error', '#REF!'), [2, title, '#REF!', 'cell.formula-error']],
];

const parts = (
  title: string,
  part: string,
  attribute: string,
  sku: string,
  p: [number, number],
): [Edit, Expected][] => [
  [cell(p[0], title, ''), [p[0], title, '', 'product.title-missing']],
  [cell(p[0], part, 'S'), [p[1], part, 'P', 'row.part-without-main']],
  [cell(p[0], attribute, ''), [p[0], attribute, '', 'option.name-missing']],
  [cell(p[1], attribute, ''), [p[1], attribute, '', 'option.value-missing']],
  [cell(p[1] + 1, attribute, 'S'), [p[1] + 1, attribute, 'S', 'option.combination-twice']],
  [renamed(sku, title), [1, title, title, 'header.column-twice']],
  [without(title), [1, title, '', 'header.title-missing']],
  [without(part), [1, part, '', 'header.part-missing']],
];

/** What can be wrong with the rows of a product and with a header, format by format. */
const broken: Readonly<Record<string, [Edit, Expected][]>> = {
  shopify: [
    ...shopifyLike('Title', 'Handle', 'Option1 Value', 'Option1 Name', 'Variant SKU'),
    [without('Title'), [1, 'Title', '', 'header.title-missing']],
    [
      cell(2, 'Variant Image', 'https://a.test/9.jpg'),
      [2, 'Variant Image', 'https://a.test/9.jpg', 'variant.picture-unknown'],
    ],
    [longer(2, 'further'), [2, '*', 'further', 'row.too-many-cells']],
    [
      cell(2, 'Image Src', '=DISPIMG("ID_1",1)'),
      [2, 'Image Src', '=DISPIMG("ID_1",1)', 'cell.embedded-image'],
    ],
    [
      all((rows) => [...rows, { number: 6, cells: rows[1]?.cells ?? [], notes: [] }]),
      [6, 'Handle', 'lamp', 'product.handle-twice'],
    ],
    [
      (rows) =>
        rows.flatMap((row) =>
          row.number === 4
            ? [
                { number: 4, cells: ['lamp'], notes: [] },
                { ...row, number: 5 },
              ]
            : [row],
        ),
      [4, null, '', 'row.says-nothing'],
    ],
    [cell(2, 'Vendor', 'x'.repeat(100_000)), [2, 'Vendor', `${'x'.repeat(199)}…`, 'cell.too-long']],
  ],
  'shopify-new': shopifyLike('Title', 'URL handle', 'Option1 value', 'Option1 name', 'SKU'),
  matrixify: [
    [without('Title'), [1, 'Title', '', 'header.title-missing']],
    [cell(2, 'Title', ''), [2, 'Title', '', 'product.title-missing']],
    [cell(3, 'Option1 Value', 'S'), [3, 'Option1 Value', 'S', 'option.combination-twice']],
  ],
  woocommerce: [
    [without('Name'), [1, 'Name', '', 'header.title-missing']],
    [without('Type'), [1, 'Type', '', 'header.title-missing']],
    [cell(2, 'Name', ''), [2, 'Name', '', 'product.title-missing']],
    [cell(4, 'Parent', 'table'), [4, 'Parent', 'table', 'row.parent-missing']],
    [cell(4, 'Attribute 1 value(s)', ''), [4, 'Attribute 1 value(s)', '', 'option.value-missing']],
    [cell(4, 'Attribute 1 value(s)', 'S'), [4, 'Attribute 1 value(s)', 'S', 'option.combination-twice']],
    [cell(5, 'SKU', 'lamp'), [5, 'SKU', 'lamp', 'product.handle-twice']],
    [renamed('Stock', 'Name'), [1, 'Name', 'Name', 'header.column-twice']],
    [withNote(2, 'SKU', 'date', '2025-03-05'), [2, 'SKU', '2025-03-05', 'cell.became-date']],
  ],
  shopline: [
    [without('Title*'), [1, 'Title*', '', 'header.title-missing']],
    [cell(2, 'Title*', ''), [2, 'Title*', '', 'product.title-missing']],
    [cell(3, 'Option1 value', ''), [3, 'Option1 value', '', 'option.value-missing']],
    [cell(3, 'Option1 value', 'S'), [3, 'Option1 value', 'S', 'option.combination-twice']],
    [renamed('SKU', 'Title*'), [1, 'Title*', 'Title*', 'header.column-twice']],
    [
      withNote(2, 'SKU', 'digits-lost', '1234567890123456768'),
      [2, 'SKU', '1234567890123456768', 'cell.over-15-digits'],
    ],
  ],
  shoplazza: parts('商品标题*', '商品属性*', '款式1', '商品SKU', [3, 4]),
  shopyy: parts('*Title', '*Variants Settings', 'Attributes 1', 'Product SKU', [3, 4]),
  mapping: [
    [without('商品标题'), [1, '商品标题', '', 'header.title-missing']],
    [without('货号'), [1, '货号', '', 'header.column-missing']],
    [cell(4, '商品标题', ''), [4, '商品标题', '', 'product.title-missing']],
    [cell(3, '尺码', ''), [3, '尺码', '', 'option.value-missing']],
    [cell(3, '尺码', 'M'), [3, '颜色', '红色', 'option.combination-twice']],
    [withNote(3, '尺码', 'date', '2025-03-05'), [3, '尺码', '2025-03-05', 'cell.became-date']],
    [cell(2, '主图', '=DISPIMG("ID_1",1)'), [2, '主图', '=DISPIMG("ID_1",1)', 'cell.embedded-image']],
  ],
};

/** Returns every error of rows and headers. A column `*` is any; of a header's error, the value is what the file has. */
export function tableFaults(): CellFault[] {
  return goodTables.flatMap((table) =>
    (broken[table.name] ?? []).map(([edit, [row, column, value, code]]): CellFault => {
      const [header, ...rows] = edit([...table.rows], table.rows[0].cells);
      if (!header) {
        throw new RangeError('A table needs a header');
      }
      const fault: FileFault = { row, column, value, code };
      return { table, rows: [header, ...rows], fault, repair: [] };
    }),
  );
}
