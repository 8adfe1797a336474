import type { Fault } from '@bowerbird/contract/runs';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import type { ListingState, ListingTable } from '../../db/tables/listing.ts';
import { listingKey } from './key.ts';
import type { OwnCodes } from './own-codes.ts';

export type ListingRow = Selectable<ListingTable>;

/** Returns when a row was created, in milliseconds since 1970, from its id: nothing of ours in the store is older. */
export function madeAt({ id }: Pick<ListingRow, 'id'>): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/** Another worker wrote the row since it was read: the copy in memory is stale. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/**
 * Does a step that writes a row under its token. Returns `otherwise` where another worker wrote the row since it was
 * read; that worker continues from there.
 */
export async function unlessFenced<Answer>(step: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
  try {
    return await step();
  } catch (thrown) {
    if (thrown instanceof Fenced) {
      return otherwise;
    }
    throw thrown;
  }
}

/** Throws `Fenced` where another worker wrote the row since it was read. */
export async function requireToken(
  db: OwnerDb,
  ownerId: string,
  { id, token }: Pick<ListingRow, 'id' | 'token'>,
): Promise<void> {
  const row = await db
    .selectFrom('listing')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('token', '=', token)
    .executeTakeFirst();
  if (!row) {
    throw new Fenced(`listing ${id}`);
  }
}

/**
 * Returns the rows of these products in this shop, creating them as waiting where there are none. A newer wanted
 * revision is noted.
 */
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

/** Returns rows by their ids; one that no longer exists is left out. */
export async function findRows(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, ListingRow>> {
  const found = await db
    .selectFrom('listing')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(found.map((row) => [row.id, row]));
}

/** Reports whether another product of ours is bound to this one of the store. */
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

/** What the row of a product says that its store keeps otherwise, and that shoppers never saw. */
export const keptHidden = 'listing.kept-otherwise-hidden';

/**
 * Returns what a row is set to where a product was published as the store keeps it: nothing of the content that has this
 * hash is still to be written, and what was sent before, and may still arrive, must not hide the product.
 */
export function acceptedAs({ check_due }: Pick<ListingRow, 'check_due'>, hash: string): RowChange {
  return { sentHash: hash, ...(check_due && { restoresVisibility: true }) };
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
  /**
   * How much of the shop's counted time must pass before the after-check may be made; setting it makes the check owed.
   */
  checkInMs?: number;
  unrepaired?: boolean;
  adopts?: string | null;
  ownCodes?: OwnCodes;
  fault?: Fault | null;
  field?: string | null;
}

const columnNames = {
  state: 'state',
  generation: 'generation',
  key: 'key',
  openAttempt: 'open_attempt',
  storeProductId: 'store_product_id',
  address: 'address',
  createdByUs: 'created_by_us',
  published: 'published',
  takenDown: 'taken_down',
  restoresVisibility: 'restores_visibility',
  wantedRevision: 'wanted_revision',
  listedRevision: 'listed_revision',
  listedAttempt: 'listed_attempt',
  sentHash: 'sent_hash',
  listedHash: 'listed_hash',
  seenHash: 'seen_hash',
  checkDue: 'check_due',
  unrepaired: 'unrepaired',
  adopts: 'adopts',
  ownCodes: 'own_codes',
  fault: 'fault',
  field: 'field',
} as const satisfies Record<Exclude<keyof RowChange, 'checkInMs'>, keyof ListingRow>;

/** The changeable columns of a row, as they are called in the table. */
export const changeable = Object.values(columnNames);

/** Returns a change as columns; `checkInMs` makes the after-check owed, and the database computes when it is due. */
export function columnsOf({ checkInMs, ...change }: RowChange): Record<string, unknown> {
  const columns = Object.entries(change).flatMap(([name, value]) =>
    value === undefined ? [] : [[columnNames[name as keyof typeof columnNames], value] as const],
  );
  return { ...Object.fromEntries(columns), ...(checkInMs !== undefined && { check_due: true }) };
}

/** The columns of a row that is not bound. */
export const unbound = {
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
  unrepaired: false,
  fault: null,
  field: null,
} satisfies RowChange;
