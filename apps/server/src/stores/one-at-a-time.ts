import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { StoreRow } from './queries.ts';

const free = (until: string) => sql<boolean>`coalesce(${sql.ref(until)} <= now(), true)`;
const from = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/**
 * Reserves the renewal of a store's token for a period. Returns the store as it is now, or null while another process
 * renews it.
 */
export async function beginRenewal(
  db: OwnerDb,
  ownerId: string,
  storeId: string,
  seconds: number,
): Promise<StoreRow | null> {
  const row = await db
    .updateTable('store')
    .set({ renewing_until: from(seconds) })
    .where('owner_id', '=', ownerId)
    .where('id', '=', storeId)
    .where(free('renewing_until'))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function endRenewal(db: OwnerDb, ownerId: string, storeId: string): Promise<void> {
  await db
    .updateTable('store')
    .set({ renewing_until: null })
    .where('owner_id', '=', ownerId)
    .where('id', '=', storeId)
    .execute();
}

/** Reserves the probe of a shop for a period. Returns false while another process probes it. */
export async function beginProbe(
  db: OwnerDb,
  ownerId: string,
  shopId: string,
  seconds: number,
): Promise<boolean> {
  const row = await db
    .updateTable('shop')
    .set({ probing_until: from(seconds) })
    .where('owner_id', '=', ownerId)
    .where('id', '=', shopId)
    .where(free('probing_until'))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function endProbe(db: OwnerDb, ownerId: string, shopId: string): Promise<void> {
  await db
    .updateTable('shop')
    .set({ probing_until: null })
    .where('owner_id', '=', ownerId)
    .where('id', '=', shopId)
    .execute();
}
