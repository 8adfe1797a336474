import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { filePlatform } from '../check/source-product.ts';

/** A supplier's product that an import wrote. */
export interface WrittenBySource {
  /** The product that was made of it; its own id where none was. */
  id: string;
  collected_id: string;
  content_hash: string;
  /** Nothing has been read of it since. */
  is_current: boolean;
  /** The import saved it first. */
  is_new: boolean;
  /** What the supplier's product was before; null for a new one. */
  version_id: string | null;
  version_run_id: string | null;
  product_id: string | null;
  /** Nobody has changed the product since it was made, and no store has it. */
  is_untouched: boolean;
}

/** Reports whether what an import saved was changed since: by a later file, a person or a store. */
export function isChangedSince(each: WrittenBySource): boolean {
  return !each.is_current || (each.is_new ? !each.is_untouched : each.version_id === null);
}

/**
 * Selects what an import saved of its supplier's products, with `id` and `revision`: what is still as it was saved, and what a later
 * import has changed. What was undone is not among it.
 */
export function writtenBy(ownerId: string, runId: string): RawBuilder<unknown> {
  return sql`(
    select coalesce(collected.product_id, collected.id) as id, coalesce(product.revision, 0) as revision,
      collected.id as collected_id, collected.content_hash, collected.last_run_id = ${runId}::uuid as is_current,
      collected.first_run_id = ${runId}::uuid and earlier.id is null as is_new, earlier.id as version_id,
      earlier.run_id as version_run_id, product.id as product_id,
      coalesce(product.revision = 1, true) and not exists (
        select from listing where listing.owner_id = ${ownerId} and listing.product_id = product.id
      ) as is_untouched
    from import
    join import_item as item on item.run_id = import.run_id and item.owner_id = ${ownerId}
      and item.in_group in ('new', 'changed', 'conflict')
    join collected on collected.owner_id = ${ownerId} and collected.platform = ${filePlatform}
      and collected.shop = import.source_id::text and collected.source_id = item.key
    left join product on product.id = collected.product_id and product.owner_id = ${ownerId}
    left join lateral (
      select version.id, version.run_id from collected_version as version
      where version.collected_id = collected.id and version.owner_id = ${ownerId}
      order by version.at desc, version.id desc limit 1
    ) as earlier on true
    where import.owner_id = ${ownerId} and import.run_id = ${runId}
      and (collected.last_run_id = ${runId}::uuid or collected.first_run_id = ${runId}::uuid or exists (
        select from collected_version as own
        where own.collected_id = collected.id and own.owner_id = ${ownerId} and own.run_id = ${runId}::uuid
      ))
  )`;
}

/** Returns all of it, or only these; in the order of their ids. */
export async function findWritten(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  ids: readonly string[] | null,
): Promise<WrittenBySource[]> {
  const { rows } = await sql<WrittenBySource>`
    select * from ${writtenBy(ownerId, runId)} as written
    where ${ids}::uuid[] is null or id = any(${ids}::uuid[])
    order by collected_id
  `.execute(db);
  return rows;
}
