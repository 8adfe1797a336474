import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../apps/server/src/db/embedded/start.ts';
import { ownLogins } from '../../apps/server/src/db/logins/own-logins.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { KeyFolder } from '../../apps/server/src/seal/key-folder.ts';
import { sealBy } from '../../apps/server/src/seal/seal.ts';
import { addMerchants, type Person } from '../load/merchants.ts';
import { freePort, type Running, startRole } from '../load/program.ts';
import { distantDatabase } from './distant-database.ts';
import {
  callsOf,
  collect,
  collectAndClaim,
  listTimes,
  type PersonsCalls,
  secondsOf,
  startEdit,
  waitedSeconds,
} from './measure.ts';
import { fitted, type Measured, printSlopes, printTable } from './slopes.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    merchants: { type: 'string', default: '100' },
    workers: { type: 'string', default: '1,2,4' },
    collect: { type: 'string', default: '2000' },
    repeats: { type: 'string', default: '7' },
  },
});
const numbers = (text: string) => text.split(',').map(Number);
const sizes = numbers(values.products).toSorted((one, other) => one - other);
const merchantCount = Number(values.merchants);
const workerCounts = numbers(values.workers);
const collected = Number(values.collect);
/** How many times larger the first merchant is than each of the others. */
const timesLarger = 100;
/** How much later each message of a distant database arrives, in milliseconds. */
const distantMs = 15;
/** Small merchants whose jobs are measured. */
const smallOnes = 5;

/**
 * `npm run bench:scale [-- --products 100000,1000000 --merchants 100 --workers 1,2,4 --collect 2000]`: how the program
 * behaves with more products, merchants and workers, over HTTP, with the API and the workers in processes of their own, on
 * `DATABASE_URL` (an empty database, one number of products) or a PostgreSQL of its own. One merchant is a hundred times
 * larger than each of the others. Prints a table, and how each figure grows with the number of products.
 */
if (process.env.DATABASE_URL && sizes.length > 1) {
  console.error('A given database is filled once: choose one number of products.');
  process.exit(1);
}
const all: Measured[] = [];
for (const products of sizes) {
  const figures = await measured(products);
  // What was measured is not lost if a larger number of products fails.
  console.error(JSON.stringify(figures));
  all.push(figures);
}
console.log(
  `${new Date().toISOString()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, load of the last 15 minutes ${(loadavg()[2] ?? 0).toFixed(1)}, ${merchantCount} merchants\n`,
);
printTable(all, workerCounts);
printSlopes(fitted(all));
process.exit(0);

async function measured(products: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-scale-'));
  chmodSync(folder, 0o755);
  const embedded = process.env.DATABASE_URL
    ? undefined
    : await startEmbedded({ folder, say: () => undefined });
  const url = embedded?.url ?? process.env.DATABASE_URL ?? '';
  try {
    await migrate(url);
    const seal = sealBy(await KeyFolder.open(folder));
    const fingerprint = (text: string) => seal.fingerprint(text);
    const { app } = await ownLogins({ ownerUrl: url, appUrl: undefined, fingerprint });
    const unit = Math.max(1, Math.round(products / (merchantCount - 1 + timesLarger)));
    console.error(`${products.toLocaleString('en')} products of ${merchantCount} merchants are written ...`);
    const { people } = await addMerchants(url, app, {
      merchants: merchantCount,
      people: merchantCount,
      products: Array.from({ length: merchantCount }, (_, at) => (at === 0 ? unit * timesLarger : unit)),
    });
    const bytes = await bytesOf(url);
    return { products, bytes, ...(await withProgram(url, folder, people)) };
  } finally {
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Figures = Omit<Measured, 'products' | 'bytes'>;

async function withProgram(url: string, folder: string, people: Person[]): Promise<Figures> {
  const feed = spawn(
    process.execPath,
    [join(import.meta.dirname, '../bench/collecting/feed-server.ts'), String(collected), '18'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [port] = await once(createInterface({ input: feed.stdout }), 'line');
  const environment = {
    DATABASE_URL: url,
    BOWERBIRD_DATA: folder,
    BOWERBIRD_ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  };
  const api = await startRole('api', environment, await freePort());
  let workers: Running[] = [];
  const withWorkers = async (count: number, database = url) => {
    await Promise.all(workers.map((each) => each.stop()));
    const there = { ...environment, DATABASE_URL: database };
    workers = await Promise.all(Array.from({ length: count }, () => startRole('worker', there)));
  };
  const distant = await distantDatabase(url, distantMs);
  try {
    const calls = await Promise.all(
      people.slice(0, 1 + smallOnes).map((person, at) => callsOf(api.url, person, `10.0.0.${at + 1}`)),
    );
    const [large, ...small] = calls;
    const [first, second] = small;
    if (!large || !first || !second) {
      throw new Error('At least three merchants are needed.');
    }
    console.error('Lists and searches ...');
    const repeats = Number(values.repeats);
    const figures = { large: await listTimes(large, repeats), small: await listTimes(first, repeats) };
    await withWorkers(1);
    console.error('Collecting and claiming ...');
    const saved = await collectAndClaim(first, `http://127.0.0.1:${port}/`, collected);
    const [whileCollecting] = await Promise.all([
      listTimes(large, repeats),
      collect(second, `http://127.0.0.1:${port}/`),
    ]);
    console.error('Bulk edits ...');
    const edits: Record<number, number> = {};
    const editsFar: Record<number, number> = {};
    for (const count of workerCounts) {
      await withWorkers(count);
      edits[count] = await editsOf(small, `${count} workers`);
      await withWorkers(count, distant.url);
      editsFar[count] = await editsOf(small, `${count} distant workers`);
    }
    await withWorkers(1);
    console.error('Waiting of small merchants beside the large one ...');
    return { ...figures, whileCollecting, ...saved, edits, editsFar, ...(await waiting(large, small)) };
  } finally {
    await Promise.all([api, ...workers].map((each) => each.stop()));
    distant.close();
    feed.kill();
  }
}

/** Returns the products a second that all small merchants' edits change together, all started at once. */
async function editsOf(small: readonly PersonsCalls[], text: string): Promise<number> {
  const totals = await Promise.all(
    small.map((call) => call<{ total: number }>('POST', '/products/query', { filter: {}, countAll: true })),
  );
  const began = performance.now();
  await Promise.all(
    small.map(async (call) => {
      const { runId } = await startEdit(call, Number.POSITIVE_INFINITY, ` ${text}`);
      await secondsOf(call, runId);
    }),
  );
  return totals.reduce((sum, { total }) => sum + total, 0) / ((performance.now() - began) / 1000);
}

/**
 * Measures small merchants' edits alone, and while the large one has twenty edits queued, the first of all its products:
 * one after the other, and all at once.
 */
async function waiting(
  large: PersonsCalls,
  small: readonly PersonsCalls[],
): Promise<Pick<Measured, 'alone' | 'beside' | 'together' | 'longestWait'>> {
  const timed = async (call: PersonsCalls, text: string) => {
    const { runId, began } = await startEdit(call, 50, text);
    const seconds = await secondsOf(call, runId, began);
    return { seconds, waited: await waitedSeconds(call, runId) };
  };
  const inTurn = async (text: string) => {
    const seconds: number[] = [];
    for (const call of small) {
      seconds.push((await timed(call, text)).seconds);
    }
    return Math.max(...seconds);
  };
  const alone = await inTurn(' alone');
  const long = await startEdit(large, Number.POSITIVE_INFINITY, ' long');
  const queued = [long];
  for (let count = 1; count < 20; count += 1) {
    queued.push(await startEdit(large, 50, ` ${count}`));
  }
  const beside = await inTurn(' beside');
  const together = await Promise.all(small.map((call) => timed(call, ' together')));
  for (const { runId } of queued.toReversed()) {
    await large('POST', `/runs/${runId}/cancel`).catch(() => undefined);
  }
  return {
    alone,
    beside,
    together: Math.max(...together.map(({ seconds }) => seconds)),
    longestWait: Math.max(...together.map(({ waited }) => waited)),
  };
}

async function bytesOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  await client.end();
  return Number(rows[0]?.bytes);
}
