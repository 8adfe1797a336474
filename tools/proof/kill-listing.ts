import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Product } from '@bowerbird/catalog/product';
import { randomFrom } from '@bowerbird/platforms/practice/random';
import { createShopifyShop, type ShopifyShop } from '@bowerbird/platforms/shopify/simulate/shop';
import { asOwner, type Db, openDatabase } from '../../apps/server/src/db/database.ts';
import type { FaultPoint } from '../../apps/server/src/listing/fault-points.ts';
import { viewRun } from '../../apps/server/src/listing/view.ts';
import type { JobAsk } from '../../apps/server/src/runs/jobs.ts';
import { serveSimulators } from '../../apps/server/src/simulator/serve.ts';
import {
  type Merchant,
  merchantWithStore,
  openListing,
  practiceStore,
  startListing,
} from '../bench/listing-parts.ts';

export interface ProveListingOptions {
  /** A migrated database, connected to as its owner. */
  databaseUrl: string;
  /** How many workers to kill inside a run. */
  kills: number;
  /** The same seed kills at the same moments, as far as a machine allows. */
  seed: number;
  say(line: string): void;
}

export interface ListingProof {
  kills: number;
  runs: number;
  /** How often each fault point was struck; `any moment` is a kill from outside. */
  points: Record<string, number>;
  /** How often the store played each of its faults. */
  storeFaults: Record<string, number>;
  /** Milliseconds from each kill until its successor wrote the next intent. */
  backAtWorkMs: number[];
  /** What was not as it must be; empty when the proof holds. */
  wrong: string[];
}

const productsPerRun = 24;
const killsPerRun = 4;
/** Points a listing run comes to, with how often in one run at least. */
const strikes: readonly (readonly [FaultPoint, number])[] = [
  ['row.read', 20],
  ['look.after', 1],
  ['intent.before-commit', 15],
  ['intent.after-commit', 15],
  ['gate.before', 15],
  ['gate.after', 15],
  ['answer.parsed', 15],
  ['receipt.before-commit', 8],
  ['receipt.after-commit', 8],
  ['publish.before', 6],
  ['publish.after', 6],
  ['decide.before', 1],
  ['doubt.before-commit', 1],
  ['evidence.before-commit', 1],
  ['audit.before', 1],
];

/**
 * Kills workers by SIGKILL inside listing runs, at fault points and at any moment, while the store loses answers and
 * applies late; starts others in their place. Afterwards the store holds each product exactly once with its own content,
 * and the ledger agrees. A kill counts only when the run was under way and was not ended by it.
 */
export async function proveListing({
  databaseUrl,
  kills,
  seed,
  say,
}: ProveListingOptions): Promise<ListingProof> {
  const random = randomFrom(seed);
  const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-proof-'));
  const shop = createShopifyShop({ name: practiceStore, settings: { pace: 'free' } });
  const served = await serveSimulators([shop]);
  const { db, close } = openDatabase(databaseUrl);
  const listing = openListing(db, { dataFolder, port: served.port });
  const proof: ListingProof = { kills: 0, runs: 0, points: {}, storeFaults: {}, backAtWorkMs: [], wrong: [] };
  const all: Product[] = [];
  try {
    const merchant = await merchantWithStore(listing.services, served.port);
    while (proof.kills < kills) {
      const from = 1 + proof.runs * productsPerRun;
      const { ask, products } = await startListing(listing.services, merchant, {
        count: productsPerRun,
        from,
      });
      all.push(...products);
      proof.runs += 1;
      troubleStore(shop, random);
      const run: Run = { db, databaseUrl, dataFolder, port: served.port, ask, proof, random, say };
      await killInRun(run, Math.min(killsPerRun, kills - proof.kills));
      await finish(run);
      proof.wrong.push(...(await whatIsWrong(db, merchant, ask, shop, all)));
    }
    proof.storeFaults = Object.fromEntries(shop.faults.hits);
    return proof;
  } finally {
    await listing.close();
    await close();
    await served.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

interface Run {
  db: Db;
  databaseUrl: string;
  dataFolder: string;
  port: number;
  ask: JobAsk;
  proof: ListingProof;
  random: () => number;
  say(line: string): void;
}

/** Faults of this run's store: answers lost, applied late, refused though applied, sent twice. */
function troubleStore(shop: ShopifyShop, random: () => number): void {
  shop.faults.clear();
  const some = { matching: 'productSet', probability: 0.08, count: 2 };
  shop.faults.add(
    { kind: 'lost-after', ...some },
    { kind: 'lost-before', ...some },
    { kind: 'late', value: Math.round(200 + random() * 1500), ...some },
    { kind: 'twice', value: Math.round(random() * 800), ...some },
    { kind: 'status-though-applied', value: random() < 0.5 ? 429 : 502, ...some },
    { kind: 'slow', value: 60, matching: 'productSet', probability: 0.3, count: null },
  );
}

async function killInRun(run: Run, kills: number): Promise<void> {
  const { proof, random, say } = run;
  let left = kills;
  let lastKill: number | null = null;
  while (left > 0) {
    const [point, most] = strikes[Math.floor(random() * strikes.length)] ?? strikes[0] ?? ['row.read', 1];
    const outside = random() < 0.4;
    const at = `${point}:${1 + Math.floor(random() * most)}`;
    const before = await newestAttempt(run);
    const worker = startWorker(run, outside ? null : at);
    const gone = once(worker, 'exit') as Promise<[number | null, string | null]>;
    await once(createInterface(worker.stdout ?? process.stdin), 'line');
    void noteBack(run, before, lastKill, worker);
    if (outside) {
      await new Promise((resolve) => setTimeout(resolve, 30 + random() * 500));
      worker.kill('SIGKILL');
    }
    const [, signal] = await gone;
    const view = await look(run);
    if (signal !== 'SIGKILL' || view.run.state !== 'running') {
      // It ended whole, or did not come to that point: no kill, and the run may have no more in it.
      if (view.run.state !== 'running' && view.run.state !== 'waiting') {
        return;
      }
      continue;
    }
    lastKill = performance.now();
    left -= 1;
    proof.kills += 1;
    const name = outside ? 'any moment' : point;
    proof.points[name] = (proof.points[name] ?? 0) + 1;
    const { waiting, sent, unsure, listed } = view.counts;
    say(
      `kill ${proof.kills}: ${outside ? 'any moment' : at}, run ${proof.runs} ${view.run.state}: ${listed} listed, ${sent} sent, ${unsure} unsure, ${waiting} waiting`,
    );
  }
}

/** Notes how long after the last kill its successor wrote an intent down. */
async function noteBack(
  run: Run,
  before: string,
  lastKill: number | null,
  worker: ChildProcess,
): Promise<void> {
  while (lastKill !== null && worker.exitCode === null && worker.signalCode === null) {
    if ((await newestAttempt(run).catch(() => before)) > before) {
      run.proof.backAtWorkMs.push(Math.round(performance.now() - lastKill));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function newestAttempt({ db, ask }: Run): Promise<string> {
  const found = await asOwner(db, ask.ownerId, (owned) =>
    owned
      .selectFrom('listing_attempt')
      .select('id')
      .where('owner_id', '=', ask.ownerId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return found?.id ?? '';
}

async function finish(run: Run): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { state } = (await look(run)).run;
    if (state !== 'running' && state !== 'waiting' && state !== 'held') {
      return;
    }
    if (tries > 5) {
      run.proof.wrong.push(`run ${run.ask.runId} stays ${state}`);
      return;
    }
    const worker = startWorker(run, null);
    worker.stdout?.resume();
    await once(worker, 'exit');
  }
}

function startWorker({ ask, port, dataFolder, databaseUrl }: Run, strike: string | null): ChildProcess {
  const args = [ask.runId, ask.ownerId, ask.key, String(port), dataFolder];
  return spawn(process.execPath, [join(import.meta.dirname, 'listing-worker.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, BOWERBIRD_STRIKE: strike ?? '' },
  });
}

function look({ db, ask }: Run) {
  return asOwner(db, ask.ownerId, (owned) => viewRun(owned, ask.ownerId, ask.runId));
}

/** The store's books against the products, and the ledger against both. */
async function whatIsWrong(
  db: Db,
  { ownerId }: Merchant,
  ask: JobAsk,
  shop: ShopifyShop,
  products: readonly Product[],
): Promise<string[]> {
  // What was sent late lands within two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2200));
  const wrong: string[] = [];
  const there = shop.view();
  wrong.push(...there.twins.map((key) => `key ${key} is there twice`));
  for (const [key, times] of there.createdByKey) {
    if (times !== 1) {
      wrong.push(`key ${key} was created ${times} times`);
    }
  }
  const byHandle = new Map(there.products.map((product) => [product.handle, product]));
  if (there.products.length !== products.length) {
    wrong.push(`${there.products.length} in the store, ${products.length} listed`);
  }
  for (const product of products) {
    const listed = byHandle.get(product.handle);
    if (!listed) {
      wrong.push(`${product.handle} is lost`);
    } else if (!isWhole(listed, product)) {
      wrong.push(`${product.handle} is there with other content`);
    }
  }
  const rows = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('listing')
      .select(['state', 'store_product_id'])
      .where('owner_id', '=', ownerId)
      .execute(),
  );
  const bound = rows
    .filter(({ state }) => state === 'listed')
    .map((row) => Number(row.store_product_id?.split('/').at(-1)));
  const held = there.products.map(({ id }) => id);
  if (JSON.stringify(bound.sort()) !== JSON.stringify(held.sort())) {
    wrong.push(`the ledger binds ${bound.length} of ${held.length}`);
  }
  const { run, certificate } = await asOwner(db, ownerId, (owned) => viewRun(owned, ownerId, ask.runId));
  if (run.state !== 'complete' || !certificate?.agrees) {
    wrong.push(`run ${ask.runId} is ${run.state} with ${JSON.stringify(certificate)}`);
  }
  return wrong;
}

function isWhole(
  listed: ShopifyShop extends { view(): { products: readonly (infer P)[] } } ? P : never,
  product: Product,
): boolean {
  return (
    listed.title === product.title &&
    listed.variants.length === product.variants.length &&
    listed.media.length === product.pictures.length &&
    listed.publications.length === 1 &&
    listed.variants.every(({ sku }, index) => (sku ?? '') === (product.variants[index]?.sku ?? ''))
  );
}
