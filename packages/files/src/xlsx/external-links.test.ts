import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { expect, it } from 'vitest';
import { bytesSource } from '../source/file-source.ts';
import { readStaged } from '../staging/staged-table.ts';
import { textRows, workbookOf } from '../testing/workbook.ts';
import type { NotedRow } from '../text/table-row.ts';
import { openXlsx } from './open-xlsx.ts';

const mapping: Pick<FileMapping, 'products' | 'remedies'> = {
  products: {
    by: 'columns',
    rows: 'variants',
    key: ['SKU'],
    columns: [
      { column: 'Title', field: 'title' },
      { column: 'Price', field: 'price' },
    ],
    defaults: { status: 'draft', weightUnit: 'g', currency: null },
  },
  remedies: [],
};

/** Reads a workbook of products whose prices are these cells. */
async function staged(...prices: string[]) {
  const rows = prices.map(
    (cell, at) =>
      `<row r="${at + 2}"><c t="inlineStr"><is><t>A-${at}</t></is></c><c t="inlineStr"><is><t>Mug</t></is></c>${cell}</row>`,
  );
  const sheet = textRows([['SKU', 'Title', 'Price']]) + rows.join('');
  const file = await openXlsx(bytesSource(await workbookOf({ sheets: { Prices: sheet } })));
  const read: NotedRow[] = [];
  await file.rows(0, (batch) => void read.push(...batch));
  const [header, ...more] = read;
  if (!header) {
    throw new Error('no header');
  }
  return readStaged(mapping, [header, ...more]).products;
}

const priced = (formula: string, value: string) => `<c>${formula}${value && `<v>${value}</v>`}</c>`;

it('a formula that reads another workbook is noted by row and column, and its last value is the price', async () => {
  const products = await staged(
    priced('<f>[1]Prices!C2*1.2</f>', '12.5'),
    priced("<f>'[12]New prices'!C2</f>", '3'),
    priced('<f t="shared" ref="C4:C5" si="0">[1]Prices!C4</f>', '4'),
    priced('<f t="shared" si="0"/>', '5'),
  );

  expect(products.map(({ product }) => product?.variants[0]?.price)).toEqual(['12.5', '3', '4', '5']);
  expect(products.flatMap(({ faults }) => faults)).toEqual([]);
  expect(products.flatMap(({ notices }) => notices)).toEqual(
    ['12.5', '3', '4', '5'].map((value, at) => ({
      row: at + 2,
      column: 'Price',
      value,
      code: 'cell.external-link',
    })),
  );
});

it.each(['C2*1.2', 'Table1[1]', 'SUM(Table1[[#This Row],[1]])', 'Other!A1'])(
  'a formula that reads this workbook, as %s, is nothing to know',
  async (formula) => {
    const [product] = await staged(priced(`<f>${formula}</f>`, '12.5'));

    expect(product).toMatchObject({ notices: [], faults: [], product: { variants: [{ price: '12.5' }] } });
  },
);

it('a link whose value was not saved is the error that it is, and no note', async () => {
  const [product] = await staged(priced('<f>[1]Prices!C2</f>', ''));

  expect(product).toMatchObject({ notices: [], faults: [{ code: 'cell.formula-without-value' }] });
});
