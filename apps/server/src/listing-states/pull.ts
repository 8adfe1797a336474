import { describeChange, type FieldChange, undoChange } from '@bowerbird/catalog/change';
import { type Product, productFields } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { withValue } from '../listing/states/keys.ts';
import { markUndone, saveChange, saveEditSet } from '../products/history.ts';
import { columnsOf } from '../products/rows.ts';
import { refreshKinds } from './refresh.ts';

/** Takes values of stores into our products, as one edit with its history. The caller locks the products. */
export class Pulling {
  readonly #db: OwnerDb;
  readonly #by: { ownerId: string; userId: string | null };
  readonly #taken = new Map<string, [key: string, value: unknown][]>();
  /** Null before the first write. */
  editSetId: string | null = null;

  constructor(db: OwnerDb, by: { ownerId: string; userId: string | null }) {
    this.#db = db;
    this.#by = by;
  }

  take(productId: string, key: string, value: unknown): void {
    this.#taken.set(productId, [...(this.#taken.get(productId) ?? []), [key, value]]);
  }

  /**
   * Writes what was taken from this listing into its product. The store it was taken from needs no update because of
   * it.
   */
  async write({ id: listingId, product_id: productId }: { id: string; product_id: string }): Promise<void> {
    const taken = this.#taken.get(productId);
    this.#taken.delete(productId);
    if (!taken) {
      return;
    }
    const { ownerId, userId } = this.#by;
    const found = await findProduct(this.#db, ownerId, productId);
    const product = taken.reduce((whole, [key, value]) => withValue(whole, key, value), found.content);
    const fields = describeChange(found.content, product);
    if (fields.length === 0) {
      return;
    }
    const revision = await writeProduct(this.#db, ownerId, productId, found.revision, product);
    await sql`
      update listing set listed_digest = product.digest from product
      where listing.id = ${listingId} and listing.owner_id = ${ownerId} and listing.listed_digest = ${found.digest}
        and product.id = listing.product_id and product.owner_id = ${ownerId}
    `.execute(this.#db);
    this.editSetId ??= await saveEditSet(this.#db, ownerId, { kind: 'store', userId });
    await saveChange(this.#db, ownerId, { productId, editSetId: this.editSetId, revision, fields });
  }
}

async function findProduct(db: OwnerDb, ownerId: string, id: string) {
  return await db
    .selectFrom('product')
    .select(['content', 'revision', 'digest'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function writeProduct(
  db: OwnerDb,
  ownerId: string,
  id: string,
  before: number,
  product: Product,
): Promise<number> {
  const revision = before + 1;
  await db
    .updateTable('product')
    .set({ ...columnsOf(product), revision, updated_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return revision;
}

/** Undoes what a pull wrote, except where it was changed since. A second call finds nothing more to do. */
export async function undoPull(
  db: OwnerDb,
  { ownerId, userId }: { ownerId: string; userId: string | null },
  editSetId: string,
): Promise<{ restored: number; spared: number }> {
  const changes = await db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .select(['product_change.id', 'product_id', 'fields', 'undone'])
    .where('product_change.owner_id', '=', ownerId)
    .where('edit_set_id', '=', editSetId)
    .where('edit_set.kind', '=', 'store')
    .orderBy('product_id')
    .execute();
  if (changes.length === 0) {
    throw new AppError('not-found', `pull ${editSetId}`);
  }
  const done = { restored: 0, spared: 0 };
  let undoneSet: string | null = null;
  for (const { id, product_id, fields } of changes.filter(({ undone }) => !undone)) {
    const found = await findProduct(db, ownerId, product_id).catch(() => null);
    const undone = found && undoChange(found.content, known(fields));
    if (!found || !undone || undone.restored.length === 0) {
      done.spared += 1;
      continue;
    }
    const revision = await writeProduct(db, ownerId, product_id, found.revision, undone.product);
    undoneSet ??= await saveEditSet(db, ownerId, { kind: 'undone', userId });
    const back = describeChange(found.content, undone.product);
    await saveChange(db, ownerId, { productId: product_id, editSetId: undoneSet, revision, fields: back });
    await markUndone(db, ownerId, id);
    done[undone.spared.length > 0 ? 'spared' : 'restored'] += 1;
  }
  await refreshKinds(
    db,
    ownerId,
    changes.map(({ product_id }) => product_id),
  );
  return done;
}

function known(fields: readonly { field: string; before: unknown; after: unknown }[]): FieldChange[] {
  return fields.flatMap(({ field, before, after }) => {
    const one = productFields.find((each) => each === field);
    return one === undefined ? [] : [{ field: one, before, after }];
  });
}
