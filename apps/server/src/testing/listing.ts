import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@bowerbird/catalog/product';
import type { ListingOptions, ListingRun } from '@bowerbird/contract/listing';
import type { Platform } from '@bowerbird/platforms/platform';
import { shopify } from '@bowerbird/platforms/shopify/index';
import {
  createShopifyShop,
  type ShopifyShop,
  type ShopifyShopOptions,
} from '@bowerbird/platforms/shopify/simulate/shop';
import { fetchFrom, type Simulation } from '@bowerbird/platforms/simulation';
import { v7 } from 'uuid';
import { readConfig } from '../config.ts';
import { asOwner, type Db } from '../db/database.ts';
import { unrecorded } from '../http/recorded.ts';
import { createListingRun } from '../listing/create-run.ts';
import { type FaultPoint, noFaults, type Strike } from '../listing/fault-points.ts';
import { workOnLane } from '../listing/lane-work.ts';
import type { ListingRow } from '../listing/ledger.ts';
import { viewRun } from '../listing/view.ts';
import { confirmUnknownMargin } from '../rules/guard.ts';
import type { JobAsk } from '../runs/jobs.ts';
import { sealWith } from '../seal/seal.ts';
import type { Services } from '../services.ts';
import { connectStoreTo } from '../stores/connect.ts';
import { getStore } from '../stores/queries.ts';
import { stateOfRun, testOwner } from './database.ts';
import { beforeTimePasses, type HurriedClock, hurriedClock } from './hurried-clock.ts';
import { ownProducts, sampleProduct } from './products.ts';

/** One for each database, as an installation has; kept until the process ends, as tests run beside each other. */
const dataFolders = new Map<Db, string>();
process.once('exit', () => {
  for (const folder of dataFolders.values()) {
    rmSync(folder, { recursive: true, force: true });
  }
});

export interface ListingBench extends StoreBench {
  shop: ShopifyShop;
}

/** A merchant with a store of some platform that we play, and the parts that list to it. */
export interface StoreBench {
  services: Services;
  ownerId: string;
  shopId: string;
  storeId: string;
  clock: HurriedClock;
  /** Puts products into the merchant's list; answers their ids. */
  own(products: readonly Product[]): Promise<string[]>;
  /** Starts a run without working on it; answers what its job is asked. */
  start(ids: readonly string[], options?: Partial<ListingOptions>, dryRun?: boolean): Promise<JobAsk>;
  /** Works on a run's lane until its items are decided; then stops it, before any after-check. */
  work(ask: JobAsk, strike?: Strike): Promise<void>;
  /** Works on, after-checks included. */
  workOut(ask: JobAsk, strike?: Strike): Promise<void>;
  view(runId: string): Promise<ListingRun>;
  /** Starts, works and answers the run. */
  list(ids: readonly string[], options?: Partial<ListingOptions>): Promise<ListingRun>;
  rows(): Promise<ListingRow[]>;
  /** Leaves a run as one that was cancelled while no worker had it. */
  cancelled(runId: string): Promise<void>;
}

export interface BenchOptions {
  shop?: Partial<ShopifyShopOptions>;
  /** How fast the clock runs. */
  times?: number;
  lister?: Partial<NonNullable<Platform['lister']>>;
}

/** A merchant with a Shopify store that we play, and the parts that list to it, on a real database. */
export async function listingBench(db: Db, options: BenchOptions = {}): Promise<ListingBench> {
  const clock = hurriedClock(options.times ?? 20);
  const shop = createShopifyShop({
    name: 'aster-practice',
    outside: clock,
    ...options.shop,
    settings: { pace: 'free', ...options.shop?.settings },
  });
  const platform: Platform = shopify.lister
    ? { ...shopify, lister: { ...shopify.lister, ...options.lister } }
    : shopify;
  const bench = await storeBench(db, {
    clock,
    platform,
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.access.token },
  });
  return { ...bench, shop };
}

export interface PlayedStore {
  clock: HurriedClock;
  platform: Platform;
  simulation: Simulation;
  connection: string;
  credentials: Record<string, string>;
  /** Answers for hosts beside the store, such as where pictures lie. */
  beside?: typeof fetch;
}

/** The same for a store of any platform. */
export async function storeBench(
  db: Db,
  { clock, platform, simulation, connection, credentials, beside }: PlayedStore,
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
    messages: { send: async () => void 0 },
    practice: null,
  };
  await db
    .insertInto('installation')
    .values({ id: v7() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ownerId = await testOwner(db);
  // Products of tests seldom have a cost.
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
    async work(ask, strike = noFaults) {
      const stop = new AbortController();
      const working = workOnLane(services, strike, ask, stop.signal).catch((thrown: unknown) => {
        if (!stop.signal.aborted) {
          throw thrown;
        }
      });
      await Promise.race([working, untilDecided(db, ask.runId)]);
      stop.abort();
      await working;
    },
    workOut: (ask, strike = noFaults) => workOnLane(services, strike, ask, new AbortController().signal),
    view: (runId) => asOwner(db, ownerId, (owned) => viewRun(owned, ownerId, runId)),
    async list(ids, given) {
      const ask = await bench.start(ids, given);
      await bench.work(ask);
      return await bench.view(ask.runId);
    },
    rows: () =>
      asOwner(db, ownerId, (owned) =>
        owned.selectFrom('listing').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute(),
      ),
    cancelled: (runId) =>
      asOwner(db, ownerId, async (owned) => {
        await owned.updateTable('run').set({ state: 'cancelled' }).where('id', '=', runId).execute();
        await owned
          .updateTable('listing_lane')
          .set({ state: 'partial' })
          .where('run_id', '=', runId)
          .execute();
      }),
  };
  return bench;
}

/**
 * The same platform with seconds for the minutes in which it may apply a request, for tests that wait them out on a clock that is not so
 * fast that a busy machine lets its gates close.
 */
export function withinSeconds(platform: Platform): Platform {
  return withTimes(platform, { latenessMs: 12_000 });
}

/** The same platform with other times of the protocol. */
export function withTimes(
  platform: Platform,
  given: Partial<NonNullable<Platform['lister']>['times']>,
): Platform {
  const { lister } = platform;
  if (!lister) {
    return platform;
  }
  const times = { ...lister.times, ...given };
  const { inStore } = lister;
  return {
    ...platform,
    lister: { ...lister, times, ...(inStore && { inStore: (shop) => ({ ...inStore(shop), times }) }) },
  };
}

/** Small believable products, each with its own handle. */
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

/** Stands still for ever at the n-th time it comes to this point, as a process does that was killed there. */
export function diesAt(
  point: FaultPoint,
  time = 1,
): { strike: Strike; died: Promise<void>; struck: () => boolean } {
  let left = time;
  let tell: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const strike: Strike = (at) => {
    if (at !== point) {
      return undefined;
    }
    left -= 1;
    if (left !== 0) {
      return undefined;
    }
    tell();
    return new Promise<void>(() => undefined);
  };
  return { strike, died, struck: () => left <= 0 };
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
