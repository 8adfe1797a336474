import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a product was changed since it was listed in a store: the one definition for marks, filters, counts and runs. What counts
 * is all of a product that is written to stores, so not its status and note here, nor where it came from; an edit that was undone
 * is none. What it has of its own in one store counts in that store alone. A product that was delisted or is on its way is not changed, nor is one in a store that was removed, nor one by a
 * store's rules that changed.
 * For queries on `listing` joined with the named table of products; `listed_digest` and `listed_own_digest` are set by the
 * trigger `keep_listed_digest`.
 */
export function isChangedSince(products: 'product' | 'own_product'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${products}.${name}`);
  return sql<boolean>`(
    listing.state = 'listed' and not listing.taken_down
    and listing.shop_id in (select store.shop_id from store where store.removed_at is null)
    and case
      when listing.listed_digest is null then coalesce(listing.listed_revision, 0) < ${column('revision')}
      else listing.listed_digest <> ${column('digest')} or listing.listed_own_digest is distinct from (
        select own.digest from own_value_digest as own
        where own.owner_id = listing.owner_id and own.product_id = listing.product_id and own.shop_id = listing.shop_id
      )
    end
  )`;
}
