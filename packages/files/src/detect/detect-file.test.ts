import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesSource, type FileSource } from '../source/file-source.ts';
import { textRows, workbookOf } from '../testing/workbook.ts';
import { bytesOf, carried, type Encoding } from '../text/encoding.ts';
import { detectFile } from './detect-file.ts';

const bytes = (text: string, encoding: Encoding = 'utf-8') =>
  bytesSource(bytesOf(carried(text, encoding) ?? '', encoding));

/** A file of one gigabyte that is made where it is read, and counts the bytes that were asked for. */
function gigabyte(): { source: FileSource; read: () => number } {
  const header = Buffer.from('Título;Preço;Estoque;Imagem\r\n');
  const row = Buffer.from('Vestido azul;12,50;3;https://a.test/1.jpg\r\n');
  let count = 0;
  return {
    source: {
      size: 1024 ** 3,
      async read(position, length) {
        count += length;
        return Uint8Array.from({ length }, (_, at) => {
          const place = position + at;
          return place < header.length
            ? (header[place] ?? 0)
            : (row[(place - header.length) % row.length] ?? 0);
        });
      },
    },
    read: () => count,
  };
}

it('a gigabyte is previewed by its first megabyte', async () => {
  const { source, read } = gigabyte();
  const found = await detectFile(source);

  expect(read()).toBeLessThan(1_000_000);
  expect(found.preview).toHaveLength(20);
  expect(found.dialect).toMatchObject({ separator: ';', lineEnd: '\r\n', encoding: 'utf-8' });
  expect(found.columns.map(({ field }) => field)).toEqual(['title', 'price', 'stock', 'images']);
});

it('decimal commas are one group of errors with an example, found in the preview', async () => {
  const { source } = gigabyte();

  expect((await detectFile(source)).faults[0]).toEqual({
    code: 'cell.not-money',
    column: 'Preço',
    shape: '9,9',
    count: 299,
    examples: [{ row: 2, value: '12,50' }],
  });
});

it('an encoding that is a guess is shown in all that it could be, by the same cells', async () => {
  const text = `商品标题,价格\n${'连衣裙夏季新款,12\n'.repeat(30)}`;
  const found = await detectFile(bytes(text, 'gb18030'));

  expect(found).toMatchObject({ certain: false, dialect: { encoding: 'gb18030' } });
  expect(found.encodings.find(({ encoding }) => encoding === 'gb18030')).toEqual({
    encoding: 'gb18030',
    cells: ['商品标题', '价格', '连衣裙夏季新款'],
    sound: true,
  });
  expect(found.encodings.find(({ encoding }) => encoding === 'utf-8')?.sound).toBe(false);
});

it('what a person chose is kept', async () => {
  const found = await detectFile(bytes('a;b,c\n1;2,3\n'), { dialect: { separator: ';' } });

  expect(found.header?.cells).toEqual(['a', 'b,c']);
});

it.each([
  ['the line by which Excel names the separator', 'sep=;\nTitle;Price\nLamp, oak;12\nChair, ash;7\n', true],
  ['a letterhead', 'Acme Ltd\nPrices of March\n\nTitle;Price\nLamp;12\nChair;7\n', false],
])('%s above the header does no harm', async (_, text, certain) => {
  const found = await detectFile(bytes(text));

  expect(found).toMatchObject({
    certain,
    dialect: { separator: ';' },
    header: { cells: ['Title', 'Price'] },
  });
});

it("a supplier's sheet is found below its letterhead and beside other sheets", async () => {
  const file = await workbookOf({
    sheets: {
      说明: textRows([['请先阅读'], ['填写说明']]),
      报价单: textRows([
        ['义乌某某贸易有限公司'],
        ['日期', '2025-03-05'],
        [],
        ['货号', '品名', '颜色', '单价', '库存'],
        ['A17', '连衣裙', '红', '12.5', '3'],
        ['A17', '连衣裙', '蓝', '12.5', '3'],
      ]),
    },
  });
  const found = await detectFile(bytesSource(file));

  expect(found).toMatchObject({ kind: 'xlsx', sheet: 1, header: { number: 4 }, format: null });
  expect(found.mapping).toMatchObject({
    sheet: '报价单',
    headerRow: 4,
    products: { by: 'columns', rows: 'variants', key: ['货号'] },
  });
  expect(found.preview.map(({ number }) => number)).toEqual([5, 6]);
});

it('dates whose order is not certain are shown in each order', async () => {
  const { dates } = await detectFile(
    bytes('Title,Added,Sold\nA,03/05/2025,31/05/2025\nB,04/06/2025,01/06/2025\n'),
  );

  expect(dates).toMatchObject([
    {
      column: 'Added',
      orders: ['dmy', 'mdy'],
      examples: [{ value: '03/05/2025', read: { dmy: '2025-05-03', mdy: '2025-03-05' } }, {}],
    },
    { column: 'Sold', orders: ['dmy'] },
  ]);
});

it.each<[string, string | Uint8Array, string]>([
  [
    'an old Excel file',
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(1016)]),
    'file.old-excel',
  ],
  ['Excel 4', Uint8Array.from([9, 4, 6, 0, 0, 0, 16, 0]), 'file.old-excel'],
  ['a web page named .xls', '\n<html xmlns:x="urn"><table><tr><td>a</td></tr></table>', 'file.web-page'],
  [
    'an XML spreadsheet',
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
    'file.xml-table',
  ],
  ['a PDF', '%PDF-1.7 ...', 'file.not-a-table'],
  ['nothing', '', 'file.empty'],
  ['blank lines', '\n\n ,\n', 'file.empty'],
])('%s is refused by name', async (_, content, code) => {
  expect((await detectFile(bytesSource(Buffer.from(content as string)))).refused?.code).toBe(code);
});

const folder = join(import.meta.dirname, '../../../../../shared/fixtures');
const recorded = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:csv|xlsx)$/.test(file))
  : [];

it.runIf(recorded.length > 0)(
  'every recorded file is known, and its first rows have only the errors that it has',
  async () => {
    const found: Record<string, unknown> = {};
    for (const file of recorded) {
      const { format, faults, refused, kind } = await detectFile(
        bytesSource(readFileSync(join(folder, file))),
      );
      found[file] = [kind, format?.id ?? null, refused?.code ?? null, ...faults.map(({ code }) => code)];
    }

    expect(found).toMatchSnapshot();
  },
);
