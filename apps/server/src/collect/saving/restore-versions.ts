import type { Product } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { snapshotOf } from '../lists/collected-columns.ts';
import { assignments, given } from './save-products.ts';

/** A collected product that gets an earlier version back. */
export interface Restored {
  id: string;
  /** The version's own id. */
  versionId: string;
}

/**
 * Gives collected products their earlier version back, which is then their present one and no longer an earlier one. Returns the hash
 * of its content for each. The caller has locked the products.
 */
export async function restoreVersions(
  db: OwnerDb,
  ownerId: string,
  restored: readonly Restored[],
): Promise<Map<string, string>> {
  if (restored.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ id: string; collected_id: string; content: Product }>`
    delete from collected_version
    where owner_id = ${ownerId} and id = any(${restored.map(({ versionId }) => versionId)}::uuid[])
    returning id, collected_id, content
  `.execute(db);
  const snapshots = rows.map(({ content }) => snapshotOf(content));
  await sql`
    update collected set ${assignments}, times_seen = greatest(1, times_seen - 1), changed_at = now()
    from ${given(
      rows.map(({ collected_id: id }) => id),
      snapshots,
    )}
    where collected.id = given.id and collected.owner_id = ${ownerId}
  `.execute(db);
  return new Map(rows.map(({ collected_id: id }, at) => [id, snapshots[at]?.content_hash ?? '']));
}
