import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';

/**
 * Returns who last changed these cells after an edit set had, by product id: the id of the person, null for a source or
 * a store.
 * @param except the edit set that undoes it
 */
export async function findLaterPeople(
  db: OwnerDb,
  ownerId: string,
  {
    editSetId,
    except,
    products,
  }: {
    editSetId: string;
    except: string | null;
    products: readonly { id: string; paths: readonly string[] }[];
  },
): Promise<Map<string, string | null>> {
  if (products.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ product_id: string; user_id: string | null }>`
    select distinct on (later.product_id) later.product_id, edit_set.user_id
    from unnest(
      ${products.map(({ id }) => id)}::uuid[], ${products.map(({ paths }) => JSON.stringify(paths))}::jsonb[]
    ) as kept (product_id, paths)
    join product_change as earlier
      on earlier.product_id = kept.product_id and earlier.edit_set_id = ${editSetId} and earlier.owner_id = ${ownerId}
    join product_change as later
      on later.product_id = kept.product_id and later.revision > earlier.revision and later.owner_id = ${ownerId}
    join edit_set on edit_set.id = later.edit_set_id and edit_set.owner_id = ${ownerId}
    where later.edit_set_id is distinct from ${except}::uuid
    -- A change of the cell itself before one of its whole variant or image.
    order by later.product_id,
      exists (select from jsonb_array_elements(later.cells) as cell where kept.paths ? (cell ->> 'path')) desc,
      later.revision desc
  `.execute(db);
  return new Map(rows.map(({ product_id, user_id }) => [product_id, user_id]));
}
