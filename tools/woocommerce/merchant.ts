import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '@bowerbird/catalog/product';
import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { changedLister } from '@bowerbird/platforms/listing/changed-lister';
import type { Platform } from '@bowerbird/platforms/platform';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { asOwner, type Db } from '../../apps/server/src/db/database.ts';
import { guardedFetch } from '../../apps/server/src/fetch/guarded-fetch.ts';
import { unrecorded } from '../../apps/server/src/http/recorded.ts';
import { createUndoRun } from '../../apps/server/src/listing/api/create-actions.ts';
import { viewRun } from '../../apps/server/src/listing/api/view.ts';
import { workOnStoreJob } from '../../apps/server/src/listing/job/store-job-work.ts';
import type { ListingRow } from '../../apps/server/src/listing/ledger/ledger.ts';
import { createListingRun } from '../../apps/server/src/listing/runs/create-run.ts';
import { type FaultInjector, noFaults } from '../../apps/server/src/listing/store-job/fault-points.ts';
import { confirmUnknownMargin } from '../../apps/server/src/rules/guard.ts';
import type { JobRequest } from '../../apps/server/src/runs/jobs.ts';
import { sealWith } from '../../apps/server/src/seal/seal.ts';
import type { Services } from '../../apps/server/src/services/services.ts';
import { folderStore } from '../../apps/server/src/stored-files/folder-store.ts';
import { connectStoreTo } from '../../apps/server/src/stores/connect.ts';
import { getStore } from '../../apps/server/src/stores/queries.ts';
import { realClock } from '../../apps/server/src/time/clock.ts';
import { testOwner } from '../../apps/server/testing/database/database.ts';
import { editProduct } from '../../apps/server/testing/listing/listing.ts';
import { ownProducts } from '../../apps/server/testing/products/products.ts';
import { dataPlace } from './servers/servers.ts';
import type { RunningStore } from './set-up.ts';

/** Maximum milliseconds until a request is applied here: PHP on this machine has finished any of ours by then. */
const latenessMs = 25_000;

/** Returns the real WooCommerce platform, with seconds in place of the minutes until a product is checked again. */
export function acceleratedPlatform(): Platform {
  const { lister } = woocommerce;
  if (!lister) {
    throw new Error('WooCommerce has no lister');
  }
  const times = { ...lister.features.times, latenessMs };
  return { ...woocommerce, lister: changedLister(lister, () => ({ features: { times } })) };
}

/** The server's own fetch, which sends each write through its gate; the stores are on this machine. */
const toStores = guardedFetch({ allowedPrivateHosts: ['127.0.0.1', 'localhost'] });

/** Returns what listing needs of the server; the clock and the network are real. */
export function servicesFor(db: Db, dataFolder: string): Services {
  const silent = () => undefined;
  const nothing = async () => undefined;
  const platform = acceleratedPlatform();
  const isLoud = process.env.WOOCOMMERCE_LOUD !== undefined;
  const reported = (what: object, words?: string) =>
    isLoud ? console.error(words, JSON.stringify(what)) : undefined;
  return {
    db,
    fetch: toStores,
    clock: realClock,
    platforms: new Map([[platform.id, platform]]),
    config: readConfig({ LOG_LEVEL: 'silent', BOWERBIRD_DATA: dataFolder }),
    log: { debug: silent, info: silent, warn: reported, error: reported },
    seal: sealWith(Buffer.alloc(32, 5)),
    files: folderStore(dataFolder),
    messages: { send: nothing },
    practice: null,
    jobs: {
      wake: nothing,
      know: nothing,
      start: nothing,
      stop: nothing,
      runsWithJobs: async () => new Set<string>(),
      interrupt: () => undefined,
      queued: async () => [],
    },
  };
}

/** A merchant with one real store. */
export interface Merchant {
  services: Services;
  dataFolder: string;
  ownerId: string;
  storeId: string;
  shopId: string;
  own(products: readonly Product[]): Promise<string[]>;
  edit(id: string, product: Product): Promise<void>;
  start(ids: readonly string[], options?: { again: boolean }): Promise<JobRequest>;
  undo(runId: string): Promise<JobRequest>;
  /** Works on a run until it has ended and owes no after-check, however often the store holds it. */
  work(request: JobRequest, injectFault?: FaultInjector): Promise<ListingRun>;
  view(request: JobRequest): Promise<ListingRun>;
  rows(): Promise<ListingRow[]>;
}

export type SignIn = 'rest-keys' | 'application-password';

const ended: readonly string[] = ['complete', 'partial', 'failed', 'cancelled'];
/** Total milliseconds that a run may take before the suite gives up on it. */
const patienceMs = 28 * 60_000;

/** @param port port of the store as the merchant enters it; by default the one that states https */
export async function openMerchant(
  db: Db,
  store: RunningStore,
  signIn: SignIn,
  port = store.ports.said,
): Promise<Merchant> {
  const dataFolder = dataFolderOf(db, store.root);
  const services = servicesFor(db, dataFolder);
  await db
    .insertInto('installation')
    .values({ id: v7() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ownerId = await testOwner(db);
  await asOwner(db, ownerId, (owned) =>
    confirmUnknownMargin(owned, ownerId, { confirmed: true, userId: null }),
  );
  const { user, applicationPassword, consumerKey, consumerSecret } = store.installed;
  const credentials: Record<string, string> =
    signIn === 'rest-keys' ? { consumerKey, consumerSecret } : { user, applicationPassword };
  const storeId = await connectStoreTo(
    services,
    ownerId,
    {
      platform: woocommerce.id,
      name: store.label,
      domain: `127.0.0.1:${port}`,
      connection: signIn,
      credentials,
    },
    unrecorded,
  );
  const { shop } = await asOwner(db, ownerId, (owned) => getStore(owned, ownerId, storeId));
  const requestFor = (runId: string): JobRequest => ({ runId, ownerId, key: shop.id });
  const view = (request: JobRequest) =>
    asOwner(db, ownerId, (owned) => viewRun(owned, ownerId, request.runId));
  return {
    services,
    dataFolder,
    ownerId,
    storeId,
    shopId: shop.id,
    own: (products) => ownProducts(db, ownerId, products),
    edit: (id, product) => editProduct({ services, ownerId }, id, product),
    start: async (ids, { again } = { again: false }) =>
      requestFor(
        await createListingRun(services, ownerId, {
          storeIds: [storeId],
          selection: { ids: [...ids] },
          options: { status: 'active', publish: true, again },
          dryRun: false,
          createdBy: null,
        }),
      ),
    undo: async (runId) => requestFor(await createUndoRun(services, ownerId, runId, null)),
    view,
    async work(request, injectFault = noFaults) {
      const until = Date.now() + patienceMs;
      for (;;) {
        await workOnStoreJob(services, injectFault, request, new AbortController().signal);
        const seen = await view(request);
        if (ended.includes(seen.run.state) && !(await isCheckOwed(db, ownerId, shop.id))) {
          return seen;
        }
        if (Date.now() > until) {
          throw new Error(`the run did not end: ${JSON.stringify(seen)}`);
        }
        await realClock.sleep(1000);
      }
    },
    rows: () =>
      asOwner(db, ownerId, (owned) =>
        owned.selectFrom('listing').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute(),
      ),
  };
}

async function isCheckOwed(db: Db, ownerId: string, shopId: string): Promise<boolean> {
  const { count } = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('listing')
      .select(sql<string>`count(*)`.as('count'))
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', shopId)
      .where('check_due', '=', true)
      .executeTakeFirstOrThrow(),
  );
  return Number(count) > 0;
}

const folders = new Map<Db, string>();

/**
 * Returns one data folder for each database, as an installation has; it is below the root, whose next run removes it.
 */
function dataFolderOf(db: Db, root: string): string {
  const folder = folders.get(db) ?? mkdtempSync(join(dataPlace(root), 'data-'));
  folders.set(db, folder);
  return folder;
}
