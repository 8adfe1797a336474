import type { SourceAccess } from '@bowerbird/contract/collect/sources';
import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import { type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { requirePlace } from '../db/places.ts';
import type { SourceAccessTable } from '../db/tables/sources.ts';

export type SourceAccessRow = Selectable<SourceAccessTable>;

/** Returns the merchant's entries for sources, newest first. */
export async function findSourceAccess(db: OwnerDb, ownerId: string): Promise<SourceAccessRow[]> {
  return await db
    .selectFrom('source_access')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .execute();
}

export async function getSourceAccess(db: OwnerDb, ownerId: string, id: string): Promise<SourceAccessRow> {
  const row = await db
    .selectFrom('source_access')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `source access ${id}`);
  }
  return row;
}

/**
 * Claims the renewal of an entry for this many seconds, and returns the current entry; null while another process has
 * it. No lock is held meanwhile, because a source may be slow.
 */
export async function beginRenewal(
  db: OwnerDb,
  ownerId: string,
  id: string,
  seconds: number,
): Promise<SourceAccessRow | null> {
  const row = await db
    .updateTable('source_access')
    .set({ renewing_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(renewing_until <= now(), true)`)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function endRenewal(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await db
    .updateTable('source_access')
    .set({ renewing_until: null })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

/** Returns the entries of a platform that are not refused, newest first. */
export async function findUsableAccess(
  db: OwnerDb,
  ownerId: string,
  platform: string,
): Promise<SourceAccessRow[]> {
  return await db
    .selectFrom('source_access')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('platform', '=', platform)
    .where('state', '<>', 'refused')
    .orderBy('id', 'desc')
    .execute();
}

/** Stores an access. Throws `source.too-many-connections`. */
export async function insertSourceAccess(
  db: OwnerDb,
  ownerId: string,
  access: {
    id: string;
    platform: string;
    connection: string;
    name: string;
    shop: string | null;
    credentials: Buffer;
    shown: Record<string, string>;
    expiresAt: string | null;
  },
): Promise<void> {
  await requirePlace(db, ownerId, 'source_access');
  await db
    .insertInto('source_access')
    .values({
      id: access.id,
      owner_id: ownerId,
      platform: access.platform,
      connection: access.connection,
      name: access.name,
      shop: access.shop,
      credentials: access.credentials,
      shown: JSON.stringify(access.shown),
      state: 'works',
      checked_at: sql<Date>`now()`,
      expires_at: access.expiresAt,
    })
    .execute();
}

export interface AccessChange {
  state?: SourceAccessRow['state'];
  fault?: Fault | null;
  checked?: true;
  used?: true;
  renewed?: { credentials: Buffer; shown: Record<string, string>; expiresAt: string | null };
}

export async function changeSourceAccess(
  db: OwnerDb,
  ownerId: string,
  id: string,
  { state, fault, checked, used, renewed }: AccessChange,
): Promise<void> {
  await db
    .updateTable('source_access')
    .set({
      ...(state !== undefined && { state }),
      ...(fault !== undefined && { fault: fault === null ? null : JSON.stringify(fault) }),
      ...(checked && { checked_at: sql<Date>`now()` }),
      ...(used && { last_used_at: sql<Date>`now()` }),
      ...(renewed && {
        credentials: renewed.credentials,
        shown: JSON.stringify(renewed.shown),
        expires_at: renewed.expiresAt,
        renewed_at: sql<Date>`now()`,
      }),
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an entry with its credentials; throws `not-found` if it does not exist. */
export async function deleteSourceAccessRow(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  await getSourceAccess(db, ownerId, id);
  await db.deleteFrom('source_access').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}

/** Returns an entry in the form for the console, without any secret. */
export function toSourceAccess(row: SourceAccessRow): SourceAccess {
  return {
    id: row.id,
    platform: row.platform,
    connection: row.connection,
    name: row.name,
    shop: row.shop === null ? null : new URL(row.shop).host,
    shown: row.shown,
    state: row.state,
    fault: row.fault,
    checkedAt: row.checked_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
