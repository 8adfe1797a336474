import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';
import type { RemedyKind } from '@bowerbird/contract/files/remedies';
import type { NotedRow } from '../text/table-row.ts';
import { type GoodTable, goodTables } from './good-tables.ts';

/** A good table with one error, and the answer that it must have. */
export interface CellFault {
  table: GoodTable;
  rows: readonly [NotedRow, ...NotedRow[]];
  fault: FileFault;
  /** The steps of the remedy that repairs it; [] where a person must decide. */
  repair: readonly RemedyKind[];
}

type Bad = [value: string, ...repair: RemedyKind[]];

const money: Bad[] = [
  ['12,50', 'decimal-comma'],
  ['¥12.50', 'currency-sign'],
  ['1,234.50', 'thousands'],
  ['on request'],
];
const quantity: Bad[] = [['1,234', 'thousands'], ['3.5', 'whole-number'], ['plenty']];
const booleans: Bad[] = [['是', 'map-values'], ['maybe']];
const code: [FaultCode, string][] = [
  ['cell.exponent', '4.00638E+12'],
  ['cell.became-date', '5-Mar'],
  ['cell.formula-error', '#N/A'],
];

/** Values that are wrong in a kind of column, with their repairs. */
const kinds: Readonly<Record<string, { code: FaultCode; values: readonly Bad[] }>> = {
  money: { code: 'cell.not-money', values: money },
  quantity: { code: 'cell.not-quantity', values: quantity },
  'woo-stock': { code: 'cell.not-quantity', values: [['1,234', 'thousands'], ['plenty']] },
  weight: { code: 'cell.not-weight', values: [['1.5kg', 'weight-unit'], ['2 斤', 'weight-unit'], ['heavy']] },
  grams: { code: 'cell.not-grams', values: [['1.5kg', 'weight-unit'], ['0,28', 'weight-unit'], ['heavy']] },
  unit: { code: 'cell.not-unit', values: [['公斤', 'map-values'], ['stone']] },
  boolean: { code: 'cell.not-boolean', values: booleans },
  'y-or-n': { code: 'cell.not-y-or-n', values: booleans },
  't-or-f': { code: 'cell.not-t-or-f', values: booleans },
  policy: { code: 'cell.not-policy', values: [['允许', 'map-values'], ['sometimes']] },
  status: { code: 'cell.not-status', values: [['上架', 'map-values'], ['new']] },
  published: { code: 'cell.not-published', values: [['是', 'map-values'], ['soon']] },
  tax: { code: 'cell.not-tax-status', values: [['19%']] },
  type: { code: 'cell.not-type', values: [['shirt']] },
  rule: { code: 'cell.not-rule', values: [['9']] },
  part: { code: 'cell.not-part', values: [['X']] },
  tracker: { code: 'cell.not-tracker', values: [['true'], ['17']] },
  position: { code: 'cell.not-position', values: [['0'], ['first']] },
  url: { code: 'cell.not-url', values: [['//a.test/1.jpg', 'address'], ['a.jpg']] },
};

/** The columns of each kind in each format. */
const columns: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  shopify: {
    money: ['Variant Price', 'Variant Compare At Price', 'Cost per item'],
    quantity: ['Variant Inventory Qty'],
    grams: ['Variant Grams'],
    unit: ['Variant Weight Unit'],
    boolean: ['Published', 'Variant Taxable', 'Variant Requires Shipping', 'Gift Card'],
    policy: ['Variant Inventory Policy'],
    status: ['Status'],
    tracker: ['Variant Inventory Tracker'],
    position: ['Image Position'],
    url: ['Image Src', 'Variant Image'],
    code: ['Variant SKU', 'Variant Barcode', 'Option1 Value'],
  },
  'shopify-new': {
    money: ['Price', 'Compare-at price'],
    quantity: ['Inventory quantity'],
    grams: ['Weight value (grams)'],
    unit: ['Weight unit for display'],
    boolean: ['Published on online store', 'Charge tax'],
    policy: ['Continue selling when out of stock'],
    status: ['Status'],
    tracker: ['Inventory tracker'],
    position: ['Image position'],
    url: ['Product image URL', 'Variant image URL'],
    code: ['SKU', 'Barcode', 'Option1 value'],
  },
  woocommerce: {
    money: ['Sale price', 'Regular price'],
    // WooCommerce keeps parts of a chunk.
    'woo-stock': ['Stock'],
    weight: ['Weight (kg)'],
    published: ['Published'],
    tax: ['Tax status'],
    type: ['Type'],
    code: ['SKU', 'GTIN, UPC, EAN, or ISBN'],
  },
  shopline: {
    money: ['SKU price', 'SKU compare at price', 'Cost per item'],
    quantity: ['SKU Inventory Quantity'],
    weight: ['SKU weight'],
    unit: ['SKU weight unit'],
    'y-or-n': ['Published'],
    't-or-f': ['SKU Inventory Tracker', 'SKU tax policy'],
    policy: ['SKU Inventory Policy'],
    url: ['Master image', 'Image'],
    code: ['SKU', 'Barcode (ISBN, UPC, GTIN, etc.)', 'Option1 value'],
  },
  shoplazza: {
    money: ['商品售价*', '商品原价*'],
    quantity: ['商品库存'],
    weight: ['商品重量'],
    unit: ['重量单位'],
    'y-or-n': ['商品上架*', '跟踪库存*'],
    rule: ['库存规则*'],
    part: ['商品属性*'],
    url: ['款式图片'],
    code: ['商品SKU', '商品条形码'],
  },
  shopyy: {
    money: ['*Price', 'Compare at price'],
    quantity: ['Inventory'],
    weight: ['Weight(kg)'],
    'y-or-n': ['Published', 'Product Taxation'],
    rule: ['*Inventory Rules'],
    part: ['*Variants Settings'],
    code: ['Product SKU', 'Barcode', 'Attributes 1'],
  },
  matrixify: {
    money: ['Variant Price', 'Variant Cost'],
    quantity: ['Variant Inventory Qty'],
    grams: ['Variant Weight'],
    unit: ['Variant Weight Unit'],
    boolean: ['Published'],
    policy: ['Variant Inventory Policy'],
    status: ['Status'],
    url: ['Image Src'],
    code: ['Variant SKU', 'Variant Barcode'],
  },
  mapping: {
    money: ['售价(元)', '原价'],
    quantity: ['库存'],
    weight: ['重量(g)'],
    status: ['状态'],
    url: ['主图'],
    code: ['商家编码', '条码', '颜色'],
  },
};

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns every value that is wrong in every kind of column of every format, each in a row that the seed chooses. */
export function cellFaults(seed = 17): CellFault[] {
  const random = seeded(seed);
  return goodTables.flatMap((table) =>
    Object.entries(columns[table.name] ?? {}).flatMap(([kind, names]) =>
      names.flatMap((name) => {
        const bad =
          kind === 'code'
            ? code.map(([own, value]) => ({ code: own, value, repair: [] }))
            : (kinds[kind]?.values ?? []).map(([value, ...repair]) => ({
                code: kinds[kind]?.code ?? 'cell.not-money',
                value,
                repair,
              }));
        return bad.map((each) => brokenAt(table, name, each, random()));
      }),
    ),
  );
}

function brokenAt(
  table: GoodTable,
  column: string,
  bad: { code: FaultCode; value: string; repair: readonly RemedyKind[] },
  chance: number,
): CellFault {
  const [header, ...rows] = table.rows;
  const place = header.cells.indexOf(column);
  const filled = rows.filter(({ cells }, at) => isProductRow(table, at) && (cells[place] ?? '') !== '');
  const chosen = filled[Math.floor(chance * filled.length)];
  if (place === -1 || !chosen) {
    throw new RangeError(`${table.name} has no cell in ${column}`);
  }
  const broken = rows.map((row) =>
    row === chosen ? { ...row, cells: row.cells.with(place, bad.value) } : row,
  );
  return {
    table,
    rows: [header, ...broken],
    fault: { row: chosen.number, column, value: bad.value, code: bad.code },
    repair: bad.repair,
  };
}

/** The first row of templates explains the columns. */
function isProductRow({ name }: GoodTable, at: number): boolean {
  return at > 0 || (name !== 'shopyy' && name !== 'shoplazza');
}
