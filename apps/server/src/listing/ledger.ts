import type { Fault } from '@bowerbird/contract/runs';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import type { ListingState, ListingTable } from '../db/tables/listing.ts';
import { listingKey } from './key.ts';
import type { OwnCodes } from './own-codes.ts';

export type ListingRow = Selectable<ListingTable>;

/** When a row was made, in milliseconds since 1970, as its id tells: nothing of ours in the store is older. */
export function madeAt({ id }: Pick<ListingRow, 'id'>): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/** The row was written by another since it was read: what is held of it in memory is worth nothing. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** The rows of these products in this shop; made, waiting, where there are none. A newer wanted revision is noted. */
export async function takeRows(
  db: OwnerDb,
  ownerId: string,
  installationId: string,
  shopId: string,
  wanted: readonly { productId: string; revision: number }[],
): Promise<Map<string, ListingRow>> {
  const rows = wanted.map(({ productId, revision }) => ({
    id: v7(),
    owner_id: ownerId,
    product_id: productId,
    shop_id: shopId,
    key: listingKey(installationId, productId, shopId, 1),
    state: 'waiting' as const,
    token: v7(),
    wanted_revision: revision,
  }));
  if (rows.length > 0) {
    await db
      .insertInto('listing')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['product_id', 'shop_id']).doNothing())
      .execute();
  }
  const found = await db
    .selectFrom('listing')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .where(sql<boolean>`product_id = any(${wanted.map(({ productId }) => productId)}::uuid[])`)
    .execute();
  return new Map(found.map((row) => [row.product_id, row]));
}

export async function findRow(db: OwnerDb, ownerId: string, id: string): Promise<ListingRow | undefined> {
  return await db
    .selectFrom('listing')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether another product of ours is bound to this one of the store. */
export async function isHeldByAnother(db: OwnerDb, row: ListingRow, target: string): Promise<boolean> {
  const found = await db
    .selectFrom('listing')
    .select('id')
    .where('owner_id', '=', row.owner_id)
    .where('shop_id', '=', row.shop_id)
    .where('store_product_id', '=', target)
    .where('id', '<>', row.id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface RowChange {
  state?: ListingState;
  generation?: number;
  key?: string;
  openAttempt?: string | null;
  storeProductId?: string | null;
  address?: string | null;
  createdByUs?: boolean;
  published?: boolean;
  takenDown?: boolean;
  restoresVisibility?: boolean;
  wantedRevision?: number;
  listedRevision?: number | null;
  listedAttempt?: string | null;
  sentHash?: string | null;
  listedHash?: string | null;
  seenHash?: string | null;
  checkDue?: boolean;
  /** After how much of the shop's counted time the after-check may be made; sets it due. */
  checkInMs?: number;
  unhealed?: boolean;
  adopts?: string | null;
  ownCodes?: OwnCodes;
  fault?: Fault | null;
  field?: string | null;
}

/** Writes a row under the token it was read with, and answers it with its new one. Throws `Fenced` when it was written since. */
export async function writeRow(db: OwnerDb, row: ListingRow, change: RowChange): Promise<ListingRow> {
  const written = await db
    .updateTable('listing')
    .set({ ...columns(change), token: v7(), updated_at: sql<Date>`now()` })
    .where('owner_id', '=', row.owner_id)
    .where('id', '=', row.id)
    .where('token', '=', row.token)
    .returningAll()
    .executeTakeFirst();
  if (!written) {
    throw new Fenced(`listing ${row.id}`);
  }
  return written;
}

function columns(change: RowChange) {
  return {
    ...(change.state !== undefined && { state: change.state }),
    ...(change.generation !== undefined && { generation: change.generation }),
    ...(change.key !== undefined && { key: change.key }),
    ...(change.openAttempt !== undefined && { open_attempt: change.openAttempt }),
    ...(change.storeProductId !== undefined && { store_product_id: change.storeProductId }),
    ...(change.address !== undefined && { address: change.address }),
    ...(change.createdByUs !== undefined && { created_by_us: change.createdByUs }),
    ...(change.published !== undefined && { published: change.published }),
    ...(change.takenDown !== undefined && { taken_down: change.takenDown }),
    ...(change.restoresVisibility !== undefined && { restores_visibility: change.restoresVisibility }),
    ...(change.wantedRevision !== undefined && { wanted_revision: change.wantedRevision }),
    ...(change.listedRevision !== undefined && { listed_revision: change.listedRevision }),
    ...(change.listedAttempt !== undefined && { listed_attempt: change.listedAttempt }),
    ...(change.sentHash !== undefined && { sent_hash: change.sentHash }),
    ...(change.listedHash !== undefined && { listed_hash: change.listedHash }),
    ...(change.seenHash !== undefined && { seen_hash: change.seenHash }),
    ...(change.checkDue !== undefined && { check_due: change.checkDue }),
    ...(change.checkInMs !== undefined && {
      check_due: true,
      check_at_ms: sql<string>`(select counted_ms from shop_turn where shop_turn.shop_id = listing.shop_id) + ${change.checkInMs}`,
    }),
    ...(change.unhealed !== undefined && { unhealed: change.unhealed }),
    ...(change.adopts !== undefined && { adopts: change.adopts }),
    ...(change.ownCodes !== undefined && { own_codes: JSON.stringify(change.ownCodes) }),
    ...(change.fault !== undefined && { fault: change.fault === null ? null : JSON.stringify(change.fault) }),
    ...(change.field !== undefined && { field: change.field }),
  };
}

/** A row that is bound to nothing. */
export const unbound: RowChange = {
  storeProductId: null,
  address: null,
  createdByUs: false,
  published: false,
  takenDown: false,
  restoresVisibility: false,
  listedRevision: null,
  listedAttempt: null,
  sentHash: null,
  listedHash: null,
  seenHash: null,
  checkDue: false,
  unhealed: false,
  fault: null,
  field: null,
};
