import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { asOwner, openDatabase } from '../../../apps/server/src/db/database.ts';
import { startEmbedded } from '../../../apps/server/src/db/embedded/start.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { viewRun } from '../../../apps/server/src/listing/api/view.ts';
import { workOnStoreJob } from '../../../apps/server/src/listing/job/store-job-work.ts';
import { noFaults } from '../../../apps/server/src/listing/store-job/fault-points.ts';
import type { JobRequest } from '../../../apps/server/src/runs/jobs.ts';
import type { Services } from '../../../apps/server/src/services/services.ts';
import { serveSimulators } from '../../../apps/server/src/simulator/serve.ts';
import type { BenchRow } from '../row.ts';
import { merchantWithStore, openListing, practiceStore, startListing, withoutBulk } from './parts.ts';

/** A store with the Standard plan's rate, but a bucket so small that it lasts only a few seconds. */
const bucket = { maximum: 1000, restoreRate: 100 };
const products = 110;
/** Number of products that together name all collections. */
const collectionsMax = 40;

/**
 * Lists to a store that enforces its limit, in real time, compared with the least time in which its bucket could have
 * allowed the points spent; and to one without a limit, compared with only its answers. Uses its own database in a
 * temporary folder.
 */
export async function benchListing(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ folder, say: () => {} });
  try {
    await migrate(embedded.url);
    return [await faithful(embedded.addresses.app, folder), await free(embedded.addresses.app, folder)];
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function faithful(databaseUrl: string, folder: string): Promise<BenchRow> {
  const { seconds, points, requests, refused } = await listAll(databaseUrl, folder, {
    count: products,
    settings: { pace: 'faithful', bucket },
  });
  const best = (points - bucket.maximum) / bucket.restoreRate;
  const share = `${((refused / requests) * 100).toFixed(2)} % of ${requests} calls refused`;
  return {
    what: `list ${products} products at ${bucket.restoreRate} points a second, bucket ${bucket.maximum.toLocaleString('en')}`,
    ours: `${seconds.toFixed(1)} s; ${share}`,
    floor: `${best.toFixed(1)} s (${Math.round(points).toLocaleString('en')} points)`,
    ratio: best / seconds,
    aim: '0.95, under 1 % refused',
  };
}

async function free(databaseUrl: string, folder: string): Promise<BenchRow> {
  const count = 1000;
  const { seconds, requests } = await listAll(databaseUrl, folder, {
    count,
    settings: { pace: 'free' },
    delayMs: 100,
  });
  // One write for each product, eight in progress at a time, each as long as the store takes; one request publishes
  // ten.
  const floor = (count * 1.1 * 0.1) / 8;
  return {
    what: `list ${count} products to a store without a limit that takes 100 ms, 8 under way`,
    ours: `${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second, ${(requests / count).toFixed(1)} calls a product`,
    floor: `${floor.toFixed(1)} s (1.1 writes a product)`,
    ratio: floor / seconds,
    aim: '50 products a second',
  };
}

interface Params {
  count: number;
  settings: NonNullable<Parameters<typeof createShopifyShop>[0]['settings']>;
  delayMs?: number;
}

/** Lists this many products and measures until the last is listed; later work of the run is not counted. */
async function listAll(databaseUrl: string, folder: string, { count, settings, delayMs = 0 }: Params) {
  const shop = createShopifyShop({ name: practiceStore, settings });
  const served = await serveSimulators([shop]);
  const { db, close } = openDatabase(databaseUrl);
  const listing = openListing(db, { dataFolder: join(folder, 'data'), port: served.port });
  const meter = measured(listing.services, delayMs);
  try {
    const merchant = await merchantWithStore(meter.services, served.port);
    // Collections, which a store receives only once, are created before the measurement.
    const first = await startListing(meter.services, merchant, { count: collectionsMax, from: count + 1 });
    await workOut(meter, first.request);
    const { request } = await startListing(meter.services, merchant, { count, from: 1 });
    await fullBucket(settings);
    meter.reset();
    return await workOut(meter, request);
  } finally {
    await listing.close();
    await close();
    await served.close();
  }
}

/** Works until the last product is listed; returns how long that took, and the cost by then. */
async function workOut({ services, taken }: ReturnType<typeof measured>, request: JobRequest) {
  const begun = performance.now();
  const stop = new AbortController();
  const working = workOnStoreJob(services, noFaults, request, stop.signal).catch(() => undefined);
  const { db } = services;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { run, counts } = await asOwner(db, request.ownerId, (owned) =>
      viewRun(owned, request.ownerId, request.runId),
    );
    if (counts.refused + counts.conflict > 0 || run.fault) {
      throw new Error(`The run did not go through: ${JSON.stringify([counts, run.fault])}`);
    }
    if (counts.listed === run.total) {
      const seconds = (performance.now() - begun) / 1000;
      const spent = { ...taken };
      stop.abort();
      await working;
      return { seconds, ...spent };
    }
  }
}

/** Waits until the store's bucket is full again. */
async function fullBucket({ pace }: Params['settings']): Promise<void> {
  const ms = pace === 'free' ? 0 : (bucket.maximum / bucket.restoreRate) * 1000;
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns services whose calls are counted, with the points they cost. */
function measured(services: Services, delayMs: number) {
  const taken = { points: 0, requests: 0, refused: 0 };
  const fetch: Services['fetch'] = async (input, init) => {
    if (delayMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    const answer = await services.fetch(input, init);
    const text = await answer.clone().text();
    taken.requests += 1;
    taken.refused += text.includes('"THROTTLED"') ? 1 : 0;
    taken.points += Number(/"actualQueryCost":(\d+)/.exec(text)?.[1] ?? 0);
    return answer;
  };
  return {
    services: { ...services, fetch, platforms: new Map([['shopify', withoutBulk()]]) },
    taken,
    reset: () => Object.assign(taken, { points: 0, requests: 0, refused: 0 }),
  };
}

if (process.argv[1] === import.meta.filename) {
  console.log(await benchListing());
}
