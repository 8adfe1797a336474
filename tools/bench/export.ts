import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '@bowerbird/catalog/product';
import pg from 'pg';
import { v7 } from 'uuid';
import { asOwner, type Db, openDatabase } from '../../apps/server/src/db/database.ts';
import { addressesOf } from '../../apps/server/src/db/embedded/logins.ts';
import { writeProducts } from '../../apps/server/src/export/write-products.ts';
import { insertProducts } from '../../apps/server/src/products/write/insert.ts';
import { columnsOf } from '../../apps/server/src/products/write/rows.ts';
import { sampleProduct } from '../../apps/server/testing/products/products.ts';
import { copyOut } from './copy-out.ts';
import { watchMemory } from './memory.ts';
import type { BenchRow } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const products = 100_000;
const rounds = 5;

/**
 * Exports 100,000 products to a file, compared with `COPY ... TO STDOUT` of the same rows: alternating in one run, the
 * best of five each. Uses its own database in a temporary folder.
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
    const rows = Array.from({ length: batch }, (_, index) => ({
      id: v7(),
      columns: columnsOf(sampleProduct(start + index)),
      collectedId: null,
      collectRunId: null,
    }));
    await asOwner(db, ownerId, (owned) => insertProducts(owned, ownerId, rows));
  }
  return ownerId;
}

async function compare(db: Db, url: string, ownerId: string, folder: string): Promise<BenchRow> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('vacuum analyze stored_product');
    const memory = watchMemory();
    let oursMs = Number.POSITIVE_INFINITY;
    let floorMs = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round += 1) {
      const copy = `copy (select id, content from product where owner_id = '${ownerId}' order by id) to stdout`;
      floorMs = Math.min(floorMs, await timed(() => copyOut(client, copy)));
      oursMs = Math.min(oursMs, await timed(() => exportOnce(db, ownerId, folder)));
    }
    return {
      what: `export ${products.toLocaleString('en')} products`,
      ours: `${shown(oursMs)}; ${memory.end()}`,
      floor: `${shown(floorMs)} (COPY TO STDOUT)`,
      ratio: floorMs / oursMs,
      aim: '0.6',
    };
  } finally {
    await client.end();
  }
}

async function exportOnce(db: Db, ownerId: string, folder: string): Promise<void> {
  const path = join(folder, 'products.csv');
  const request = {
    ownerId,
    runId: ownerId,
    format: 'shopify' as const,
    selection: { filter: {}, except: [] },
    images: (product: Product) => product,
    // One file, as COPY gives one.
    whole: true,
  };
  await writeProducts(db, request, path, {
    signal: new AbortController().signal,
    progress: () => {},
    exported: async () => {},
  });
  rmSync(path);
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
