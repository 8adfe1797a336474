import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Platform } from '@bowerbird/platforms/platform';
import { v7 } from 'uuid';
import { readConfig } from '../../../apps/server/src/config/config.ts';
import { asOwner, type Db } from '../../../apps/server/src/db/database.ts';
import { jsonText } from '../../../apps/server/src/db/json-text.ts';
import { unrecorded } from '../../../apps/server/src/http/recorded.ts';
import type { Action } from '../../../apps/server/src/listing/actions/act.ts';
import { createActionRun, createUndoRun } from '../../../apps/server/src/listing/api/create-actions.ts';
import { viewRun } from '../../../apps/server/src/listing/api/view.ts';
import type { ListingRow } from '../../../apps/server/src/listing/ledger/ledger.ts';
import { createListingRun } from '../../../apps/server/src/listing/runs/create-run.ts';
import { confirmUnknownMargin } from '../../../apps/server/src/rules/guard.ts';
import type { JobRequest } from '../../../apps/server/src/runs/jobs.ts';
import { sealWith } from '../../../apps/server/src/seal/seal.ts';
import type { Services } from '../../../apps/server/src/services/services.ts';
import { folderStore } from '../../../apps/server/src/stored-files/folder-store.ts';
import { connectStoreTo } from '../../../apps/server/src/stores/connect.ts';
import { getStore } from '../../../apps/server/src/stores/queries.ts';
import type { Clock } from '../../../apps/server/src/time/clock.ts';
import { ownProducts } from '../../../apps/server/testing/products/products.ts';
import type { SimulatedStore } from './judge/simulated-view.ts';

/** What listing needs of the server, with everything of the outside world passed in. */
export interface Outer {
  db: Db;
  platform: Platform;
  clock: Clock;
  fetch: Services['fetch'];
  dataFolder: string;
  /** Receives the engine's warnings; silent if left out. */
  warn?: (what: object, words?: string) => void;
}

export function servicesFor({ db, platform, clock, fetch, dataFolder, warn }: Outer): Services {
  const silent = () => undefined;
  const nothing = async () => undefined;
  return {
    db,
    fetch,
    clock,
    platforms: new Map([[platform.id, platform]]),
    config: readConfig({ LOG_LEVEL: 'silent', BOWERBIRD_DATA: dataFolder }),
    log: { debug: silent, info: silent, warn: warn ?? silent, error: warn ?? silent },
    seal: sealWith(Buffer.alloc(32, 3)),
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

/** A new merchant, connected to a simulated store. */
export interface ProofMerchant {
  services: Services;
  ownerId: string;
  storeId: string;
  shopId: string;
  installationId: string;
  /** Whether it is the second merchant of its round. */
  isSecond: boolean;
  /** Adds products to the merchant's list; returns their ids. */
  own(products: readonly Product[]): Promise<string[]>;
  /** Replaces a product's content, as a person's edit does. */
  edit(id: string, product: Product): Promise<void>;
  /** Lists these; with `again`, products deleted in the store are created again. */
  start(ids: readonly string[], options?: { again?: boolean }): Promise<JobRequest>;
  /** Delists, republishes or removes these; null if none of them is in the store. */
  act(act: Action, ids: readonly string[]): Promise<JobRequest | null>;
  /** Schedules these to be listed at this time, in milliseconds since 1970. */
  schedule(ids: readonly string[], at: number): Promise<void>;
  /** Connects the store again, after it was removed. */
  connectAgain(): Promise<void>;
  stateOf(request: JobRequest): Promise<string>;
  view(request: JobRequest): ReturnType<typeof viewRun>;
  /** Undoes a run; null if nothing of it can be undone. */
  undo(runId: string): Promise<JobRequest | null>;
  rows(): Promise<ListingRow[]>;
}

/** States that a run does not leave by itself. */
export const endedStates: readonly string[] = ['complete', 'partial', 'failed', 'cancelled'];

export async function connectMerchant(
  services: Services,
  store: Pick<SimulatedStore, 'simulation' | 'connection' | 'credentials'>,
  domain: string,
  isSecond = false,
): Promise<ProofMerchant> {
  const { db } = services;
  const ownerId = v7();
  await db.insertInto('owner').values({ id: ownerId, name: ownerId }).execute();
  await db
    .insertInto('installation')
    .values({ id: v7() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await asOwner(db, ownerId, (owned) =>
    confirmUnknownMargin(owned, ownerId, { confirmed: true, userId: null }),
  );
  const installation = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const connect = () =>
    connectStoreTo(
      services,
      ownerId,
      {
        platform: store.simulation.platform,
        name: store.simulation.name,
        domain,
        connection: store.connection,
        credentials: store.credentials,
      },
      unrecorded,
    );
  const storeId = await connect();
  const { shop } = await asOwner(db, ownerId, (owned) => getStore(owned, ownerId, storeId));
  const view = (request: JobRequest) =>
    asOwner(db, ownerId, (owned) => viewRun(owned, ownerId, request.runId));
  const merchant: ProofMerchant = {
    services,
    ownerId,
    storeId,
    shopId: shop.id,
    installationId: installation.id,
    isSecond,
    own: (products) => ownProducts(db, ownerId, products),
    edit: (id, product) => saveEdit(db, ownerId, id, product),
    async act(act, ids) {
      const request = { storeIds: [merchant.storeId], selection: { ids: [...ids] }, createdBy: null };
      const id = await createActionRun(services, ownerId, act, request).catch(nothingLeft);
      return id === null ? null : { runId: id, ownerId, key: shop.id };
    },
    schedule: (ids, at) => writeSchedule(merchant, ids, at),
    async connectAgain() {
      merchant.storeId = await connect();
      const found = await asOwner(db, ownerId, (owned) => getStore(owned, ownerId, merchant.storeId));
      merchant.shopId = found.shop.id;
    },
    async start(ids, { again = false } = {}) {
      const runId = await createListingRun(services, ownerId, {
        storeIds: [merchant.storeId],
        selection: { ids: [...ids] },
        options: { status: 'active', publish: true, again },
        dryRun: false,
        createdBy: null,
      });
      return { runId, ownerId, key: shop.id };
    },
    async undo(runId) {
      const id = await createUndoRun(services, ownerId, runId, null).catch(nothingLeft);
      return id === null ? null : { runId: id, ownerId, key: shop.id };
    },
    view,
    stateOf: async (request) => (await view(request)).run.state,
    rows: () =>
      asOwner(db, ownerId, (owned) =>
        owned.selectFrom('listing').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute(),
      ),
  };
  return merchant;
}

/** Returns null where nothing of a selection is left; throws everything else. */
export function nothingLeft(thrown: unknown): null {
  if (AppError.from(thrown).code === 'selection.empty') {
    return null;
  }
  throw thrown;
}

async function writeSchedule(
  { services: { db }, ownerId, storeId }: ProofMerchant,
  ids: readonly string[],
  at: number,
): Promise<void> {
  const id = v7();
  await asOwner(db, ownerId, async (owned) => {
    await owned
      .insertInto('listing_schedule')
      .values({
        id,
        owner_id: ownerId,
        name: 'Once',
        times: jsonText({ first: new Date(at).toISOString().slice(0, 16), repeat: { kind: 'never' } }),
        selection: jsonText({ ids: [...ids] }),
        options: jsonText({ status: 'active', publish: true, again: false }),
        time_zone: 'UTC',
        created_by: null,
      })
      .execute();
    await owned
      .insertInto('listing_schedule_place')
      .values({ schedule_id: id, store_id: storeId, owner_id: ownerId, next_at: new Date(at) })
      .execute();
  });
}

async function saveEdit(db: Db, ownerId: string, id: string, product: Product): Promise<void> {
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
