import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { v7 } from 'uuid';
import { openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { partFilesIn } from '../../../apps/server/src/uploads/storing/parts-in-folder.ts';
import { type BenchTable, writeWorkbook } from '../files.ts';
import type { BenchRow } from '../row.ts';
import { withScratchDatabase } from '../scratch-database.ts';
import { startImport } from './imports.ts';

const csvBytes = Number(process.env.IMPORT_BYTES ?? 1024 ** 3);
/** The heap of the checking process in megabytes; 0 leaves it to Node, which lets it grow with the machine's memory. */
const heapMax = Number(process.env.IMPORT_HEAP ?? 200);
const workbookRows = Number(process.env.IMPORT_ROWS ?? 200_000);
/** Most memory that checking a file may take, in bytes. */
const most = 400e6;

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Price',
  'Variant Grams',
  'Variant Inventory Qty',
  'Variant Inventory Tracker',
  'Image Src',
  'Status',
];

/** Products of three variants, a row each. */
function tableOf(rows: number, description: string): BenchTable {
  return {
    rows,
    columns: header.length,
    cellOf(row, column) {
      if (row === 0) {
        return header[column] ?? '';
      }
      const [product, variant] = [Math.floor((row - 1) / 3), (row - 1) % 3];
      const isFirst = variant === 0;
      const cells = [
        `stoneware-mug-number-${product}`,
        isFirst ? `Stoneware mug number ${product}` : '',
        isFirst ? description : '',
        isFirst ? 'Glade' : '',
        isFirst ? 'Mugs' : '',
        isFirst ? `shelf-${product % 100}` : '',
        isFirst ? 'Size' : '',
        ['S', 'M', 'L'][variant],
        `SKU-${product}-${variant}`,
        `${10 + variant}.90`,
        '340',
        String(product % 50),
        'shopify',
        `https://pictures.example/${product}/${variant}.jpg`,
        isFirst ? 'active' : '',
      ];
      return cells[column] ?? '';
    },
  };
}

/**
 * Checks a CSV file of 1 GB (`IMPORT_BYTES`) and a workbook of 200,000 rows (`IMPORT_ROWS`) by the server's job, each in a
 * process of its own whose heap is limited (`IMPORT_HEAP`): the rows are read in a thread, packed and stored, and every product is read again and compared.
 */
export async function benchImportMemory(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-bench-'));
  try {
    return await withScratchDatabase(async (url) => [
      await checked(url, folder, 'CSV', async (path) => writeCsv(path)),
      await checked(url, folder, 'XLSX', (path) =>
        writeWorkbook(path, tableOf(workbookRows, 'Keeps warm. '.repeat(70))),
      ),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checked(
  url: string,
  folder: string,
  what: string,
  write: (path: string) => Promise<void>,
): Promise<BenchRow> {
  const { db, close } = openDatabase(addressesOf(url).app);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const [ownerId, fileId] = [v7(), v7()];
    await client.query(`insert into owner (id, name) values ($1, 'Bench')`, [ownerId]);
    const path = partFilesIn(folder).pathOf(fileId);
    mkdirSync(dirname(path), { recursive: true });
    await write(path);
    const runId = await startImport({ db, client }, ownerId, { fileId, bytes: statSync(path).size });
    const script = join(import.meta.dirname, 'check-import.ts');
    const limits = heapMax === 0 ? [] : [`--max-old-space-size=${heapMax}`];
    const given = [...limits, script, url, folder, ownerId, runId];
    const { stdout } = await promisify(execFile)(process.execPath, given);
    const [ms = 0, residentMax = 0] = stdout.split(' ').map(Number);
    const { rows } = await client.query<{ state: string; rows: number; products: number }>(
      `select state, rows, (figures->>'products')::integer as products from import where run_id = $1`,
      [runId],
    );
    if (rows[0]?.state !== 'checked') {
      throw new Error(`the import is ${rows[0]?.state}`);
    }
    const megabytes = Math.round(statSync(path).size / 1e6);
    rmSync(path);
    return {
      what: `check an import of ${what}, ${megabytes} MB, ${rows[0].rows.toLocaleString('en')} rows, ${rows[0].products.toLocaleString('en')} products`,
      ours: `${(ms / 1000).toFixed(0)} s; peak ${Math.round(residentMax / 1e6)} MB of the whole process${heapMax === 0 ? '' : `, heap at most ${heapMax} MB`}`,
      floor: `${most / 1e6} MB`,
      ratio: most / residentMax,
      aim: 'under 400 MB',
    };
  } finally {
    await client.end();
    await close();
  }
}

async function writeCsv(path: string): Promise<void> {
  const { cellOf } = tableOf(0, 'A mug for tea and coffee that keeps warm. '.repeat(70));
  await pipeline(async function* () {
    let bytes = 0;
    for (let row = 0; bytes < csvBytes; ) {
      let text = '';
      for (let more = 0; more < 300; more += 1, row += 1) {
        text += `${header.map((_, column) => cellOf(row, column)).join(',')}\n`;
      }
      bytes += text.length;
      yield text;
    }
  }, createWriteStream(path));
}

if (import.meta.main) {
  console.table(await benchImportMemory());
}
