import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import { type Selectable, sql } from 'kysely';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { StoreComparisonTable } from '../../db/tables/listing-states.ts';
import { auditStore } from '../../listing/audit/audit-store.ts';
import type { ListingRow } from '../../listing/ledger/ledger.ts';
import type { Services } from '../../services/services.ts';
import { findStores, type StoreWithShop } from '../../stores/queries.ts';
import { StoreSession } from '../../stores/session.ts';
import { nextAt } from '../../time/interval-times.ts';
import { isTimeZone } from '../../time/local-time.ts';
import { applyRules, readsAll } from '../rules.ts';
import { isComparable } from './comparable.ts';
import { comparePage } from './compare-page.ts';

const pageSize = 50;
/** Lease of a comparison, in milliseconds: a killed worker blocks others no longer than this. */
const leaseMs = 60_000;
/** The hour of a store's local night in which it is compared. */
const nightHour = 3;

type Comparison = Selectable<StoreComparisonTable>;

/** Requests that these stores be compared as soon as a worker is free; returns how many were requested. */
export async function requestComparison(
  db: OwnerDb,
  ownerId: string,
  storeIds: readonly string[] | undefined,
): Promise<number> {
  const stores = (await findStores(db, ownerId)).filter(
    ({ store }) => storeIds === undefined || storeIds.includes(store.id),
  );
  if (storeIds !== undefined && stores.length < new Set(storeIds).size) {
    throw new AppError('not-found', 'not a store of this owner');
  }
  for (const { shop } of stores) {
    await db
      .insertInto('store_comparison')
      .values({ shop_id: shop.id, owner_id: ownerId, state: 'waiting' })
      .onConflict((conflict) =>
        conflict
          .column('shop_id')
          .doUpdateSet({ state: 'waiting', fault: null })
          .where('store_comparison.state', '=', 'idle'),
      )
      .execute();
  }
  return stores.length;
}

/**
 * Compares a store, where that was requested or its nightly hour has come, and no other worker is comparing it. If the
 * worker is killed in the middle, the next one continues where it stopped.
 */
export async function compareStore(
  services: Services,
  ownerId: string,
  shopId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const owned = <T>(work: (db: OwnerDb) => Promise<T>) => asOwner(services.db, ownerId, work);
  const now = new Date(services.clock.wall());
  const claimed = await owned((db) => claim(db, ownerId, shopId, now));
  if (!claimed) {
    return false;
  }
  const found = (await owned((db) => findStores(db, ownerId))).find(({ shop }) => shop.id === shopId);
  const fault = found ? await compareAll(services, ownerId, claimed, found.store.id, signal) : null;
  if (found && fault === null && !signal.aborted) {
    await auditAfter(services, ownerId, found, signal);
  }
  if (signal.aborted) {
    // Releases the lease, so that the next worker need not wait for it to expire.
    await owned((db) =>
      db
        .updateTable('store_comparison')
        .set({ working_until: null })
        .where('owner_id', '=', ownerId)
        .where('shop_id', '=', shopId)
        .execute(),
    );
    return true;
  }
  await owned((db) =>
    db
      .updateTable('store_comparison')
      .set({
        state: 'idle',
        working_until: null,
        after_id: null,
        fault: fault && JSON.stringify(fault),
        next_at: found ? nightOf(found.shop.time_zone, now) : null,
        ended_at: sql<Date>`now()`,
      })
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', shopId)
      .execute(),
  );
  return true;
}

/** Schedules a store that was never compared, from its next night on. */
export async function awaitNight(db: OwnerDb, ownerId: string, shopId: string, now: Date): Promise<void> {
  const found = (await findStores(db, ownerId)).find(({ shop }) => shop.id === shopId);
  await db
    .insertInto('store_comparison')
    .values({ shop_id: shopId, owner_id: ownerId, next_at: nightOf(found?.shop.time_zone ?? null, now) })
    .onConflict((conflict) => conflict.column('shop_id').doNothing())
    .execute();
}

function nightOf(timeZone: string | null, now: Date): Date {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC';
  return nextAt({ everyHours: 24, hour: nightHour, timeZone: zone }, now, null);
}

async function claim(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  now: Date,
): Promise<Comparison | undefined> {
  return await db
    .updateTable('store_comparison')
    .set({
      state: 'running',
      working_until: new Date(now.getTime() + leaseMs),
      // A comparison that was under way continues.
      after_id: sql`case when state = 'running' then after_id end`,
      done: sql`case when state = 'running' then done else 0 end`,
      total: sql`(select count(*)::integer from listing where shop_id = ${shopId} and ${isComparable})`,
    })
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .where((eb) => eb.or([eb('state', '<>', 'idle'), eb('next_at', '<=', now)]))
    .where((eb) => eb.or([eb('working_until', 'is', null), eb('working_until', '<', now)]))
    .returningAll()
    .executeTakeFirst();
}

/** Returns when a lease that is taken or renewed now ends. */
function leaseEnd({ clock }: Pick<Services, 'clock'>): Date {
  return new Date(clock.wall() + leaseMs);
}

async function compareAll(
  services: Services,
  ownerId: string,
  { shop_id, after_id }: Comparison,
  storeId: string,
  signal: AbortSignal,
): Promise<Fault | null> {
  const owned = <T>(work: (db: OwnerDb) => Promise<T>) => asOwner(services.db, ownerId, work);
  try {
    const session = await StoreSession.open(services, ownerId, storeId);
    const all = await owned((db) => readsAll(db, ownerId, shop_id));
    for (let after = after_id; ; ) {
      signal.throwIfAborted();
      const from: string | null = after;
      const rows = await owned((db) => findPage(db, ownerId, shop_id, from));
      if (rows.length === 0) {
        return null;
      }
      const compared = await comparePage(session, rows, all, signal);
      await applyRules(services, ownerId, shop_id, compared);
      after = rows.at(-1)?.id ?? null;
      const last = after;
      await owned((db) =>
        db
          .updateTable('store_comparison')
          .set((eb) => ({
            after_id: last,
            done: eb('done', '+', rows.length),
            working_until: leaseEnd(services),
          }))
          .where('owner_id', '=', ownerId)
          .where('shop_id', '=', shop_id)
          .execute(),
      );
    }
  } catch (thrown) {
    if (signal.aborted) {
      return null;
    }
    const { code, params } = AppError.from(thrown);
    services.log.warn({ error: String(thrown), shopId: shop_id }, 'A store could not be compared');
    return { code, params };
  }
}

/**
 * After the comparison by product, audits the store against the ledger as a whole. Each page renews the lease, so that
 * no other worker starts over.
 */
async function auditAfter(
  services: Services,
  ownerId: string,
  { store, shop }: StoreWithShop,
  signal: AbortSignal,
): Promise<void> {
  const onPage = async () => {
    await asOwner(services.db, ownerId, (db) =>
      db
        .updateTable('store_comparison')
        .set({ working_until: leaseEnd(services) })
        .where('owner_id', '=', ownerId)
        .where('shop_id', '=', shop.id)
        .execute(),
    );
  };
  await auditStore(services, { ownerId, storeId: store.id, signal, onPage }).catch((thrown: unknown) => {
    if (!signal.aborted) {
      services.log.warn({ error: String(thrown), shopId: shop.id }, 'A store could not be audited');
    }
  });
}

async function findPage(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  after: string | null,
): Promise<ListingRow[]> {
  return await db
    .selectFrom('listing')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .where(isComparable)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(pageSize)
    .execute();
}
