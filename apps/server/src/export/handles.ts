import type { Product } from '@bowerbird/catalog/product';
import type { Selection } from '@bowerbird/contract/products/products';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/list/filter.ts';

/**
 * Makes the handles of one file unique, because an importer treats rows with the same handle as one product. The first
 * product keeps its handle; later ones get the end of their own id appended, the same in every file.
 */
export interface Handles {
  apart(product: Product, id: string): Product;
}

/** Finds the handles that several of the selected products share. */
export async function findSharedHandles(
  db: OwnerDb,
  ownerId: string,
  selection: Selection,
): Promise<Handles> {
  const rows = await db
    .selectFrom('own_product')
    .select(sql<string>`lower(handle)`.as('handle'))
    .where(whereSelected(ownerId, selection))
    .groupBy(sql`lower(handle)`)
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  return handlesApart(rows.map(({ handle }) => handle));
}

export function handlesApart(sharedLowerCase: Iterable<string>): Handles {
  const shared = new Set(sharedLowerCase);
  const borne = new Set<string>();
  return {
    apart(product, id) {
      const handle = product.handle.toLowerCase();
      if (!shared.has(handle)) {
        return product;
      }
      if (!borne.has(handle)) {
        borne.add(handle);
        return product;
      }
      return { ...product, handle: `${product.handle}-${id.replaceAll('-', '').slice(-8)}` };
    },
  };
}
