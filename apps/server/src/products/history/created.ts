import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';

/** Selects records of products that their edit set created: their first revision, in which no cell changed. */
export function isCreated(change: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${change}.${column}`);
  return sql<SqlBool>`(${of('revision')} = 1 and ${of('cells')} = '[]'::jsonb)`;
}

/** What became of products that an edit set had created when it was undone. */
export interface UndoneCreation {
  binned: string[];
  /** These were changed since, and stay. */
  changed: string[];
}

/**
 * Takes back that an edit set created products, of those that the caller has locked: what nobody changed since goes to the
 * bin, from which it can be restored together by `binId`.
 */
export async function binCreated(
  db: OwnerDb,
  ownerId: string,
  editSetId: string,
  products: readonly { id: string; revision: number }[],
  { userId, binId }: { userId: string | null; binId: string },
): Promise<UndoneCreation> {
  const ids = products.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select product_id as id from product_change as change
    where change.owner_id = ${ownerId} and change.edit_set_id = ${editSetId}
      and change.product_id = any(${ids}::uuid[]) and ${isCreated('change')}
  `.execute(db);
  const created = new Set(rows.map(({ id }) => id));
  const own = products.filter(({ id }) => created.has(id));
  const binned = own.filter(({ revision }) => revision === 1).map(({ id }) => id);
  await binUnchanged(db, ownerId, binned, { userId, binId });
  return { binned, changed: own.filter(({ revision }) => revision !== 1).map(({ id }) => id) };
}

/** Puts products into the bin that nobody changed since they were made, of those that the caller has locked. */
export async function binUnchanged(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
  { userId, binId }: { userId: string | null; binId: string },
): Promise<void> {
  if (ids.length > 0) {
    await sql`
      update stored_product set binned_at = now(), bin_id = ${binId}::uuid, binned_by = ${userId}::uuid
      where owner_id = ${ownerId} and id = any(${ids}::uuid[]) and revision = 1
    `.execute(db);
  }
}

/** Returns products that an edit set created and that are still there, by id after this one. */
export async function findCreated(
  db: OwnerDb,
  ownerId: string,
  editSetId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select product.id from product_change as change
    join product on product.id = change.product_id and product.owner_id = ${ownerId}
    where change.owner_id = ${ownerId} and change.edit_set_id = ${editSetId} and ${isCreated('change')}
      and (${after}::uuid is null or product.id > ${after}::uuid)
    order by product.id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
