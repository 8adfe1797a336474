import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readProduct } from '@bowerbird/platforms/shopify/collect/schema';
import pg from 'pg';
import { v7 } from 'uuid';
import { asOwner, type Db, openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { insertProducts } from '../../../apps/server/src/products/write/insert.ts';
import { columnsOf } from '../../../apps/server/src/products/write/rows.ts';
import { variedProducts } from '../collecting/varied-products.ts';
import type { BenchRow } from '../row.ts';
import { withScratchDatabase } from '../scratch-database.ts';
import { productsOr } from '../size.ts';
import { copyOut } from './copy-out.ts';
import { exportAll } from './write-export.ts';

const products = productsOr(100_000);
const seed = Number(process.env.BENCH_SEED ?? 20_261_125);
const rounds = 5;

/**
 * Exports 100,000 varied products (`BENCH_PRODUCTS`, `BENCH_SEED`) to a file, compared with `COPY ... TO STDOUT` of the
 * same rows: alternating in one run, the best of five each; then once more in a process of its own, whose greatest memory
 * counts. Uses its own database in a temporary folder.
 */
export async function benchExport(): Promise<BenchRow[]> {
  return await withScratchDatabase(async (url, folder) => {
    const { db, close } = openDatabase(addressesOf(url).app);
    try {
      const ownerId = await fill(db);
      return [await compare(db, url, ownerId, folder)];
    } finally {
      await close();
    }
  });
}

async function fill(db: Db): Promise<string> {
  const ownerId = v7();
  await db.insertInto('owner').values({ id: ownerId, name: 'bench' }).execute();
  const batch = 500;
  for (let start = 0; start < products; start += batch) {
    const rows = variedProducts(Math.min(batch, products - start), seed + start).map((sent) => ({
      id: v7(),
      columns: columnsOf(readProduct(sent, shop)),
      collectedId: null,
      collectRunId: null,
    }));
    await asOwner(db, ownerId, (owned) => insertProducts(owned, ownerId, rows));
  }
  return ownerId;
}

const shop = { root: 'https://feed.example', shop: 'feed.example', storeName: 'Feed', currency: 'EUR' };

async function compare(db: Db, url: string, ownerId: string, folder: string): Promise<BenchRow> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('vacuum analyze stored_product');
    const path = join(folder, 'products.csv');
    const copy = `copy (select id, content from product where owner_id = '${ownerId}' order by id) to stdout`;
    let oursMs = Number.POSITIVE_INFINITY;
    let floorMs = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round += 1) {
      floorMs = Math.min(floorMs, await timed(() => copyOut(client, copy)));
      oursMs = Math.min(oursMs, await timed(() => exportAll(db, ownerId, path)));
      rmSync(path);
    }
    const residentMax = await memoryOf(url, ownerId, path);
    return {
      what: `export ${products.toLocaleString('en')} varied products`,
      ours: `${shown(oursMs)}; peak ${Math.round(residentMax / 1e6)} MB of the whole process`,
      floor: `${shown(floorMs)} (COPY TO STDOUT)`,
      ratio: floorMs / oursMs,
      aim: '0.8, under 300 MB',
    };
  } finally {
    await client.end();
  }
}

/** Returns the greatest memory of a process that exports once, in bytes; it is started as the server is (`tools/start.mjs`). */
async function memoryOf(url: string, ownerId: string, path: string): Promise<number> {
  const script = join(import.meta.dirname, 'write-export.ts');
  const given = ['--max-semi-space-size=8', script, url, ownerId, path];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  rmSync(path);
  return Number(stdout);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function shown(ms: number): string {
  return `${Math.round((products / ms) * 1000).toLocaleString('en')}/s`;
}

if (import.meta.main) {
  console.table(await benchExport());
}
