import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { expect, it } from 'vitest';
import { detectFile } from '../detect/detect-file.ts';
import { fitOf } from '../mapping/fit.ts';
import { suggestRemedies } from '../remedies/suggest.ts';
import { inWorkingOrder } from '../remedies/working-order.ts';
import { bytesSource } from '../source/file-source.ts';
import { openTable } from '../source/open-table.ts';
import { textRows, workbookOf } from '../testing/workbook.ts';
import type { NotedRow } from '../text/table-row.ts';
import { readStaged } from './staged-table.ts';

/** A sheet as suppliers send it: a letterhead, cells merged downwards, prices with signs, codes as numbers under a format. */
async function supplierSheet(price: string): Promise<Buffer> {
  const code = (place: string, value: string) => `<c r="${place}" s="1"><v>${value}</v></c>`;
  const rows = textRows([
    ['义乌某某贸易有限公司 报价单'],
    [],
    ['货号', '品名', '颜色', '尺码', '商家编码', '售价', '库存', '主图'],
    ['A17', '连衣裙', '红', 'M', '', price, '１２', '//img.test/1.jpg'],
    ['', '', '红', 'L', '', '￥１３.５', '1,200', ''],
    ['A18', '衬衫', '', '', '', '元 9', '3', 'https://img.test/2.jpg'],
  ])
    .replace(/(<row r="4">(?:<c .*?<\/c>){4})<c .*?<\/c>/, `$1${code('E4', '17')}`)
    .replace(/(<row r="5">(?:<c .*?<\/c>){4})<c .*?<\/c>/, `$1${code('E5', '18')}`);
  return await workbookOf({ sheets: { 说明: textRows([['请勿修改']]), 报价: rows }, formats: ['0000'] });
}

async function tableOf(bytes: Uint8Array, mapping: FileMapping): Promise<readonly [NotedRow, ...NotedRow[]]> {
  const file = await openTable(bytesSource(bytes));
  const rows: NotedRow[] = [];
  await file.rows(
    file.sheets.findIndex(({ name }) => name === mapping.sheet),
    (batch) => {
      rows.push(...batch.filter(({ number }) => number >= (mapping.headerRow ?? 1)));
    },
  );
  const [header, ...below] = rows;
  if (!header) {
    throw new Error('no rows');
  }
  return [header, ...below];
}

it("a supplier's workbook is repaired by the first remedy offered for each group, and next week's needs none", async () => {
  const bytes = await supplierSheet('¥12.50');
  const found = await detectFile(bytesSource(bytes));
  let mapping = found.mapping;
  if (!mapping) {
    throw new Error('no mapping');
  }

  expect(found.faults.map(({ code, column, shape }) => [code, column, shape])).toEqual([
    ['cell.not-money', '售价', '¥9.9'],
    ['cell.not-quantity', '库存', '９'],
    ['cell.not-url', '主图', '//a.a/9.a'],
    ['cell.not-money', '售价', '￥９.９'],
    ['cell.not-quantity', '库存', '9,9'],
    ['cell.not-money', '售价', '字 9'],
  ]);

  for (const group of found.faults) {
    const [steps = []] = suggestRemedies(group);
    mapping = { ...mapping, remedies: inWorkingOrder([...mapping.remedies, ...steps]) };
  }
  const { products, faults } = readStaged(mapping, await tableOf(bytes, mapping));

  expect(faults).toEqual([]);
  expect(products.map(({ product }) => product)).toMatchObject([
    {
      title: '连衣裙',
      images: [{ url: 'https://img.test/1.jpg' }],
      variants: [
        { sku: '0017', price: '12.50', stock: 12, optionValues: ['红', 'M'] },
        { sku: '0018', price: '13.5', stock: 1200, optionValues: ['红', 'L'] },
      ],
    },
    { title: '衬衫', variants: [{ price: '9', stock: 3 }] },
  ]);

  const next = await supplierSheet('¥14.00');
  const again = await detectFile(bytesSource(next), { mapping });
  const header = again.header ?? { number: 0, cells: [] };

  expect(again.faults).toEqual([]);
  expect(fitOf(mapping, header)).toBe(1);
  expect(fitOf(mapping, { number: 1, cells: ['Handle', 'Title'] })).toBe(0);
});
