import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@bowerbird/catalog/product';
import type { ListingOptions, ListingRun } from '@bowerbird/contract/listing/listing';
import { changedLister, type ListerChanges } from '@bowerbird/platforms/listing/changed-lister';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { Platform } from '@bowerbird/platforms/platform';
import { shopify } from '@bowerbird/platforms/shopify/index';
import {
  createShopifyShop,
  type ShopifyShop,
  type ShopifyShopOptions,
} from '@bowerbird/simulators/shopify/shop';
import { fetchFrom, type Simulation } from '@bowerbird/simulators/simulation';
import { v7 } from 'uuid';
import { readConfig } from '../../src/config/config.ts';
import { asOwner, type Db } from '../../src/db/database.ts';
import { unrecorded } from '../../src/http/recorded.ts';
import { viewRun } from '../../src/listing/api/view.ts';
import { workOnStoreJob } from '../../src/listing/job/store-job-work.ts';
import type { ListingRow } from '../../src/listing/ledger/ledger.ts';
import { createListingRun } from '../../src/listing/runs/create-run.ts';
import { type FaultInjector, type FaultPoint, noFaults } from '../../src/listing/store-job/fault-points.ts';
import { confirmUnknownMargin } from '../../src/rules/guard.ts';
import type { JobRequest } from '../../src/runs/jobs.ts';
import { sealWith } from '../../src/seal/seal.ts';
import type { Services } from '../../src/services/services.ts';
import { folderStore } from '../../src/stored-files/folder-store.ts';
import { connectStoreTo } from '../../src/stores/connect.ts';
import { getStore } from '../../src/stores/queries.ts';
import { type AcceleratedClock, acceleratedClock, beforeTimePasses } from '../clock/accelerated-clock.ts';
import { stateOfRun, testOwner } from '../database/database.ts';
import { ownProducts, sampleProduct } from '../products/products.ts';

/** One for each database, as an installation has; kept until the process ends, as tests run concurrently. */
const dataFolders = new Map<Db, string>();
process.once('exit', () => {
  for (const folder of dataFolders.values()) {
    rmSync(folder, { recursive: true, force: true });
  }
});

export interface ListingBench extends StoreBench {
  shop: ShopifyShop;
}

/** A merchant with a simulated store of some platform, and the parts that list to it. */
export interface StoreBench {
  services: Services;
  ownerId: string;
  shopId: string;
  storeId: string;
  clock: AcceleratedClock;
  /** Adds products to the merchant's list; returns their ids. */
  own(products: readonly Product[]): Promise<string[]>;
  /** Starts a run without working on it; returns its job's input. */
  start(ids: readonly string[], options?: Partial<ListingOptions>, dryRun?: boolean): Promise<JobRequest>;
  /** Works on a run's store job until its items are decided; then stops it, before any after-check. */
  work(request: JobRequest, injectFault?: FaultInjector): Promise<void>;
  /** Continues the work, after-checks included. */
  workOut(request: JobRequest, injectFault?: FaultInjector): Promise<void>;
  view(runId: string): Promise<ListingRun>;
  /** Starts a run, works on it and returns it. */
  list(ids: readonly string[], options?: Partial<ListingOptions>): Promise<ListingRun>;
  rows(): Promise<ListingRow[]>;
  /** Leaves a run in the state of one that was cancelled while no worker had it. */
  cancelled(runId: string): Promise<void>;
}

export interface BenchOptions {
  shop?: Partial<ShopifyShopOptions>;
  /** How many times as fast as real time the clock runs. */
  times?: number;
  lister?: ListerChanges;
  /** The merchant; left out: a new one. */
  ownerId?: string;
}

/** A merchant with a simulated Shopify store, and the parts that list to it, on a real database. */
export async function listingBench(db: Db, options: BenchOptions = {}): Promise<ListingBench> {
  const clock = acceleratedClock(options.times ?? 20);
  const shop = createShopifyShop({
    name: 'aster-practice',
    outside: clock,
    ...options.shop,
    settings: { pace: 'free', ...options.shop?.settings },
  });
  const platform = withLister(shopify, () => options.lister ?? {});
  const bench = await storeBench(db, {
    clock,
    platform,
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.access.token },
    ...(options.ownerId !== undefined && { ownerId: options.ownerId }),
  });
  return { ...bench, shop };
}

export interface SimulatedStore {
  clock: AcceleratedClock;
  platform: Platform;
  simulation: Simulation;
  connection: string;
  credentials: Record<string, string>;
  /** Answers for hosts other than the store, such as image hosts. */
  beside?: typeof fetch;
  /** The merchant; left out: a new one. */
  ownerId?: string;
}

/** The same for a store of any platform. */
export async function storeBench(
  db: Db,
  { clock, platform, simulation, connection, credentials, beside, ownerId: given }: SimulatedStore,
): Promise<StoreBench> {
  const host = `${simulation.name}.localhost`;
  const toStore = fetchFrom(new Map([[host, simulation]]));
  const dataFolder = dataFolders.get(db) ?? mkdtempSync(join(tmpdir(), 'bowerbird-listing-'));
  dataFolders.set(db, dataFolder);
  const silent = () => undefined;
  const services: Services = {
    db,
    jobs: {
      wake: async () => undefined,
      know: async () => undefined,
      runsWithJobs: async () => new Set(),
      interrupt: () => undefined,
      queued: async () => [],
      start: async () => undefined,
      stop: async () => undefined,
    },
    config: readConfig({ LOG_LEVEL: 'silent', BOWERBIRD_DATA: dataFolder }),
    fetch: (input, init) =>
      beside && new URL(String(input instanceof Request ? input.url : input)).hostname !== host
        ? beside(input, init)
        : toStore(input, init),
    platforms: new Map([[platform.id, platform]]),
    clock,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    seal: sealWith(Buffer.alloc(32, 7)),
    files: folderStore(dataFolder),
    messages: { send: async () => void 0 },
    practice: null,
  };
  await db
    .insertInto('installation')
    .values({ id: v7() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ownerId = given ?? (await testOwner(db));
  // Products in tests seldom have a cost.
  await asOwner(db, ownerId, (owned) =>
    confirmUnknownMargin(owned, ownerId, { confirmed: true, userId: null }),
  );
  const storeId = await connectStoreTo(
    services,
    ownerId,
    {
      platform: platform.id,
      name: 'Aster',
      domain: `${host}:8000`,
      connection,
      credentials,
    },
    unrecorded,
  );
  const { shop: shopRow } = await asOwner(db, ownerId, (owned) => getStore(owned, ownerId, storeId));

  const bench: StoreBench = {
    services,
    ownerId,
    shopId: shopRow.id,
    storeId,
    clock,
    own: (products) => ownProducts(db, ownerId, products),
    async start(ids, given = {}, dryRun = false) {
      const runId = await createListingRun(services, ownerId, {
        storeIds: [storeId],
        selection: { ids: [...ids] },
        options: { status: 'active', publish: true, again: false, ...given },
        dryRun,
        createdBy: null,
      });
      return { runId, ownerId, key: shopRow.id };
    },
    async work(request, injectFault = noFaults) {
      const stop = new AbortController();
      const working = workOnStoreJob(services, injectFault, request, stop.signal).catch((thrown: unknown) => {
        if (!stop.signal.aborted) {
          throw thrown;
        }
      });
      await Promise.race([working, untilDecided(db, request.runId)]);
      stop.abort();
      await working;
    },
    workOut: (request, injectFault = noFaults) =>
      workOnStoreJob(services, injectFault, request, new AbortController().signal),
    view: (runId) => asOwner(db, ownerId, (owned) => viewRun(owned, ownerId, runId)),
    async list(ids, given) {
      const request = await bench.start(ids, given);
      await bench.work(request);
      return await bench.view(request.runId);
    },
    rows: () =>
      asOwner(db, ownerId, (owned) =>
        owned.selectFrom('listing').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute(),
      ),
    cancelled: (runId) =>
      asOwner(db, ownerId, async (owned) => {
        await owned.updateTable('run').set({ state: 'cancelled' }).where('id', '=', runId).execute();
        await owned
          .updateTable('listing_store_job')
          .set({ state: 'partial' })
          .where('run_id', '=', runId)
          .execute();
      }),
  };
  return bench;
}

/**
 * Returns the platform with seconds instead of minutes in which it may apply a request, for tests that wait for these
 * on a clock slow enough that a busy machine does not miss its gates.
 */
export function withinSeconds(platform: Platform): Platform {
  return withTimes(platform, { latenessMs: 12_000 });
}

/** Returns the platform with other times of the protocol. */
export function withTimes(platform: Platform, times: Partial<Lister['features']['times']>): Platform {
  return withLister(platform, (own) => ({ features: { times: { ...own.features.times, ...times } } }));
}

/** Returns the platform with other members of its lister. */
export function withLister(platform: Platform, changesTo: (own: Lister) => ListerChanges): Platform {
  const { lister } = platform;
  return lister ? { ...platform, lister: changedLister(lister, changesTo) } : platform;
}

/** Returns small realistic products, each with its own handle. */
export function someProducts(count: number, from = 1): Product[] {
  return Array.from({ length: count }, (_, index) => sampleProduct(from + index));
}

function untilDecided(db: Db, runId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const lookNoMore = beforeTimePasses(async () => {
      try {
        const state = await stateOfRun(db, runId);
        if (state !== null && ['complete', 'partial', 'failed', 'cancelled'].includes(state)) {
          lookNoMore();
          resolve();
        }
      } catch (thrown) {
        lookNoMore();
        reject(thrown);
      }
    });
  });
}

/** Stands still for ever the n-th time it comes to this point, like a process that was killed there. */
export function diesAt(
  point: FaultPoint,
  time = 1,
): { injectFault: FaultInjector; died: Promise<void>; injected: () => boolean } {
  let left = time;
  let report: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    report = resolve;
  });
  const injectFault: FaultInjector = (at) => {
    if (at !== point) {
      return undefined;
    }
    left -= 1;
    if (left !== 0) {
      return undefined;
    }
    report();
    return new Promise<void>(() => undefined);
  };
  return { injectFault, died, injected: () => left <= 0 };
}

/** Saves a product with other content, as a person's edit does. */
export async function editProduct(
  { services: { db }, ownerId }: Pick<StoreBench, 'services' | 'ownerId'>,
  id: string,
  product: Product,
): Promise<void> {
  await asOwner(db, ownerId, (owned) =>
    owned
      .updateTable('product')
      .set((eb) => ({
        content: JSON.stringify(product),
        title: product.title,
        revision: eb('revision', '+', 1),
      }))
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .execute(),
  );
}
