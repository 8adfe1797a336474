import { withoutOwnValues } from '@bowerbird/catalog/own-values/in-store';
import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { requireQuota } from '../../billing/quotas.ts';
import type { OwnerDb } from '../../db/database.ts';
import { saveEditSet } from '../history/edit-sets.ts';
import { saveRecords } from '../history/history.ts';
import { insertProducts } from './insert.ts';
import { columnsOf } from './rows.ts';

/**
 * Makes a copy of a product under another title and a handle that none of the owner's products has. The copy is in no
 * store, and its source is not read again for it. Returns its id; throws `not-found` and `quota.exceeded`.
 */
export async function duplicateProduct(
  db: OwnerDb,
  ownerId: string,
  request: { id: string; suffix: string; userId: string },
): Promise<string> {
  const row = await db
    .selectFrom('product')
    .select('content')
    .where('owner_id', '=', ownerId)
    .where('id', '=', request.id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `product ${request.id}`);
  }
  await requireQuota(db, ownerId, 'products', 1);
  const product = Product.parse(row.content);
  const copy = {
    ...withoutOwnValues(product),
    title: `${product.title} ${request.suffix}`,
    handle: await freeHandle(db, ownerId, `${product.handle}-copy`),
  };
  const id = v7();
  await insertProducts(db, ownerId, [
    { id, columns: columnsOf(copy), collectedId: null, collectRunId: null },
  ]);
  const editSetId = await saveEditSet(db, ownerId, { kind: 'created', userId: request.userId });
  await saveRecords(db, ownerId, editSetId, [{ productId: id, revision: 1, cells: [] }]);
  return id;
}

/** Returns the handle itself, or the handle with the first free number appended. */
async function freeHandle(db: OwnerDb, ownerId: string, handle: string): Promise<string> {
  const { rows } = await sql<{ handle: string }>`
    select handle from product where owner_id = ${ownerId} and starts_with(handle, ${handle})
  `.execute(db);
  const taken = new Set(rows.map((row) => row.handle));
  let free = handle;
  for (let number = 2; taken.has(free); number += 1) {
    free = `${handle}-${number}`;
  }
  return free;
}
