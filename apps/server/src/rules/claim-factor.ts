import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

/**
 * Returns the factor on the cost that all of these products were added with, as a decimal; null where they differ, or
 * one was added without a factor.
 */
export async function claimFactorOf(
  db: OwnerDb,
  ownerId: string,
  productIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ factor: string | null }>`
    select distinct (
      select step -> 'edit' ->> 'by' from product_change
      join edit_set on edit_set.id = product_change.edit_set_id and edit_set.kind = 'claimed'
      cross join jsonb_array_elements(edit_set.steps) as step
      where product_change.owner_id = ${ownerId} and product_change.product_id = product.id
        and step -> 'edit' ->> 'kind' = 'price-from-cost' and step -> 'edit' -> 'variants' is null
      order by product_change.revision desc limit 1
    ) as factor
    from product where owner_id = ${ownerId} and id = any(${productIds}::uuid[])
    limit 2
  `.execute(db);
  const [only] = rows;
  return rows.length === 1 ? (only?.factor ?? null) : null;
}
