import { crc32, deflateRawSync } from 'node:zlib';
import type { FaultCode } from '@bowerbird/contract/files/fault-codes';
import { type TestWorkbook, textRows, workbookOf, workbookParts, zipOf } from './workbook.ts';

/** A file that is no table, or is not whole. */
export interface WholeFileFault {
  what: string;
  bytes: () => Promise<Uint8Array> | Uint8Array;
  code: FaultCode;
  sheet?: number;
}

const good: TestWorkbook = {
  sheets: {
    A: textRows([
      ['Title', 'Price'],
      ['Lamp', '12.50'],
      ['Chair', '7'],
    ]),
  },
};
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const sheetOf = (xml: string) => () => workbookOf({ sheets: { A: xml } });
const withPart = (name: string, content: string | Uint8Array) => () =>
  workbookOf({ ...good, parts: { [name]: content } });
const zip =
  (...names: string[]) =>
  () =>
    zipOf(Object.fromEntries(names.map((name) => [name, 'x'])));

async function patched(change: (bytes: Buffer) => void, given: TestWorkbook = good): Promise<Buffer> {
  const bytes = await workbookOf(given);
  change(bytes);
  return bytes;
}

/** Where the entries of the central directory begin. */
function entriesOf(bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
    found.push(at);
  }
  return found;
}

/** Renames a part, in the directory alone, to a name of the same length. */
function rename(bytes: Buffer, from: string, to: string): void {
  const at = bytes.lastIndexOf(from);
  bytes.write(to.padEnd(from.length, '_').slice(0, from.length), at);
}

/** A ZIP of one part that says of itself what it likes. */
function bomb(size: number): Buffer {
  const name = Buffer.from('xl/workbook.xml');
  const content = Buffer.alloc(size, 32);
  const data = deflateRawSync(content, { level: 9 });
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc32(content), 14);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(size, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  local.copy(entry, 6, 4, 30);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  return Buffer.concat([local, name, data, entry, name, end]);
}

function oldOffice(stream: string): Buffer {
  const bytes = Buffer.alloc(1536);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeInt32LE(0, 48);
  bytes.write(stream, 512, 'utf16le');
  return bytes;
}

/** Every kind of file that cannot be read, or not to its end. */
export const wholeFileFaults: readonly WholeFileFault[] = [
  { what: 'an empty file', bytes: () => Buffer.alloc(0), code: 'file.empty' },
  {
    what: 'a CSV whose last quote is never closed',
    bytes: () => Buffer.from('Title,Price\n"Lamp,12\n'),
    code: 'file.cut-off',
  },
  {
    what: 'a UTF-16 CSV that ends inside a character',
    bytes: () => Buffer.concat([Buffer.from('\uFEFFa,b\nc,d\n', 'utf16le'), Buffer.from('x')]),
    code: 'file.half-character',
  },
  { what: 'an old Excel file (.xls)', bytes: () => oldOffice('Workbook'), code: 'file.old-excel' },
  { what: 'an old Excel file named .xlsx, of 1995', bytes: () => oldOffice('Book'), code: 'file.old-excel' },
  {
    what: 'an Excel 4 file',
    bytes: () => Buffer.from([9, 4, 6, 0, 0, 0, 16, 0, 0, 0]),
    code: 'file.old-excel',
  },
  { what: 'a workbook with a password', bytes: () => oldOffice('EncryptedPackage'), code: 'file.encrypted' },
  { what: 'a Word file of 2003', bytes: () => oldOffice('WordDocument'), code: 'file.not-a-table' },
  {
    what: 'a web page named .xls',
    bytes: () => Buffer.from('<html><body><table><tr><td>Title</td></tr></table></body></html>'),
    code: 'file.web-page',
  },
  {
    what: 'an XML spreadsheet of 2003',
    bytes: () =>
      Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook></Workbook>'),
    code: 'file.xml-table',
  },
  { what: 'a PDF', bytes: () => Buffer.from('%PDF-1.7\n'), code: 'file.not-a-table' },
  { what: 'a photo', bytes: () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), code: 'file.not-a-table' },
  {
    what: 'bytes of no kind',
    bytes: () => Buffer.from([7, 0, 0, 0, 3, 9, 1, 5, 200, 1, 1, 0, 0, 0, 44, 8, 8, 1]),
    code: 'file.not-a-table',
  },
  { what: 'a RAR archive', bytes: () => Buffer.from('Rar!\u001a\u0007'), code: 'file.not-a-table' },
  { what: 'a GZIP file', bytes: () => Buffer.from([0x1f, 0x8b, 8, 0]), code: 'file.not-a-table' },
  {
    what: 'a workbook that was not downloaded to its end',
    bytes: async () => (await workbookOf(good)).subarray(0, 900),
    code: 'file.cut-off',
  },
  {
    what: 'a workbook without its last byte',
    bytes: async () => (await workbookOf(good)).subarray(0, -1),
    code: 'file.cut-off',
  },
  { what: 'a ZIP of photos', bytes: zip('1.jpg', '2.jpg'), code: 'file.no-workbook' },
  { what: 'a Word file', bytes: zip('[Content_Types].xml', 'word/document.xml'), code: 'file.no-workbook' },
  {
    what: 'a binary workbook (.xlsb)',
    bytes: zip('[Content_Types].xml', 'xl/workbook.bin'),
    code: 'file.binary-excel',
  },
  {
    what: 'an OpenDocument spreadsheet (.ods)',
    bytes: zip('mimetype', 'content.xml'),
    code: 'file.open-document',
  },
  { what: 'a Numbers file', bytes: zip('Index/Document.iwa'), code: 'file.numbers' },
  {
    what: 'a part under a password',
    bytes: () =>
      patched((bytes) => {
        for (const at of entriesOf(bytes)) {
          bytes.writeUInt16LE(1, at + 8);
        }
      }),
    code: 'file.encrypted',
  },
  {
    what: 'a part named ../outside',
    bytes: () => patched((bytes) => rename(bytes, 'xl/styles.xml', '../styles.xml')),
    code: 'file.name-outside',
  },
  {
    what: 'a part with an absolute name',
    bytes: () => patched((bytes) => rename(bytes, 'xl/styles.xml', '/l/styles.xml')),
    code: 'file.name-outside',
  },
  {
    what: 'a relation to a place outside the file',
    bytes: withPart(
      '_rels/.rels',
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="../../etc/passwd"/></Relationships>',
    ),
    code: 'file.name-outside',
  },
  {
    what: 'two parts of one name',
    bytes: () =>
      patched((bytes) => rename(bytes, 'xl/worksheets/sheet2.xml', 'xl/worksheets/sheet1.xml'), {
        sheets: { A: '', B: '' },
      }),
    code: 'file.parts-overlap',
  },
  {
    what: 'one packed part under several names',
    bytes: () =>
      patched((bytes) => {
        const [first = 0, second = 0] = entriesOf(bytes);
        bytes.copy(bytes, second + 42, first + 42, first + 46);
      }),
    code: 'file.parts-overlap',
  },
  { what: 'a ZIP bomb by ratio', bytes: () => bomb(80 * 1024 * 1024), code: 'file.expands-too-far' },
  {
    what: 'a ZIP bomb by count',
    bytes: () =>
      patched((bytes) => {
        bytes.writeUInt16LE(60_000, bytes.length - 12);
        bytes.writeUInt16LE(60_000, bytes.length - 14);
      }),
    code: 'file.too-many-parts',
  },
  {
    what: 'a part that unpacks to more than it says',
    bytes: () =>
      patched((bytes) => {
        const at = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
        bytes.writeUInt32LE(10, at + 24);
      }),
    code: 'file.damaged',
  },
  {
    what: 'a part with a wrong checksum',
    bytes: () =>
      patched((bytes) => {
        const at = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
        bytes.writeUInt32LE(1, at + 16);
      }),
    code: 'file.damaged',
  },
  {
    what: 'a packing that nobody uses',
    bytes: () =>
      patched((bytes) => {
        const at = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
        bytes.writeUInt16LE(99, at + 10);
      }),
    code: 'file.damaged',
  },
  {
    what: 'a document type with entities',
    bytes: withPart(
      'xl/worksheets/sheet1.xml',
      `<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet xmlns="${main}"><sheetData/></worksheet>`,
    ),
    code: 'file.entities',
  },
  {
    what: 'an entity that nothing defines',
    bytes: sheetOf('<row><c t="inlineStr"><is><t>&lol;</t></is></c></row>'),
    code: 'file.entities',
  },
  {
    what: 'XML of a thousand levels',
    bytes: sheetOf(`${'<x>'.repeat(1_000)}${'</x>'.repeat(1_000)}`),
    code: 'file.too-deep',
  },
  {
    what: 'XML that is cut',
    bytes: withPart('xl/worksheets/sheet1.xml', '<worksheet><sheetData><row><c'),
    code: 'file.damaged',
  },
  {
    what: 'XML with a tag that is never closed',
    bytes: withPart('xl/workbook.xml', '<workbook><sheets>'),
    code: 'file.damaged',
  },
  {
    what: 'XML that is no UTF-8',
    bytes: withPart(
      'xl/worksheets/sheet1.xml',
      Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0x3c, 0x2f, 0x61, 0x3e]),
    ),
    code: 'file.damaged',
  },
  {
    what: 'a cell of nine million characters',
    bytes: sheetOf(`<row><c t="inlineStr"><is><t>${'ab'.repeat(4_500_000)}</t></is></c></row>`),
    code: 'file.cell-too-large',
  },
  {
    what: 'a shared string that there is not',
    bytes: () => workbookOf({ sheets: { A: '<row><c t="s"><v>7</v></c></row>' }, shared: ['a'] }),
    code: 'file.damaged',
  },
  {
    what: 'a shared string without any',
    bytes: sheetOf('<row><c t="s"><v>0</v></c></row>'),
    code: 'file.damaged',
  },
  {
    what: 'a shared string of no number',
    bytes: () => workbookOf({ sheets: { A: '<row><c t="s"><v>-1</v></c></row>' }, shared: ['a'] }),
    code: 'file.damaged',
  },
  {
    what: 'rows in the wrong order',
    bytes: sheetOf('<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>'),
    code: 'file.damaged',
  },
  {
    what: 'cells in the wrong order',
    bytes: sheetOf('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>'),
    code: 'file.damaged',
  },
  {
    what: 'a column beyond the last',
    bytes: sheetOf('<row r="1"><c r="XFE1"><v>1</v></c></row>'),
    code: 'file.damaged',
  },
  {
    what: 'a row beyond the last',
    bytes: sheetOf('<row r="1048577"><c><v>1</v></c></row>'),
    code: 'file.damaged',
  },
  {
    what: 'a workbook without a sheet',
    bytes: withPart('xl/workbook.xml', `<workbook xmlns="${main}"><sheets/></workbook>`),
    code: 'file.no-workbook',
  },
  {
    what: 'a sheet that is missing',
    bytes: async () => {
      const { 'xl/worksheets/sheet1.xml': _, ...parts } = workbookParts(good);
      return await zipOf(parts);
    },
    code: 'sheet.missing',
  },
  {
    what: 'a sheet that is not in the workbook',
    bytes: () => workbookOf(good),
    code: 'sheet.missing',
    sheet: 3,
  },
  {
    what: 'a sheet that is a chart',
    bytes: async () => {
      const parts = workbookParts(good);
      return await zipOf({
        ...parts,
        'xl/_rels/workbook.xml.rels': String(parts['xl/_rels/workbook.xml.rels']).replace(
          '/worksheet"',
          '/chartsheet"',
        ),
      });
    },
    code: 'sheet.chart',
  },
];
