import type { Kysely } from 'kysely';
import { currentOwner, execute } from './statements.ts';

// A character that is not plain; see `search-conditions.ts`.
const other = String.raw`[^\t\n\r -~]`;

/**
 * Indexes of the orders and filters of the collected products, so that a page looks at a limited number of them; see
 * `docs/decisions/0088-collected-products-in-steps.md`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    // Nothing looks for collected products by it.
    'drop index collected_similar',
    'create index collected_title on collected (owner_id, title_order, id)',
    'create index collected_price on collected (owner_id, (coalesce(price_min, -1)), id)',
    'create index collected_unclaimed on collected (owner_id, collected_at, id) where product_id is null',
    // As an expression, which the list alone names: the planner does not know how many products a merchant has, and would take these to look
    // one up by its whole key, or to have the shop of a few, and read all of the shop's or the merchant's.
    "create index collected_shop on collected (owner_id, (shop || ''), collected_at, id)",
    "create index collected_platform on collected (owner_id, (platform || ''), collected_at, id)",
    // Products whose variants have several prices, by the range that they span.
    `create index collected_price_span on collected using gist (numrange(price_min, price_max, '[]')) where price_max > price_min`,
    // As `own_collected`, with the owner compared so that no index finds by it; see `viewFor` in `collect/lists/filter.ts`.
    `create view own_collected_searched as select * from collected where owner_id::text = (${currentOwner})::text with check option`,
    // Two plain letters after another character are an entry of their own (`indexBigrams`).
    `update collected set bigrams = bigrams || array(
        select distinct found[1] from regexp_matches(search, '(?<=${other})([a-z0-9]{2})(?![a-z0-9])', 'g') as found)
      where search ~ '${other}[a-z0-9]{2}(?![a-z0-9])' and not bigrams @> array(
        select distinct found[1] from regexp_matches(search, '(?<=${other})([a-z0-9]{2})(?![a-z0-9])', 'g') as found)`,
    // Every single character as well, so that a word of one letter or one Chinese character is one entry.
    'drop index collected_search',
    `create index collected_search on collected using gin
      (search gin_trgm_ops, array_to_tsvector(bigrams || string_to_array(translate(search, E' \\n', ''), null)))`,
  ]);
}
