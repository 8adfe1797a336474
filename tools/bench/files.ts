import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SaxesParser } from 'saxes';
import { ZipFile } from 'yazl';
import { fileAt } from '../../packages/files/src/source/file-at.ts';
import { chunksOf } from '../../packages/files/src/source/file-source.ts';
import { openContainer } from '../../packages/files/src/xlsx/container.ts';
import type { BenchRow } from './row.ts';

const rows = 200_000;
const columns = 15;
const rounds = 3;

/**
 * Reads a workbook of 200,000 x 15 cells, half of them shared strings of their own, and a CSV file of the same rows. The floor
 * of the workbook is unpacking both parts and taking the bare events of the XML parser; that of the CSV file is reading its
 * bytes.
 */
export async function benchFiles(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-bench-'));
  try {
    const workbook = join(folder, 'products.xlsx');
    const csv = join(folder, 'products.csv');
    await writeWorkbook(workbook, table);
    await writeCsv(csv);
    return [
      await compare('read XLSX', workbook, bareEvents, 'unzip + SAX events'),
      await compare('read CSV', csv, bareBytes, 'reading the bytes'),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare(
  what: string,
  path: string,
  floor: (path: string) => Promise<void>,
  floorName: string,
): Promise<BenchRow> {
  let floorMs = Number.POSITIVE_INFINITY;
  let best = { ms: Number.POSITIVE_INFINITY, residentMax: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const read = readApart(path);
    best = read.ms < best.ms ? read : best;
    floorMs = Math.min(floorMs, await timed(() => floor(path)));
  }
  const size = Math.round(statSync(path).size / 1e6);
  return {
    what: `${what}, ${rows.toLocaleString('en')} x ${columns} (${size} MB)`,
    ours: `${(best.ms / 1000).toFixed(1)} s; peak ${Math.round(best.residentMax / 1e6)} MB of the whole process`,
    floor: `${(floorMs / 1000).toFixed(1)} s (${floorName})`,
    ratio: floorMs / best.ms,
    aim: 'under 400 MB',
  };
}

/** Reads in a process of its own, whose memory nothing else uses. */
function readApart(path: string): { ms: number; residentMax: number } {
  const script = join(import.meta.dirname, 'read-file.ts');
  const [ms = 0, residentMax = 0, count = 0] = execFileSync(process.execPath, [script, path], {
    encoding: 'utf8',
  })
    .split(' ')
    .map(Number);
  if (count !== rows) {
    throw new Error(`read ${count} rows`);
  }
  return { ms, residentMax };
}

async function bareEvents(path: string): Promise<void> {
  const source = await fileAt(path);
  try {
    const container = await openContainer(source);
    for (const part of ['xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml']) {
      const parser = new SaxesParser({ position: false });
      const decoder = new TextDecoder();
      let events = 0;
      parser.on('opentag', () => {
        events += 1;
      });
      parser.on('text', () => {
        events += 1;
      });
      for await (const chunk of container.chunks(part)) {
        parser.write(decoder.decode(chunk, { stream: true }));
      }
      parser.close();
      if (events === 0) {
        throw new Error('no events');
      }
    }
  } finally {
    await source.close();
  }
}

async function bareBytes(path: string): Promise<void> {
  const source = await fileAt(path);
  try {
    let bytes = 0;
    for await (const chunk of chunksOf(source)) {
      bytes += chunk.length;
    }
    if (bytes !== source.size) {
      throw new Error('cut off');
    }
  } finally {
    await source.close();
  }
}

/** The cells of a table; those that are no number are shared strings of their own in a workbook. */
export interface BenchTable {
  rows: number;
  columns: number;
  cellOf(row: number, column: number): string;
}

const table: BenchTable = { rows, columns, cellOf };

function cellOf(row: number, column: number): string {
  return column % 2 === 0 ? String(row * columns + column) : `text ${row} of column ${column}`;
}

const isNumber = (cell: string) => /^\d{1,9}(?:\.\d\d)?$/.test(cell);

async function* sheetXml({ rows: count, columns: width, cellOf: cell }: BenchTable): AsyncGenerator<string> {
  yield '<worksheet><sheetData>';
  let index = 0;
  for (let row = 0; row < count; row += 1) {
    let xml = `<row r="${row + 1}">`;
    for (let column = 0; column < width; column += 1) {
      const name = `${String.fromCharCode(65 + column)}${row + 1}`;
      const value = cell(row, column);
      if (isNumber(value)) {
        xml += `<c r="${name}"><v>${value}</v></c>`;
      } else {
        xml += `<c r="${name}" t="s"><v>${index}</v></c>`;
        index += 1;
      }
    }
    yield `${xml}</row>`;
  }
  yield '</sheetData></worksheet>';
}

async function* stringsXml({
  rows: count,
  columns: width,
  cellOf: cell,
}: BenchTable): AsyncGenerator<string> {
  yield '<sst>';
  for (let row = 0; row < count; row += 1) {
    let xml = '';
    for (let column = 0; column < width; column += 1) {
      const value = cell(row, column);
      xml += isNumber(value) ? '' : `<si><t>${value}</t></si>`;
    }
    yield xml;
  }
  yield '</sst>';
}

/** Writes a workbook of one sheet; cells must be without characters that XML escapes. */
export async function writeWorkbook(path: string, of: BenchTable): Promise<void> {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  add(
    '_rels/.rels',
    `<Relationships><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    'xl/workbook.xml',
    '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="a"/></sheets></workbook>',
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships><Relationship Id="a" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  );
  zip.addReadStream(Readable.from(sheetXml(of), { objectMode: false }), 'xl/worksheets/sheet1.xml');
  zip.addReadStream(Readable.from(stringsXml(of), { objectMode: false }), 'xl/sharedStrings.xml');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

async function writeCsv(path: string): Promise<void> {
  await pipeline(async function* () {
    for (let row = 0; row < rows; row += 1) {
      yield `${Array.from({ length: columns }, (_, column) => cellOf(row, column)).join(',')}\n`;
    }
  }, createWriteStream(path));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

if (import.meta.main) {
  console.table(await benchFiles());
}
