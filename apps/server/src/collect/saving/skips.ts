import type { Skipped } from '@bowerbird/platforms/collecting/collector';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { columnText, jsonText } from '../../db/json-text.ts';
import type { SaveScope } from './save-products.ts';

/** Returns true if something of this platform could not be read for this merchant. */
export async function hasSkips(db: OwnerDb, ownerId: string, platform: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from collect_skip where owner_id = ${ownerId} and platform = ${platform}) as has
  `.execute(db);
  return rows[0]?.has === true;
}

/** Records what could not be read; keeps only the newest try of an address. */
export async function saveSkips(
  db: OwnerDb,
  { ownerId, runId, platform }: SaveScope,
  skipped: readonly Skipped[],
): Promise<void> {
  await forgetSkips(
    db,
    ownerId,
    platform,
    skipped.map(({ address }) => address),
  );
  await sql`
    insert into collect_skip (id, owner_id, run_id, platform, address, code, params)
    select id, ${ownerId}::uuid, ${runId}::uuid, ${platform}, address, code, params
    from unnest(
      ${skipped.map(() => v7())}::uuid[],
      ${skipped.map(({ address }) => columnText(address))}::text[],
      ${skipped.map(({ failure }) => failure.code)}::text[],
      ${skipped.map(({ failure }) => jsonText(failure.params))}::jsonb[]
    ) as given (id, address, code, params)
  `.execute(db);
}

/** Deletes the skips of products that were read at last. Returns the runs that had these skips. */
export async function forgetSkips(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  addresses: string[],
): Promise<{ run_id: string; address: string }[]> {
  const { rows } = await sql<{ run_id: string; address: string }>`
    delete from collect_skip
    where owner_id = ${ownerId} and platform = ${platform} and address = any(${addresses.map(columnText)})
    returning run_id, address
  `.execute(db);
  return rows;
}
