import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { withValue } from '../../listing/states/keys.ts';
import { hasOwnAt, withOwnAt } from '../../listing/states/own-keys.ts';
import { OpenEditSet } from '../../products/history/edit-sets.ts';
import { Undoing } from '../../products/history/undo.ts';
import { writeProducts } from '../../products/write/write.ts';
import { refreshKinds } from '../refresh.ts';

/** A store's value of one field. */
interface Taken {
  key: string;
  value: unknown;
  currency: string | null;
}

/** Takes values of stores into our products, as one edit with its history. The caller locks the products. */
export class Pulling {
  readonly #db: OwnerDb;
  readonly #ownerId: string;
  readonly #editSet: OpenEditSet;
  readonly #taken = new Map<string, Taken[]>();

  constructor(db: OwnerDb, { ownerId, userId }: { ownerId: string; userId: string | null }) {
    this.#db = db;
    this.#ownerId = ownerId;
    this.#editSet = OpenEditSet.of(ownerId, { kind: 'store', userId });
  }

  /** Null before the first write. */
  get editSetId(): string | null {
    return this.#editSet.id;
  }

  /** `currency` is that of amounts in the store. */
  take(productId: string, taken: Taken): void {
    this.#taken.set(productId, [...(this.#taken.get(productId) ?? []), taken]);
  }

  /**
   * Writes what was taken from this listing into its product: over an own value in this store, where it has one there. The
   * store it was taken from needs no update because of it. Returns whether the product could take it: a value with which it would be invalid is not written.
   */
  async write({
    id: listingId,
    product_id: productId,
    shop_id: shopId,
  }: {
    id: string;
    product_id: string;
    shop_id: string;
  }): Promise<boolean> {
    const taken = this.#taken.get(productId);
    this.#taken.delete(productId);
    if (!taken) {
      return true;
    }
    const before = await this.#digests(productId, shopId);
    const change = (product: Product) =>
      taken.reduce(
        (whole, { key, value, currency }) =>
          hasOwnAt(whole, shopId, key)
            ? withOwnAt(whole, { shopId, currency }, key, value)
            : withValue(whole, key, value),
        product,
      );
    // Two stores may each give one product a value.
    const [written] = await writeProducts(this.#db, this.#ownerId, this.#editSet, [productId], change, {
      addToRecords: true,
    });
    if (written?.outcome === 'changed') {
      const now = await this.#digests(productId, shopId);
      await sql`
        update listing set listed_digest = ${now.digest}, listed_own_digest = ${now.own}
        where listing.id = ${listingId} and listing.owner_id = ${this.#ownerId}
          and listing.listed_digest = ${before.digest} and listing.listed_own_digest is not distinct from ${before.own}
      `.execute(this.#db);
      await sql`
        update edit_set set shop_ids = shop_ids || listing.shop_id from listing
        where edit_set.id = ${this.#editSet.id} and edit_set.owner_id = ${this.#ownerId}
          and listing.id = ${listingId} and listing.owner_id = ${this.#ownerId}
          and listing.shop_id <> all(edit_set.shop_ids)
      `.execute(this.#db);
    }
    return written?.outcome !== 'rejected';
  }

  /** Returns the digests of a product's content, and of what it has of its own in a store. */
  async #digests(productId: string, shopId: string): Promise<{ digest: string; own: string | null }> {
    const { rows } = await sql<{ digest: string; own: string | null }>`
      select product.digest::text as digest, own.digest::text as own from product
      left join own_value_digest as own
        on own.product_id = product.id and own.shop_id = ${shopId} and own.owner_id = ${this.#ownerId}
      where product.owner_id = ${this.#ownerId} and product.id = ${productId}
    `.execute(this.#db);
    return rows[0] ?? { digest: '', own: null };
  }
}

/** Undoes what a pull wrote, except where it was changed since. A second call finds nothing more to do. */
export async function undoPull(
  db: OwnerDb,
  { ownerId, userId }: { ownerId: string; userId: string | null },
  editSetId: string,
): Promise<{ restored: number; spared: number }> {
  const changed = await db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .select('product_id')
    .where('product_change.owner_id', '=', ownerId)
    .where('edit_set_id', '=', editSetId)
    .where('edit_set.kind', '=', 'store')
    .orderBy('product_id')
    .execute();
  if (changed.length === 0) {
    throw new AppError('not-found', `pull ${editSetId}`);
  }
  const ids = changed.map(({ product_id }) => product_id);
  const undone = await new Undoing(ownerId, { userId, of: editSetId }).undo(db, ids);
  const spared = undone.filter(({ kept, impossible }) => kept.length + impossible.length > 0).length;
  await refreshKinds(db, ownerId, ids);
  return { restored: undone.length - spared, spared };
}
