import type { ProductField } from '@bowerbird/catalog/product';
import type { ConflictsOfEdit } from '@bowerbird/contract/collect/recollect';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { namesOf } from '../runs/names.ts';

/** Most edit sets that are named among the open conflicts. */
const editsMax = 50;

/**
 * Builds what wrote the merchant's side of a conflict: the last edit set of a person that changed one of its fields and
 * was not undone there; null where none did. For rows of `merge_conflict as conflict` with `asked (key, fields)`.
 */
export function writerOf(ownerId: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select change.edit_set_id from product_change as change
    join edit_set on edit_set.id = change.edit_set_id
    where change.owner_id = ${ownerId} and change.product_id = conflict.product_id
      and edit_set.kind in ('edited', 'imported', 'undone')
      and exists (
        select from jsonb_array_elements(change.cells) as cell
        where asked.fields ? split_part(cell ->> 'path', '/', 1)
          and cell ->> 'path' <> all(coalesce(change.undone, '{}')))
    order by change.revision desc limit 1
  )`;
}

/** The conflicts of a row of `merge_conflict as conflict`, each by its key and fields. */
export const asked = sql`jsonb_to_recordset(conflict.fields) as asked (key text, fields jsonb)`;

/** Returns the edit sets that several open conflicts of a field go back to, most conflicts first. */
export async function findWriters(
  db: OwnerDb,
  ownerId: string,
  runId: string | undefined,
): Promise<ConflictsOfEdit[]> {
  const { rows } = await sql<{
    id: string;
    field: ProductField;
    count: number;
    at: Date;
    run_id: string | null;
    user_id: string | null;
  }>`
    select edit_set.id, written.field, written.count, edit_set.at, edit_set.run_id, edit_set.user_id from (
      select asked.key as field, writer.id, count(*)::integer as count
      from merge_conflict as conflict
      join product on product.id = conflict.product_id and product.owner_id = ${ownerId}
      cross join ${asked}
      cross join lateral (select ${writerOf(ownerId)} as id) as writer
      where conflict.owner_id = ${ownerId} and (${runId ?? null}::uuid is null or conflict.run_id = ${runId ?? null}::uuid)
      group by 1, 2 having count(*) > 1 and writer.id is not null
    ) as written
    join edit_set on edit_set.id = written.id and edit_set.owner_id = ${ownerId}
    order by written.count desc, edit_set.id limit ${editsMax}
  `.execute(db);
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  return rows.map(({ id, field, count, at, run_id, user_id }) => ({
    editSetId: id,
    field,
    count,
    at: at.toISOString(),
    runId: run_id,
    by: names.get(user_id ?? '') ?? null,
  }));
}

/** Returns the edit set that wrote the merchant's side of each conflict of a product, by its key. */
export async function writersOf(
  db: OwnerDb,
  ownerId: string,
  productId: string,
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ key: string; id: string | null }>`
    select asked.key, ${writerOf(ownerId)} as id from merge_conflict as conflict cross join ${asked}
    where conflict.owner_id = ${ownerId} and conflict.product_id = ${productId}
  `.execute(db);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
