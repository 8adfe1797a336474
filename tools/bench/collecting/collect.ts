import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { asOwner, type Db, openDatabase } from '../../../apps/server/src/db/database.ts';
import { watchMemory } from '../memory.ts';
import type { BenchRow } from '../row.ts';
import { withScratchDatabase } from '../scratch-database.ts';
import { productsOr } from '../size.ts';
import { type Collecting, openCollecting } from './server-part.ts';

/** `BENCH_PRODUCTS` and `BENCH_SEED` choose another shop. */
const products = productsOr(50_000);
const seed = Number(process.env.BENCH_SEED ?? 20_261_125);
const rounds = 3;
/** A shop that allows two requests a second, and forty at once. */
const bucket = { products: Math.min(20_000, products), perSecond: 2, burst: 40 };
const pageSize = 250;

interface Bench {
  db: Db;
  collecting: Collecting;
  folder: string;
}

/**
 * Collects a shop of varied products, made from a seed and served by another process, until the run and all that follows it has ended; compared
 * with fetching and parsing the same and writing one line for each. Each is the median of three, with the spread of the ratio. Then a shop that limits
 * by rate, compared with the least time its bucket allows.
 */
export async function benchCollect(): Promise<BenchRow[]> {
  return await withBench(async (bench) => [...(await compareSpeed(bench)), await comparePace(bench)]);
}

async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  return await withScratchDatabase(async (_url, folder, addresses) => {
    const { db, close } = openDatabase(addresses.app);
    const collecting = openCollecting(db);
    try {
      return await work({ db, collecting, folder });
    } finally {
      await collecting.close();
      await close();
    }
  });
}

async function compareSpeed(bench: Bench): Promise<BenchRow[]> {
  const warm = await serveFeed([2000, seed + 1]);
  await collectOnce(bench, warm.address).finally(warm.stop);
  const feed = await serveFeed([products, seed]);
  try {
    const floors: number[] = [];
    const fresh: Timed[] = [];
    const again: Timed[] = [];
    const claims: Timed[] = [];
    const changed: Timed[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const first = await collectOnce(bench, feed.address);
      fresh.push(first);
      floors.push(await floorOf(feed.address, join(bench.folder, 'floor.jsonl')));
      again.push(await collectOnce(bench, feed.address, first.ownerId));
      await fetch(`${feed.address}change?share=0.05`);
      changed.push(await collectOnce(bench, feed.address, first.ownerId));
      claims.push(await claimOnce(bench, first));
    }
    const floorMs = median(floors);
    const row = (
      what: string,
      timed: Timed[],
      aim: number,
      floor = floorMs,
      of = 'fetch, JSON.parse, one line each',
    ): BenchRow => {
      const ratios = timed.map(({ ms }) => floor / ms).sort((one, other) => one - other);
      const ratio = floor / median(timed.map(({ ms }) => ms));
      return {
        what,
        ours: `${shown(median(timed.map(({ ms }) => ms)))}; ${timed.at(-1)?.memory}; ratio ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
        floor: `${shown(floor)} (${of})`,
        ratio,
        aim: ratio < aim ? `${aim}, ${(aim - ratio).toFixed(2)} missing` : `${aim}, reached`,
      };
    };
    const count = products.toLocaleString('en');
    const freshMs = median(fresh.map(({ ms }) => ms));
    return [
      row(`collect and save ${count} varied products (seed ${seed}), whole job`, fresh, 0.5),
      row('the same again, unchanged', again, 0.7),
      row('the same again, 5 % with another price', changed, 0.5),
      row(`claim the ${count}`, claims, 0.5, freshMs, 'collecting them'),
    ];
  } finally {
    feed.stop();
  }
}

async function comparePace(bench: Bench): Promise<BenchRow> {
  const feed = await serveFeed([bucket.products, seed + 2, bucket.perSecond, bucket.burst]);
  try {
    const { ms } = await collectOnce(bench, feed.address);
    const { served, refused } = (await (await fetch(`${feed.address}refused`)).json()) as {
      served: number;
      refused: number;
    };
    const bestMs = ((served - bucket.burst) / bucket.perSecond) * 1000;
    const pages = Math.ceil(bucket.products / pageSize) + 1;
    const longer = ms / bestMs;
    return {
      what: `collect ${bucket.products.toLocaleString('en')} products at ${bucket.perSecond} requests a second, burst ${bucket.burst}, whole job`,
      ours: `${(ms / 1000).toFixed(2)} s, ${longer.toFixed(3)} of the least; ${served} served, ${refused} refused`,
      floor: `${(bestMs / 1000).toFixed(1)} s for these ${served} requests, of which ${pages} are pages`,
      ratio: bestMs / ms,
      aim: `1.02 of the least time, ${longer > 1.02 ? `${(longer - 1.02).toFixed(3)} too long` : 'reached'}`,
    };
  } finally {
    feed.stop();
  }
}

interface Timed {
  ownerId: string;
  runId: string;
  ms: number;
  memory: string;
}

async function collectOnce(bench: Bench, address: string, known?: string): Promise<Timed> {
  const { db, collecting } = bench;
  const ownerId = known ?? (await collecting.merchant());
  const runId = await collecting.start(ownerId, address);
  const timed = await timeRun(bench, 'collect', ownerId, runId);
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ state: string; certificate: { complete: boolean; got: number; promised: number } }>`
      select state, certificate from run join collect_run on run_id = id where id = ${runId}`.execute(owned),
  );
  if (rows[0]?.certificate?.complete !== true || rows[0].certificate.got !== rows[0].certificate.promised) {
    throw new Error(`The run did not end whole: ${JSON.stringify(rows[0])}`);
  }
  return timed;
}

async function claimOnce(bench: Bench, { ownerId, runId: collected }: Timed): Promise<Timed> {
  const runId = await bench.collecting.startClaim(ownerId, collected);
  const timed = await timeRun(bench, 'claim', ownerId, runId);
  const { rows } = await asOwner(bench.db, ownerId, (owned) =>
    sql<{ state: string; total: number }>`select state, total from run where id = ${runId}`.execute(owned),
  );
  if (rows[0]?.state !== 'complete' || rows[0].total !== products) {
    throw new Error(`The claim did not end whole: ${JSON.stringify(rows[0])}`);
  }
  return timed;
}

async function timeRun(
  { collecting }: Bench,
  kind: 'collect' | 'claim',
  ownerId: string,
  runId: string,
): Promise<Timed> {
  const memory = watchMemory();
  const begun = performance.now();
  await collecting.work(kind, ownerId, runId);
  const ms = performance.now() - begun;
  if (process.env.BENCH_SAY) {
    console.error(`${kind} ${Math.round(ms)} ms`);
  }
  return { ownerId, runId, ms, memory: memory.end() };
}

async function floorOf(address: string, file: string): Promise<number> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', 'floors', 'fetch-and-parse.ts'), address, file],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [ms] = (await once(createInterface(child.stdout), 'line')) as [string];
  if (process.env.BENCH_SAY) {
    console.error(`floor ${Math.round(Number(ms))} ms`);
  }
  return Number(ms);
}

async function serveFeed(args: number[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'feed-server.ts'), ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { address: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function shown(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s, ${Math.round(products / (ms / 1000)).toLocaleString('en')} a second`;
}

if (process.argv[1] === import.meta.filename) {
  console.log(await benchCollect());
  process.exit(0);
}
