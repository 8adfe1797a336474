import type { Product } from '@bowerbird/catalog/product';
import { platforms } from '@bowerbird/platforms/all';
import { changedLister } from '@bowerbird/platforms/listing/changed-lister';
import type { Platform } from '@bowerbird/platforms/platform';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { v7 } from 'uuid';
import { readConfig } from '../../../apps/server/src/config/config.ts';
import { asOwner, type Db } from '../../../apps/server/src/db/database.ts';
import { guardedFetch } from '../../../apps/server/src/fetch/guarded-fetch.ts';
import { unrecorded } from '../../../apps/server/src/http/recorded.ts';
import { createListingRun } from '../../../apps/server/src/listing/runs/create-run.ts';
import { confirmUnknownMargin } from '../../../apps/server/src/rules/guard.ts';
import type { JobRequest } from '../../../apps/server/src/runs/jobs.ts';
import { sealWith } from '../../../apps/server/src/seal/seal.ts';
import type { Services } from '../../../apps/server/src/services/services.ts';
import { folderStore } from '../../../apps/server/src/stored-files/folder-store.ts';
import { connectStoreTo } from '../../../apps/server/src/stores/connect.ts';
import { getStore } from '../../../apps/server/src/stores/queries.ts';
import { realClock } from '../../../apps/server/src/time/clock.ts';
import { ownProducts } from '../../../apps/server/testing/products/products.ts';
import { proofProduct } from '../../proof/listing/products.ts';

export const practiceStore = 'aster-practice';

/** Shopify with single calls only, however many products there are. */
export function withoutBulk(): Platform {
  const { lister } = shopify;
  if (!lister) {
    throw new Error('Shopify has no lister');
  }
  return { ...shopify, lister: changedLister(lister, () => ({ writer: { bulk: null } })) };
}

export interface ListingParts {
  services: Services;
  close(): Promise<void>;
}

/**
 * Opens the server parts that listing needs, over this database, so that they reach the simulators served on this port.
 */
export function openListing(
  db: Db,
  { dataFolder, port }: { dataFolder: string; port: number },
): ListingParts {
  const fetch = guardedFetch({ allowedPrivateHosts: [], simulatorPort: port, userAgent: 'Bowerbird' });
  const silent = () => undefined;
  const nothing = async () => undefined;
  return {
    services: {
      db,
      fetch,
      platforms,
      config: readConfig({ BOWERBIRD_DATA: dataFolder, LOG_LEVEL: 'silent' }),
      clock: realClock,
      log: { debug: silent, info: silent, warn: silent, error: silent },
      seal: sealWith(Buffer.alloc(32, 3)),
      files: folderStore(dataFolder),
      messages: { send: async () => void 0 },
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
    },
    close: () => fetch.close(),
  };
}

/** Creates a merchant connected to the practice store. */
export async function merchantWithStore(services: Services, port: number) {
  const ownerId = v7();
  const { db } = services;
  await db.insertInto('owner').values({ id: ownerId, name: ownerId }).execute();
  await db
    .insertInto('installation')
    .values({ id: v7() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await asOwner(db, ownerId, (owned) =>
    confirmUnknownMargin(owned, ownerId, { confirmed: true, userId: null }),
  );
  const storeId = await connectStoreTo(
    services,
    ownerId,
    {
      platform: 'shopify',
      name: practiceStore,
      domain: `${practiceStore}.localhost:${port}`,
      connection: 'token',
      credentials: { token: `practice-token-${practiceStore}` },
    },
    unrecorded,
  );
  const { shop } = await asOwner(db, ownerId, (owned) => getStore(owned, ownerId, storeId));
  return { ownerId, storeId, shopId: shop.id };
}

export type Merchant = Awaited<ReturnType<typeof merchantWithStore>>;

/** Creates products for the merchant and a run that lists them. */
export async function startListing(
  services: Services,
  { ownerId, storeId, shopId }: Merchant,
  given: { count: number; from: number },
): Promise<{ request: JobRequest; products: Product[]; ids: string[] }> {
  const products = Array.from({ length: given.count }, (_, index) => proofProduct(given.from + index));
  const ids = await ownProducts(services.db, ownerId, products);
  const runId = await createListingRun(services, ownerId, {
    storeIds: [storeId],
    selection: { filter: { listing: 'none' }, except: [] },
    options: { status: 'active', publish: true, again: false },
    dryRun: false,
    createdBy: null,
  });
  return { request: { runId, ownerId, key: shopId }, products, ids };
}
