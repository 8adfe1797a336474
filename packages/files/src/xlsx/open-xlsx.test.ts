import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTable } from '../formats/read-table.ts';
import { bytesSource } from '../source/file-source.ts';
import { type TestWorkbook, textRows, workbookOf } from '../testing/workbook.ts';
import type { NotedRow } from '../text/table-row.ts';
import { openXlsx } from './open-xlsx.ts';

async function rowsOf(bytes: Uint8Array, sheet = 0): Promise<NotedRow[]> {
  const file = await openXlsx(bytesSource(bytes));
  const rows: NotedRow[] = [];
  const ended = await file.rows(sheet, (batch) => {
    rows.push(...batch);
  });
  if (ended) {
    throw ended;
  }
  return rows;
}

async function cellsOf(given: TestWorkbook): Promise<readonly string[]> {
  return (await rowsOf(await workbookOf(given))).flatMap(({ cells }) => cells);
}

const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;

it.each([
  ['17', '0000000', '0000017'],
  ['12345678', '0000000', '12345678'],
  ['9876543', '000-0000', '987-6543'],
  ['19876543', '000-0000', '1987-6543'],
  ['17', '"SKU-"0000', 'SKU-0017'],
  ['4006381333931', '0.00E+00', '4006381333931'],
  ['4.006381333931E12', 'General', '4006381333931'],
  ['9816088.0', 'General', '9816088'],
  ['12.499999999999998', 'General', '12.5'],
  ['0.1', 'General', '0.1'],
  ['1E-7', 'General', '0.0000001'],
  ['12.5', '0.00', '12.50'],
  ['12.345', '0.00', '12.345'],
  ['1234.5', '#,##0.00', '1234.50'],
  ['12.5', '"¥"#,##0.00', '12.50'],
  ['12.5', '_-[$€-407]* #,##0.00_-', '12.50'],
  ['0.15', '0%', '15%'],
  ['-3', '0', '-3'],
  ['17', '@', '17'],
  ['45721', 'd-mmm', '2025-03-05'],
  ['45721', 'yyyy"年"m"月"d"日"', '2025-03-05'],
  ['45721.604166666664', 'yyyy-mm-dd hh:mm', '2025-03-05 14:30:00'],
  ['0.604166666666667', 'h:mm', '14:30:00'],
  ['1.1041666666666667', '[h]:mm:ss', '26:30:00'],
  ['60', 'yyyy-mm-dd', '1900-02-29'],
  ['1', 'yyyy-mm-dd', '1900-01-01'],
])('a cell of %s shown by %s is read as %s', async (raw, format, shown) => {
  const rows = await cellsOf({ sheets: { A: `<row>${number(raw, 1)}</row>` }, formats: [format] });

  expect(rows).toEqual([shown]);
});

it('dates of a workbook that counts from 1904 are the same days', async () => {
  const rows = await cellsOf({
    sheets: { A: `<row>${number('44259', 1)}</row>` },
    formats: ['yyyy-mm-dd'],
    date1904: true,
  });

  expect(rows).toEqual(['2025-03-05']);
});

it('every kind of cell is read as the table shows it, with notes where the file says less than it seems', async () => {
  const [row] = await rowsOf(
    await workbookOf({
      sheets: {
        A: `<row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="e"><v>#N/A</v></c><c r="E3"><f>1+1</f><v>2</v></c><c r="F3" t="str"><f>A1&amp;B1</f><v>ab</v></c><c r="G3"><f>NOW()</f></c><c r="H3"><v>1.2345678901234568E+18</v></c><c r="I3" t="d"><v>2025-03-05T00:00:00</v></c><c r="J3" t="inlineStr"><is><r><t>Ri</t></r><r><t>ch</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is></c><c r="K3" t="inlineStr"><is><t>a_x000D_b &amp; c</t></is></c></row>`,
      },
      shared: ['zero', '0017'],
    }),
  );

  expect(row).toEqual({
    number: 3,
    cells: [
      '0017',
      '',
      'TRUE',
      '#N/A',
      '2',
      'ab',
      '',
      '1234567890123456768',
      '2025-03-05',
      'Rich',
      'a\rb & c',
    ],
    notes: [
      { place: 3, kind: 'formula-error' },
      { place: 4, kind: 'formula' },
      { place: 5, kind: 'formula' },
      { place: 6, kind: 'formula-without-value' },
      { place: 7, kind: 'digits-lost' },
      { place: 8, kind: 'date' },
    ],
  });
});

it('sheets are read by their order, hidden ones are named, and blank styled rows are none', async () => {
  const bytes = await workbookOf({
    sheets: { Notes: textRows([['x']]), 产品: `${textRows([['a'], ['b']])}<row r="9"><c s="1"/></row>` },
    hidden: ['Notes'],
  });
  const file = await openXlsx(bytesSource(bytes));

  expect(file.sheets).toEqual([
    { name: 'Notes', hidden: true },
    { name: '产品', hidden: false },
  ]);
  expect((await rowsOf(bytes, 1)).map(({ number: at, cells }) => [at, ...cells])).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
});

it('texts and their places come back whatever they are', { tags: ['slow'] }, async () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '"', '<', '&', '产', ' ', '\n', '_x0041_', '’', '🎒'),
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 4 }), async (table) => {
      const shared = table.flat().map((text) => text.replaceAll('_x', '_x005F_x'));
      let at = -1;
      const xml = table
        .map((row) => {
          const cells = row.map(() => {
            at += 1;
            return `<c t="s"><v>${at}</v></c>`;
          });
          return `<row>${cells.join('')}</row>`;
        })
        .join('');
      const rows = await rowsOf(await workbookOf({ sheets: { A: xml }, shared }));
      const expected = table
        .map((cells, index) => ({ number: index + 1, cells: trimmed(cells) }))
        .filter(({ cells }) => cells.length > 0);

      expect(rows.map(({ number: at, cells }) => ({ number: at, cells: trimmed(cells) }))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

function trimmed(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

it('stops at the row where the reader wants no more, and reads no more shared strings than these rows name', {
  tags: ['slow'],
}, async () => {
  const shared = Array.from({ length: 200_000 }, (_, at) => `text ${at} ${Math.sin(at)}`);
  const xml = shared.map((_, at) => `<row><c t="s"><v>${at}</v></c></row>`).join('');
  const bytes = await workbookOf({ sheets: { A: xml }, shared });
  let read = 0;
  const source = bytesSource(bytes);
  const file = await openXlsx({
    ...source,
    read: async (position, length) => {
      const found = await source.read(position, length);
      read += found.length;
      return found;
    },
  });
  let first: NotedRow | undefined;
  await file.rows(0, (batch) => {
    first ??= batch[0];
    return false;
  });

  expect(first?.cells).toEqual(['text 0 0']);
  expect(bytes.length).toBeGreaterThan(2_000_000);
  expect(read).toBeLessThan(800_000);
});

it('shared strings beyond the memory are kept on disk, and come back from there', async () => {
  const shared = Array.from({ length: 3_000 }, (_, at) => `${at} ${'长'.repeat(800)}`);
  const xml = shared
    .toReversed()
    .map((_, at) => `<row><c t="s"><v>${2_999 - at}</v></c></row>`)
    .join('');
  const file = await openXlsx(bytesSource(await workbookOf({ sheets: { A: xml }, shared })), {
    memory: 2 << 20,
    disk: 1 << 30,
  });
  const read: string[] = [];
  const ended = await file.rows(0, (batch) => {
    read.push(...batch.flatMap(({ cells }) => cells));
  });

  expect(ended).toBeNull();
  expect(read).toEqual(shared.toReversed());
});

it('shared strings beyond the disk are refused by name', async () => {
  const shared = Array.from({ length: 3_000 }, (_, at) => `${at} ${'长'.repeat(800)}`);
  const file = await openXlsx(
    bytesSource(await workbookOf({ sheets: { A: '<row><c t="s"><v>2999</v></c></row>' }, shared })),
    { memory: 1 << 20, disk: 3 << 20 },
  );

  expect(await file.rows(0, () => {})).toMatchObject({ code: 'file.texts-too-large' });
});

const recorded = join(
  import.meta.dirname,
  '../../../../../shared/fixtures/shopyy/momuto-products-export.xlsx',
);
it.runIf(existsSync(recorded))(
  "Shopyy's recorded export is read: its ids are whole, its hint row is none, its products are right",
  async () => {
    const rows = await rowsOf(readFileSync(recorded));
    const { format, products } = readTable(rows);
    const [first] = products;

    expect(format?.id).toBe('shopyy');
    expect(rows[2]?.cells[0]).toBe('9816088');
    expect(products.flatMap(({ faults }) => faults)).toEqual([]);
    expect(products).toHaveLength(5);
    expect(first?.product).toMatchObject({ title: 'The 116th', options: [{ name: 'Size' }] });
  },
);
