import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../source/file-source.ts';
import { textRows, workbookOf, workbookParts, xmlText, zipOf } from '../testing/workbook.ts';
import type { NotedRow } from '../text/table-row.ts';
import { openContainer } from './container.ts';
import type { SheetCell } from './edit-sheet.ts';
import { editableXlsx } from './edit-xlsx.ts';
import { openXlsx } from './open-xlsx.ts';

type Cells = Readonly<Record<string, SheetCell>>;

const text = (value: string): SheetCell => ({ text: value, isNumber: false });
const number = (value: string): SheetCell => ({ text: value, isNumber: true });

/** Writes cells, named `row:place`, into the first sheet of a workbook, or the one of this name. */
async function edited(bytes: Buffer, cells: Cells, sheet = 'A'): Promise<Buffer> {
  const workbook = await editableXlsx(bytesSource(bytes), sheet);
  return await buffer(
    workbook.edited(async (row) => {
      const own = Object.entries(cells).filter(([place]) => place.startsWith(`${row}:`));
      return own.length === 0
        ? undefined
        : new Map(own.map(([place, cell]) => [Number(place.split(':')[1]), cell]));
    }),
  );
}

async function rowsOf(bytes: Buffer, sheet = 0): Promise<NotedRow[]> {
  const rows: NotedRow[] = [];
  const refused = await (await openXlsx(bytesSource(bytes))).rows(sheet, (batch) => void rows.push(...batch));
  expect(refused).toBeNull();
  return rows;
}

async function partsOf(bytes: Buffer): Promise<Map<string, string>> {
  const container = await openContainer(bytesSource(bytes));
  const parts = new Map<string, string>();
  for (const name of container.names) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of container.chunks(name)) {
      chunks.push(chunk);
    }
    parts.set(name, Buffer.concat(chunks).toString('latin1'));
  }
  return parts;
}

/** Returns the cells that differ, as `row:place`. */
function differences(before: readonly NotedRow[], after: readonly NotedRow[]): Record<string, string> {
  const places = (rows: readonly NotedRow[]) =>
    new Map(rows.flatMap(({ number: row, cells }) => cells.map((cell, at) => [`${row}:${at}`, cell])));
  const [old, now] = [places(before), places(after)];
  return Object.fromEntries(
    [...new Set([...old.keys(), ...now.keys()])]
      .filter((place) => (old.get(place) ?? '') !== (now.get(place) ?? ''))
      .map((place) => [place, now.get(place) ?? '']),
  );
}

const sheetPart = 'xl/worksheets/sheet1.xml';

describe('a cell of a workbook', () => {
  it('is written alone: every other character of its sheet, and every other part, stays', async () => {
    const rows =
      '<row r="1" spans="1:3" ht="20"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>30</v></c></row>\n' +
      '<!-- <c r="Z9"> --><row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3" t="str"><f>A1&amp;"&gt;"</f><v>x&gt;</v></c></row>';
    const bytes = await workbookOf({
      sheets: { A: rows, B: textRows([['other']]) },
      formats: ['0.00'],
      shared: ['Lamp', 'Mug & <cup>'],
      parts: { 'xl/media/image1.png': new Uint8Array([137, 80, 0, 255]) },
    });

    const after = await edited(bytes, { '3:0': text('Cup <2> & "more"') });

    const [old, now] = [await partsOf(bytes), await partsOf(after)];
    expect([...now.keys()]).toEqual([...old.keys()]);
    expect(now.get(sheetPart)).toBe(
      old
        .get(sheetPart)
        ?.replace(
          '<c r="A3" t="s"><v>1</v></c>',
          '<c r="A3" t="inlineStr"><is><t xml:space="preserve">Cup &lt;2&gt; &amp; "more"</t></is></c>',
        ),
    );
    for (const name of [...old.keys()].filter((each) => each !== sheetPart)) {
      expect(now.get(name), name).toBe(old.get(name));
    }
    expect(differences(await rowsOf(bytes), await rowsOf(after))).toEqual({ '3:0': 'Cup <2> & "more"' });
  });

  it('stays a number where it is one, in its format, and a code becomes text', async () => {
    const cell = (name: string, style: number) => `<c r="${name}" s="${style}"><v>17</v></c>`;
    const bytes = await workbookOf({
      sheets: { A: `<row r="1">${cell('A1', 1)}${cell('B1', 2)}${cell('C1', 3)}${cell('D1', 0)}</row>` },
      formats: ['0.00', '0000000', 'd-mmm'],
    });
    const cells = {
      '1:0': number('60.00'),
      '1:1': text('0000018'),
      '1:2': number('60'),
      '1:3': text('0000017'),
    };

    const after = await edited(bytes, cells);

    const xml = (await partsOf(after)).get(sheetPart) ?? '';
    expect(xml).toContain('<c r="A1" s="1"><v>60</v></c>');
    expect(xml.match(/t="inlineStr"/g)).toHaveLength(3);
    expect((await rowsOf(after))[0]?.cells).toEqual(['60.00', '0000018', '60', '0000017']);
  });

  it('is put at its place where the row has none, also into a row without cells', async () => {
    const bytes = await workbookOf({
      sheets: {
        A: '<row r="1"><c r="A1"><v>1</v></c><c r="D1"><v>4</v></c></row><row r="2"/><row><c><v>7</v></c><c><v>8</v></c></row>',
      },
    });
    const cells = {
      '1:1': text('b'),
      '1:2': text('c'),
      '1:5': text('f'),
      '2:1': text('in two'),
      '3:2': text('z'),
    };

    const after = await edited(bytes, cells);

    expect((await rowsOf(after)).map(({ cells: own }) => own)).toEqual([
      ['1', 'b', 'c', '4', '', 'f'],
      ['', 'in two'],
      ['7', '8', 'z'],
    ]);
  });

  it('is cleared, and keeps its style', async () => {
    const bytes = await workbookOf({
      sheets: { A: '<row r="1"><c r="A1" s="1"><v>1</v></c></row>' },
      formats: ['0'],
    });

    expect((await partsOf(await edited(bytes, { '1:0': text('') }))).get(sheetPart)).toContain(
      '<c r="A1" s="1"/>',
    );
  });

  it.each([
    [
      'with names that have a prefix',
      '<x:worksheet xmlns:x="urn:m"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row><x:row r="2"/></x:sheetData></x:worksheet>',
    ],
    [
      'with a byte order mark and CR',
      '\uFEFF<worksheet>\r\n<sheetData>\r<row r="1">\r\n<c r="A1"\r\n><v>1</v></c></row><row r="2" /></sheetData></worksheet>\r',
    ],
  ])('is written into a sheet %s, and in UTF-16', async (_, xml) => {
    for (const content of [Buffer.from(xml), Buffer.from(`\uFEFF${xml.replace('\uFEFF', '')}`, 'utf16le')]) {
      const bytes = await zipOf({ ...workbookParts({ sheets: { A: '' } }), [sheetPart]: content });
      const same = await edited(bytes, {});
      const after = await edited(bytes, { '1:0': text('é 漢 😀'), '2:0': text('two') });

      expect((await partsOf(same)).get(sheetPart)).toBe(content.toString('latin1'));
      expect((await rowsOf(after)).map(({ cells }) => cells)).toEqual([['é 漢 😀'], ['two']]);
    }
  });

  it('is hidden under a merged cell unless it is the first of it', async () => {
    const merged = '<mergeCells count="2"><mergeCell ref="A1:B3"/><mergeCell ref="D2:D2000"/></mergeCells>';
    const sheet = `<worksheet><sheetData>${textRows([['a']])}</sheetData>${' '.repeat(70_000)}${merged}</worksheet>`;
    const bytes = await zipOf({ ...workbookParts({ sheets: { A: '' } }), [sheetPart]: sheet });

    const { isCovered } = await editableXlsx(bytesSource(bytes), 'A');

    const covered = [
      [1, 0],
      [1, 1],
      [3, 0],
      [4, 0],
      [1, 3],
      [2, 3],
      [2000, 3],
      [2001, 3],
      [3, 2],
    ] as const;
    expect(covered.filter(([row, place]) => isCovered(row, place))).toEqual([
      [1, 1],
      [3, 0],
      [2000, 3],
    ]);
  });
});

it('any cells in any rows are the only ones that differ, wherever a chunk of 16 KB ends', {
  tags: ['slow'],
}, async () => {
  const value = fc.string({
    unit: fc.constantFrom('a', '<', '&', '"', '\r', '\n', ' ', '_x000D_', '漢', '😀', '\u0001'),
    maxLength: 12,
  });
  const rows = fc.array(fc.array(value, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 });
  const edits = fc.dictionary(
    fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 6 })).map(([row, place]) => `${row + 1}:${place}`),
    fc.record({ text: value, isNumber: fc.boolean() }),
    { maxKeys: 6 },
  );
  await fc.assert(
    fc.asyncProperty(rows, edits, fc.integer({ min: 15_800, max: 16_384 }), async (table, cells, blanks) => {
      const xml = table
        .map(
          (row, at) =>
            `<row r="${at + 1}">${row.map((each) => `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(each.replaceAll('\u0001', '_x0001_'))}</t></is></c>`).join('')}</row>`,
        )
        .join('');
      const bytes = await workbookOf({ sheets: { A: `${' '.repeat(blanks)}${xml}` } });
      const given = Object.fromEntries(
        Object.entries(cells).filter(([place]) => Number(place.split(':')[0]) <= table.length),
      );
      const before = await rowsOf(bytes);

      const after = await edited(bytes, given);

      const expected = Object.entries(given)
        .map(([place, { text: own }]) => [place, own] as const)
        .filter(
          ([place, own]) =>
            own !==
            (before.find(({ number: row }) => row === Number(place.split(':')[0]))?.cells[
              Number(place.split(':')[1])
            ] ?? ''),
        );
      expect(differences(before, await rowsOf(after))).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 150 },
  );
});

const folder = join(import.meta.dirname, '../../../../../shared/fixtures');
const recorded = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.xlsx'))
  : [];

describe.runIf(recorded.length > 0)('every recorded workbook', () => {
  it.each(recorded)('%s differs in the edited cell alone', { tags: ['slow'] }, async (file) => {
    const bytes = readFileSync(join(folder, file));
    const { sheets } = await openXlsx(bytesSource(bytes));
    const before = await rowsOf(bytes);
    const places = before
      .slice(0, 8)
      .flatMap(({ number: row, cells }) => [0, 1, cells.length + 1].map((at) => `${row}:${at}`));
    for (const place of places) {
      const after = await edited(bytes, { [place]: text('0000017 <&>') }, sheets[0]?.name);
      expect(differences(before, await rowsOf(after))).toEqual({ [place]: '0000017 <&>' });
      const [old, now] = [await partsOf(bytes), await partsOf(after)];
      expect([...old].filter(([name, content]) => now.get(name) !== content)).toHaveLength(1);
    }
    expect(places.length).toBeGreaterThan(5);
  });
});
