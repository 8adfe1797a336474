import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { fileFormats } from '@bowerbird/files/formats/all';
import pg from 'pg';
import { v7 } from 'uuid';
import { asOwner, type Db, openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { workOnImport } from '../../../apps/server/src/imports/import-job.ts';
import { writeImport } from '../../../apps/server/src/imports/start.ts';
import { getRun } from '../../../apps/server/src/runs/runs.ts';
import type { RunControl } from '../../../apps/server/src/runs/work.ts';
import { partFilesIn } from '../../../apps/server/src/uploads/storing/parts-in-folder.ts';
import { importServices } from '../../proof/imports/services.ts';
import type { BenchRow } from '../row.ts';
import { withScratchDatabase } from '../scratch-database.ts';

const products = Number(process.env.IMPORTS_PRODUCTS ?? 10_000);
const repeats = 2;
/** The tables that an import of new products fills, in the order of their references. */
const filled = ['import_page', 'import_item', 'collected', 'collect_batch', 'similarity', 'similarity_keys'];

interface Stage {
  db: Db;
  client: pg.Client;
  folder: string;
  file: Buffer;
}

/**
 * Measures the import of a supplier's file of 10,000 products (`IMPORTS_PRODUCTS`) with three variants each, from the first
 * byte to collected products whose every value knows its row and column, against the bare insert of the same rows into
 * the same tables: by the database alone, from tables that have them, and by a program that sends them, as every import
 * must. Each import is another merchant's; the best counts.
 */
export async function benchImports(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-bench-'));
  try {
    return await withScratchDatabase(async (url) => {
      const { db, close } = openDatabase(addressesOf(url).app);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return await measure({ db, client, folder, file: fileOf(products) });
      } finally {
        await client.end();
        await close();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(stage: Stage): Promise<BenchRow[]> {
  const imports: number[] = [];
  const floors: Floors[] = [];
  for (let time = 0; time < repeats; time += 1) {
    const ownerId = v7();
    await stage.client.query(`insert into owner (id, name) values ($1, 'Bench')`, [ownerId]);
    const runId = await start(stage, ownerId);
    imports.push(await timed(() => work(stage, ownerId, runId)));
    floors.push(await floor(stage, ownerId));
  }
  const ours = Math.min(...imports);
  const row = (floorMs: number, called: string): BenchRow => ({
    what: `import of ${products.toLocaleString('en')} products with 3 variants (${Math.round((products / ours) * 1000)} a second)`,
    ours: `${(ours / 1000).toFixed(1)} s`,
    floor: `${(floorMs / 1000).toFixed(1)} s (${called})`,
    ratio: floorMs / ours,
    aim: '0.5',
  });
  return [
    row(Math.min(...floors.map(({ copied }) => copied)), 'bare insert of the same rows'),
    row(Math.min(...floors.map(({ sent }) => sent)), 'the same, sent by a program in pages'),
  ];
}

async function start({ db, client, folder, file }: Stage, ownerId: string): Promise<string> {
  const fileId = v7();
  const path = partFilesIn(folder).pathOf(fileId);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file);
  return await startImport({ db, client }, ownerId, { fileId, bytes: file.length });
}

/** Records an import of a file of Shopify's that lies in the data folder; returns its run. */
export async function startImport(
  { db, client }: Pick<Stage, 'db' | 'client'>,
  ownerId: string,
  { fileId, bytes }: { fileId: string; bytes: number },
): Promise<string> {
  await client.query(
    `insert into import_file (id, owner_id, name, bytes, received, sha256) values ($1, $2, 'products', $3, $3, 'x')`,
    [fileId, ownerId, bytes],
  );
  const run = await asOwner(db, ownerId, (owned) =>
    writeImport(
      owned,
      { ownerId, userId: null },
      {
        fileId,
        dialect: { encoding: null, separator: null },
        mapping: {
          version: 1,
          sheet: null,
          headerRow: null,
          products: { by: 'format', format: 'shopify' },
          remedies: [],
        },
        key: 'handle',
        into: { as: 'source', source: { name: 'Bench' }, whole: false },
      },
    ),
  );
  return run.id;
}

async function work({ db, client, folder }: Stage, ownerId: string, runId: string): Promise<void> {
  const control: RunControl = {
    signal: new AbortController().signal,
    progress: () => undefined,
    workedMs: () => 0,
    heldInVain: false,
  };
  for (const state of ['checked', 'applied']) {
    const run = await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, runId));
    await workOnImport(importServices(db, folder), run, control);
    const { rows } = await client.query<{ state: string }>('select state from import where run_id = $1', [
      runId,
    ]);
    if (rows[0]?.state !== state) {
      throw new Error(`the import is ${rows[0]?.state}, not ${state}`);
    }
    await client.query(`update import set state = 'applying' where run_id = $1 and state = 'checked'`, [
      runId,
    ]);
  }
}

/** Milliseconds of the bare insert of what an import has written. */
interface Floors {
  /** By one statement for each table, from copies of them in the database. */
  copied: number;
  /** Sent by this process in pages, as JSON. */
  sent: number;
}

/** Products, or rows of another table, that are sent at once. */
const pageRows = 500;

/** Inserts what the import has written twice more. */
async function floor({ client }: Stage, ownerId: string): Promise<Floors> {
  for (const table of filled) {
    await client.query(`create temporary table copy_${table} as select * from ${table} where owner_id = $1`, [
      ownerId,
    ]);
  }
  const forget = async () => {
    for (const table of filled.toReversed()) {
      await client.query(`delete from ${table} where owner_id = $1`, [ownerId]);
    }
    await client.query('checkpoint');
  };
  const columns = new Map<string, string>();
  for (const table of filled) {
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    columns.set(table, rows[0]?.names ?? '');
  }
  await forget();
  const copied = await timed(async () => {
    for (const table of filled) {
      const names = columns.get(table);
      await client.query(`insert into ${table} (${names}) select ${names} from copy_${table}`);
    }
  });
  const held = new Map<string, object[]>();
  for (const table of filled) {
    const { rows } = await client.query<{ row: object }>(
      `select to_json(one) as row from copy_${table} as one`,
    );
    held.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  await forget();
  const sent = await timed(async () => {
    for (const [table, rows] of held) {
      for (let from = 0; from < rows.length; from += pageRows) {
        const names = columns.get(table);
        await client.query(
          `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
          [JSON.stringify(rows.slice(from, from + pageRows))],
        );
      }
    }
  });
  for (const table of filled) {
    await client.query(`drop table copy_${table}`);
  }
  return { copied, sent };
}

function fileOf(count: number): Buffer {
  const sheet = fileFormats.shopify.sheet({ attributes: 0 });
  const cell = (value: string) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const line = (row: readonly string[]) => `${row.map(cell).join(',')}\n`;
  const sizes = ['S', 'M', 'L'];
  const rows = Array.from({ length: count }, (_, at) =>
    sheet.write(
      productWith({
        title: `Stoneware mug number ${at}, hand made`,
        handle: `stoneware-mug-${at}`,
        descriptionHtml: `<p>${'A mug for tea and coffee that keeps warm. '.repeat(20)}</p>`,
        vendor: 'Glade',
        tags: ['kitchen', `shelf-${at % 100}`],
        status: 'active',
        options: [{ name: 'Size', values: sizes }],
        images: [1, 2, 3].map((image) => ({
          url: `https://pictures.example/${at}/${image}.jpg`,
          alt: '',
          width: null,
          height: null,
        })),
        variants: sizes.map((size, place) =>
          variantWith({
            id: `v${place + 1}`,
            optionValues: [size],
            price: `${10 + place}.90`,
            sku: `M-${at}-${size}`,
            stock: at % 50,
          }),
        ),
      }),
    ),
  );
  return Buffer.from([sheet.header, ...rows.flatMap(({ rows: own }) => own)].map(line).join(''));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
