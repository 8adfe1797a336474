import type { Skipped } from '@bowerbird/platforms/collecting/collector';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { columnText, jsonText } from '../db/json-text.ts';
import type { SaveScope } from './save-products.ts';

/** True when this merchant has anything of this platform that could not be read. */
export async function hasSkips(db: OwnerDb, ownerId: string, platform: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from collect_skip where owner_id = ${ownerId} and platform = ${platform}) as has
  `.execute(db);
  return rows[0]?.has === true;
}

/** Writes down what could not be read; of one address only the newest try is kept. */
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

/** What was read at last is no failure any more. Answers the runs whose skips these were. */
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
