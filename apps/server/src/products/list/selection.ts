import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Selection } from '@bowerbird/contract/products/products';
import { type RawBuilder, sql } from 'kysely';
import type { Db, OwnerDb } from '../../db/database.ts';
import { idPages } from '../../db/pages/id-pages.ts';
import { whereSelected } from './filter.ts';

/** Builds the query of the selected products and their revisions, for the pages of a run. */
export function selected(db: OwnerDb, ownerId: string, selection: Selection): RawBuilder<unknown> {
  const chosen = db
    .selectFrom('own_product')
    .select(['id', 'revision'])
    .where(whereSelected(ownerId, selection));
  return sql`${chosen}`;
}

/** Returns the exact number of selected products. */
export async function countSelection(db: OwnerDb, ownerId: string, selection: Selection): Promise<number> {
  const { count } = await db
    .selectFrom('own_product')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(whereSelected(ownerId, selection))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Counts a selection whose count a person has seen. Throws `selection.changed` if, for a filter, the count differs by
 * more than one in a hundred or more than 100.
 */
export async function requireCount(
  db: OwnerDb,
  ownerId: string,
  selection: Selection,
  expected: number,
): Promise<number> {
  const count = await countSelection(db, ownerId, selection);
  if ('filter' in selection) {
    requireExpected(count, expected);
  }
  return count;
}

/** Returns the number that was sent with a selection by filter. Throws `request.invalid` when none was. */
export function sentCount(expected: number | undefined): number {
  if (expected === undefined) {
    throw new AppError('request.invalid', 'a selection by filter needs the number that was shown', {
      issues: [{ path: ['expected'], code: 'required', message: '' }],
    });
  }
  return expected;
}

/**
 * Throws `selection.changed` if the count differs from what a person saw by more than one in a hundred, or more than
 * 100.
 */
export function requireExpected(count: number, expected: number): void {
  const moved = Math.abs(count - expected);
  if (moved > expected / 100 || moved > 100) {
    throw new AppError('selection.changed', `selected ${count}, not ${expected}`, {
      params: { expected, count },
    });
  }
}

/**
 * Yields the ids of the selected products, page by page, oldest first. A product that stays selected throughout comes
 * exactly once, whatever else is written meanwhile. Each page is a short transaction of its own.
 */
export function selectProducts(
  db: Db,
  ownerId: string,
  selection: Selection,
  pageSize = 1000,
): AsyncGenerator<string[]> {
  return idPages(db, ownerId, pageSize, (owned) =>
    owned.selectFrom('own_product').select('id').where(whereSelected(ownerId, selection)),
  );
}

export interface StoredProduct {
  id: string;
  revision: number;
  product: Product;
}

/** Returns these products of the owner, in the requested order; others are left out. */
export async function productsByIds(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
): Promise<StoredProduct[]> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'revision', 'content'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    return row ? [{ id, revision: row.revision, product: row.content }] : [];
  });
}
