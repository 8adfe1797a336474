import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import { asOwner, type Db, openDatabase } from '../../../apps/server/src/db/database.ts';
import { startEmbedded } from '../../../apps/server/src/db/embedded/start.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { watchMemory } from '../memory.ts';
import type { BenchRow } from '../row.ts';
import { type Collecting, openCollecting } from './server-part.ts';

const products = 50_000;
const pageSize = 250;
const rounds = 3;
/** A shop that allows two requests a second, and forty at once. */
const bucket = { products: 20_000, perSecond: 2, burst: 40 };

/**
 * Collects and saves 50,000 products from a feed of another process, compared with fetching and parsing the same and
 * writing one line for each, the best of three each; and a shop that limits by rate, compared with the least time its
 * bucket allows. Uses its own database in a temporary folder.
 */
export async function benchCollect(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ folder, say: () => {} });
  try {
    await migrate(embedded.url);
    const { db, close } = openDatabase(embedded.addresses.app);
    const collecting = openCollecting(db);
    try {
      return [await compareSpeed(db, collecting, folder), await comparePace(db, collecting)];
    } finally {
      await collecting.close();
      await close();
    }
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compareSpeed(db: Db, collecting: Collecting, folder: string): Promise<BenchRow> {
  const warm = await serveFeed([2000]);
  await collectOnce(db, collecting, warm.address);
  warm.stop();
  const feed = await serveFeed([products]);
  try {
    let ours = await collectOnce(db, collecting, feed.address);
    let floorMs = await fetchAndParse(feed.address, join(folder, 'floor.jsonl'));
    for (let round = 1; round < rounds; round += 1) {
      const next = await collectOnce(db, collecting, feed.address);
      ours = next.ms < ours.ms ? next : ours;
      floorMs = Math.min(floorMs, await fetchAndParse(feed.address, join(folder, 'floor.jsonl')));
    }
    const again = await collectOnce(db, collecting, feed.address, ours.ownerId);
    return {
      what: `collect and save ${products.toLocaleString('en')} products from a local feed`,
      ours: `${shown(ours.ms, products)}; ${ours.memory}; unchanged again ${shown(again.ms, products)}`,
      floor: `${shown(floorMs, products)} (fetch, JSON.parse, one line each)`,
      ratio: floorMs / ours.ms,
      aim: '0.5',
    };
  } finally {
    feed.stop();
  }
}

async function comparePace(db: Db, collecting: Collecting): Promise<BenchRow> {
  const feed = await serveFeed([bucket.products, bucket.perSecond, bucket.burst]);
  try {
    const { ms } = await collectOnce(db, collecting, feed.address);
    const { served, refused } = (await (await fetch(`${feed.address}refused`)).json()) as {
      served: number;
      refused: number;
    };
    const bestMs = ((served - bucket.burst) / bucket.perSecond) * 1000;
    const pages = Math.ceil(bucket.products / pageSize) + 1;
    return {
      what: `collect ${bucket.products.toLocaleString('en')} products at ${bucket.perSecond} requests a second, burst ${bucket.burst}`,
      ours: `${(ms / 1000).toFixed(1)} s, ${served} served, ${refused} refused`,
      floor: `${(bestMs / 1000).toFixed(1)} s for these ${served} requests, of which ${pages} are pages`,
      ratio: bestMs / ms,
      aim: '0.98',
    };
  } finally {
    feed.stop();
  }
}

async function collectOnce(db: Db, collecting: Collecting, address: string, known?: string) {
  const ownerId = known ?? (await collecting.merchant());
  const runId = await collecting.start(ownerId, address);
  const memory = watchMemory();
  const begun = performance.now();
  await collecting.work(ownerId, runId);
  const ms = performance.now() - begun;
  const reported = memory.end();
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ state: string; certificate: { complete: boolean; got: number; promised: number } }>`
      select state, certificate from run join collect_run on run_id = id where id = ${runId}`.execute(owned),
  );
  if (rows[0]?.certificate?.complete !== true || rows[0].certificate.got !== rows[0].certificate.promised) {
    throw new Error(`The run did not end whole: ${JSON.stringify(rows[0])}`);
  }
  return { ownerId, ms, memory: reported };
}

/** Measures the floor: the same pages, one after another, parsed and written as one line of JSON for each product. */
async function fetchAndParse(address: string, file: string): Promise<number> {
  const begun = performance.now();
  const out = createWriteStream(file);
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${address}products.json?limit=${pageSize}&page=${page}`);
    const { products } = JSON.parse(await answer.text()) as { products: unknown[] };
    if (products.length === 0) {
      break;
    }
    if (!out.write(products.map((good) => `${JSON.stringify(good)}\n`).join(''))) {
      await once(out, 'drain');
    }
  }
  out.end();
  await finished(out);
  return performance.now() - begun;
}

async function serveFeed(args: number[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'feed-server.ts'), ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { address: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

function shown(ms: number, count: number): string {
  return `${(ms / 1000).toFixed(1)} s, ${Math.round(count / (ms / 1000)).toLocaleString('en')} a second`;
}

if (process.argv[1] === import.meta.filename) {
  console.log(await benchCollect());
}
