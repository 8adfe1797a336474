import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { asOwner, type Db, openDatabase } from '../../../apps/server/src/db/database.ts';
import { startEmbedded } from '../../../apps/server/src/db/embedded/start.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { unrecorded } from '../../../apps/server/src/http/recorded.ts';
import { workOnStoreJob } from '../../../apps/server/src/listing/job/store-job-work.ts';
import { createListingRun } from '../../../apps/server/src/listing/runs/create-run.ts';
import { noFaults } from '../../../apps/server/src/listing/store-job/fault-points.ts';
import { confirmUnknownMargin } from '../../../apps/server/src/rules/guard.ts';
import { getRun } from '../../../apps/server/src/runs/runs.ts';
import type { Services } from '../../../apps/server/src/services/services.ts';
import { connectStoreTo } from '../../../apps/server/src/stores/connect.ts';
import { getStore } from '../../../apps/server/src/stores/queries.ts';
import { ownProducts } from '../../../apps/server/testing/products/products.ts';
import { proofProduct } from '../../proof/listing/products.ts';
import { watchMemory } from '../memory.ts';
import type { BenchRow } from '../row.ts';
import { productsOr } from '../size.ts';
import { openListing, withoutBulk } from './parts.ts';

const names = ['side-1', 'side-2', 'side-3', 'side-4', 'side-5'];
const products = productsOr(10_000);
const aloneProducts = Math.min(products, 500);
const delayMs = 100;

/**
 * Measures one run of the same products into five stores at once, each by single calls that take 100 ms, with all store
 * jobs in one worker process and the stores in another; compared with one such store alone, with some of the products.
 * The progress of the slowest store when the first is done shows whether one starves.
 */
export async function benchSideBySide(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ folder, say: () => {} });
  const served = spawn(
    process.execPath,
    [join(import.meta.dirname, 'side-by-side-stores.ts'), ...names, 'alone'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    await migrate(embedded.url);
    const port = await portOf(served);
    const alone = await listTo(embedded.addresses.app, folder, port, ['alone'], aloneProducts);
    const memory = watchMemory();
    const all = await listTo(embedded.addresses.app, folder, port, names, products);
    const least = Math.min(...all.whenFirstEnded);
    const each = all.seconds.map((seconds) => (products / seconds).toFixed(1)).join(', ');
    return [
      {
        what: `list ${products.toLocaleString('en')} products to each of ${names.length} stores at once, one worker`,
        ours: `${Math.max(...all.seconds).toFixed(0)} s, ${((products * names.length) / Math.max(...all.seconds)).toFixed(0)} a second together; each ${each} a second; ${memory.end()}`,
        floor: `the furthest store; the last was at ${least.toLocaleString('en')} when it was done`,
        ratio: least / products,
        aim: 'none starves: 0.9',
      },
      {
        what: 'the same, each of five beside one store alone',
        ours: `${(products / Math.max(...all.seconds)).toFixed(1)} a second each`,
        floor: `${(aloneProducts / Math.max(...alone.seconds)).toFixed(1)} a second alone`,
        ratio: products / Math.max(...all.seconds) / (aloneProducts / Math.max(...alone.seconds)),
        aim: '0.2 is one processor shared by five',
      },
    ];
  } finally {
    served.kill();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function portOf({ stdout }: ChildProcess): Promise<number> {
  const [said] = stdout === null ? ['0'] : await once(stdout, 'data');
  return Number(String(said));
}

interface Reported {
  /** Seconds until its last product was listed, by store. */
  seconds: number[];
  /** Number of products that each had listed when the first store was done. */
  whenFirstEnded: number[];
}

async function listTo(
  databaseUrl: string,
  folder: string,
  port: number,
  stores: readonly string[],
  count: number,
): Promise<Reported> {
  const { db, close } = openDatabase(databaseUrl, { connectionsMax: 20 });
  // One folder for both runs: a database that meets another folder is taken for a copy.
  const listing = openListing(db, { dataFolder: folder, port });
  const services = slow(listing.services);
  try {
    const ownerId = crypto.randomUUID();
    await db.insertInto('owner').values({ id: ownerId, name: ownerId }).execute();
    await db
      .insertInto('installation')
      .values({ id: crypto.randomUUID() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await asOwner(db, ownerId, (owned) =>
      confirmUnknownMargin(owned, ownerId, { confirmed: true, userId: null }),
    );
    const storeIds: string[] = [];
    const shopIds: string[] = [];
    for (const name of stores) {
      const storeId = await connectStoreTo(
        services,
        ownerId,
        {
          platform: 'shopify',
          name,
          domain: `${name}.localhost:${port}`,
          connection: 'token',
          credentials: { token: `practice-token-${name}` },
        },
        unrecorded,
      );
      const { shop } = await asOwner(db, ownerId, (owned) => getStore(owned, ownerId, storeId));
      storeIds.push(storeId);
      shopIds.push(shop.id);
    }
    for (let from = 1; from <= count; from += 500) {
      const some = Array.from({ length: Math.min(500, count + 1 - from) }, (_, at) =>
        proofProduct(from + at),
      );
      await ownProducts(db, ownerId, some);
    }
    const runId = await createListingRun(services, ownerId, {
      storeIds,
      selection: { filter: { listing: 'none' }, except: [] },
      options: { status: 'active', publish: true, again: false },
      dryRun: false,
      createdBy: null,
    });
    const stop = new AbortController();
    const begun = performance.now();
    const working = shopIds.map((key) =>
      workOnStoreJob(services, noFaults, { runId, ownerId, key }, stop.signal).catch(() => undefined),
    );
    const reported = await watch(db, ownerId, { runId, shopIds, count }, begun);
    stop.abort();
    await Promise.all(working);
    return reported;
  } finally {
    await listing.close();
    await close();
  }
}

async function watch(
  db: Db,
  ownerId: string,
  { runId, shopIds, count }: { runId: string; shopIds: readonly string[]; count: number },
  begun: number,
): Promise<Reported> {
  const seconds = new Map<string, number>();
  let whenFirstEnded: number[] | null = null;
  while (seconds.size < shopIds.length) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const listed = await listedIn(db, ownerId);
    const { state, fault } = await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, runId));
    if (state === 'held') {
      throw new Error(`The run is held: ${JSON.stringify(fault)}`);
    }
    for (const id of shopIds) {
      if ((listed.get(id) ?? 0) >= count && !seconds.has(id)) {
        seconds.set(id, (performance.now() - begun) / 1000);
        whenFirstEnded ??= shopIds.map((each) => listed.get(each) ?? 0);
      }
    }
  }
  return { seconds: shopIds.map((id) => seconds.get(id) ?? 0), whenFirstEnded: whenFirstEnded ?? [] };
}

async function listedIn(db: Db, ownerId: string): Promise<Map<string, number>> {
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ shop_id: string; count: number; refused: number }>`
      select shop_id, count(*) filter (where state = 'listed' and published)::integer as count,
        count(*) filter (where state in ('refused', 'conflict', 'gone'))::integer as refused
      from listing where owner_id = ${ownerId} group by shop_id`.execute(owned),
  );
  if (rows.some(({ refused }) => refused > 0)) {
    throw new Error(`The run did not go through: ${JSON.stringify(rows)}`);
  }
  return new Map(rows.map(({ shop_id, count }) => [shop_id, count]));
}

/** Returns services with slow calls, to a store that accepts no bulk operations. */
function slow(services: Services): Services {
  return {
    ...services,
    platforms: new Map([['shopify', withoutBulk()]]),
    fetch: async (input, init) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return await services.fetch(input, init);
    },
  };
}
