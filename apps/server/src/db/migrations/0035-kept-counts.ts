import type { Kysely } from 'kysely';
import { closedToOthers, currentOwner, execute, forProgramOnly } from './statements.ts';

/**
 * How many products a merchant has of each value, kept with every write; the texts of products in a table of their own; and
 * indexes of the product list. See `docs/decisions/0058-kept-counts.md`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    ...tables,
    ...texts,
    ...closedToOthers('product_count', 'product_count_change', 'product_text'),
    ...indexes,
    ...keeping,
    ...gone,
    ...folding,
    ...counted,
  ]);
}

const tables = [
  // `value` and `platform` are '' where a kind has none. Without a reference to the merchant: it would lock the merchant's row with each edit,
  // after the product, where imports lock it before their products.
  `create table product_count (
    owner_id uuid not null,
    kind text not null,
    value text not null,
    platform text not null,
    count bigint not null,
    primary key (owner_id, kind, value, platform)
  )`,
  'create index product_count_most on product_count (owner_id, kind, count desc, value)',
  'create index product_count_none on product_count (owner_id) where count = 0',
  // What writes added and took away, which belongs to the counts: nobody waits for another's transaction to count.
  `create table product_count_change (
    owner_id uuid not null,
    kind text not null,
    value text not null,
    platform text not null,
    change bigint not null
  )`,
  'create index product_count_change_owner on product_count_change (owner_id, kind)',
];

// A character that is not plain; see `search-conditions.ts`.
const other = String.raw`[^\t\n\r -~]`;

const texts = [
  // What products are searched by, apart from them: an edit of a price writes none of its hundred index entries. No reference to the
  // product, which would be looked up for each new row.
  `create table product_text (
    product_id uuid not null,
    owner_id uuid not null,
    search text not null,
    bigrams text[] not null
  )`,
  // Two plain letters after another character are an entry of their own (`indexBigrams`).
  `insert into product_text (product_id, owner_id, search, bigrams)
    select id, owner_id, search, bigrams || case
      when search ~ '${other}[a-z0-9]{2}' then array(
        select distinct found[1] from regexp_matches(search, '(?<=${other})([a-z0-9]{2})(?![a-z0-9])', 'g') as found)
      else '{}' end
    from stored_product`,
  'alter table product_text add primary key (product_id)',
  // Every single character as well, so that a word of one letter or of one Chinese character is one entry.
  `create index product_text_search on product_text using gin
    (search gin_trgm_ops, array_to_tsvector(bigrams || string_to_array(translate(search, E' \\n', ''), null)))`,
  `create view own_product_text as select * from product_text where owner_id = ${currentOwner}`,
  `create function keep_added_texts() returns trigger language plpgsql as $$
    begin
      insert into product_text (product_id, owner_id, search, bigrams) select id, owner_id, search, bigrams from added;
      return null;
    end
  $$`,
  `create trigger keep_added_texts after insert on stored_product
    referencing new table as added for each statement execute function keep_added_texts()`,
  `create function keep_changed_text() returns trigger language plpgsql as $$
    begin
      update product_text set search = new.search, bigrams = new.bigrams where product_id = new.id and owner_id = new.owner_id;
      return null;
    end
  $$`,
  `create trigger keep_changed_text after update of search, bigrams on stored_product for each row
    when (old.search is distinct from new.search or old.bigrams is distinct from new.bigrams) execute function keep_changed_text()`,
  `create function delete_text() returns trigger language plpgsql as $$
    begin
      delete from product_text where product_id = old.id and owner_id = old.owner_id;
      return null;
    end
  $$`,
  'create trigger delete_text after delete on stored_product for each row execute function delete_text()',
];

/** The columns that products are counted by. */
const columns =
  'owner_id, id, status, platform, source_host, vendor, product_type, incomplete, stock, margin, tags, categories';

/** Selects these rows of `stored_product` for counting: those that are not in the bin. */
const countable = (rows: string) => `select ${columns} from ${rows} where binned_at is null`;

/** Selects the counts of rows by kind, value and platform. */
function countsOf(rows: string): string {
  const counts = (kind: string, value: string, platform: string, condition: string) => `
    select owner_id, '${kind}' as kind, ${value} as value, ${platform} as platform, count(*) as count
    from ${rows} where ${condition} group by 1, 3, 4`;
  const each = (kind: string, column: string) => `
    select owner_id, '${kind}' as kind, value, '' as platform, count(*) as count
    from (select distinct owner_id, id, unnest(${column}) as value from ${rows}) as each where value <> '' group by 1, 3`;
  const source = "coalesce(platform, '')";
  const current = "status <> 'archived'";
  return [
    counts('all', "''", source, 'true'),
    counts('status', 'status', "''", 'true'),
    counts('source', 'source_host', source, "source_host <> ''"),
    counts('vendor', 'vendor', "''", "vendor <> ''"),
    counts('type', 'product_type', "''", "product_type <> ''"),
    counts('to-edit', "''", source, `${current} and incomplete`),
    counts('complete', "''", source, `${current} and not incomplete`),
    counts('out-of-stock', "''", source, `${current} and stock <= 0`),
    // Every margin below zero is below any minimum.
    counts('margin', 'greatest(margin, -1)::text', source, `${current} and margin is not null`),
    each('tag', 'tags'),
    each('category', 'categories'),
  ].join(' union all ');
}

const keeping = [
  `create function count_added_products() returns trigger language plpgsql as $$
    begin
      insert into product_count_change (owner_id, kind, value, platform, change)
      with counted as materialized (${countable('added')}) ${countsOf('counted')};
      return null;
    end
  $$`,
  `create trigger count_added_products after insert on stored_product
    referencing new table as added for each statement execute function count_added_products()`,
  `create function count_changed_products() returns trigger language plpgsql as $$
    begin
      insert into product_count_change (owner_id, kind, value, platform, change)
      with altered as materialized (
        select before.id from before join after on after.id = before.id
        where (before.binned_at is null, ${prefixed('before')}) is distinct from (after.binned_at is null, ${prefixed('after')})
      ), lost as materialized (${countable('before')} and id in (select id from altered)),
      won as materialized (${countable('after')} and id in (select id from altered))
      select owner_id, kind, value, platform, sum(change) from (
        select owner_id, kind, value, platform, -count as change from (${countsOf('lost')}) as less
        union all
        select owner_id, kind, value, platform, count from (${countsOf('won')}) as more
      ) as moved group by 1, 2, 3, 4 having sum(change) <> 0;
      return null;
    end
  $$`,
  `create trigger count_changed_products after update on stored_product
    referencing old table as before new table as after for each statement execute function count_changed_products()`,
  // For each row: products in the bin, which are no longer counted, are deleted by the hundred thousand. A merchant's counts go with the merchant.
  `create function count_deleted_product() returns trigger language plpgsql as $$
    begin
      if exists (select from owner where id = old.owner_id) then
        insert into product_count_change (owner_id, kind, value, platform, change)
        with counted as materialized (${countable('(select old.*) as gone')})
        select owner_id, kind, value, platform, -count from (${countsOf('counted')}) as less;
      end if;
      return null;
    end
  $$`,
  `create trigger count_deleted_product after delete on stored_product for each row
    when (old.binned_at is null) execute function count_deleted_product()`,
];

/** Those of the columns that can change, of one of two rows. */
function prefixed(row: string): string {
  return columns
    .split(', ')
    .slice(2)
    .map((column) => `${row}.${column}`)
    .join(', ');
}

const gone = [
  `create function delete_product_counts() returns trigger language plpgsql as $$
    begin
      delete from product_count where owner_id = old.id;
      delete from product_count_change where owner_id = old.id;
      return null;
    end
  $$`,
  'create trigger delete_product_counts after delete on owner for each row execute function delete_product_counts()',
];

const folding = [
  // Adds a merchant's changes up. One at a time; whoever comes meanwhile leaves it to the first.
  `create function fold_product_counts(merchant uuid) returns bigint
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
      declare folded bigint;
      begin
        if not pg_try_advisory_xact_lock(hashtextextended('product_count ' || merchant, 0)) then
          return 0;
        end if;
        with taken as (
          delete from product_count_change where owner_id = merchant returning kind, value, platform, change
        ), added as (
          insert into product_count as kept (owner_id, kind, value, platform, count)
          select merchant, kind, value, platform, sum(change) from taken group by 2, 3, 4 having sum(change) <> 0
          on conflict (owner_id, kind, value, platform) do update set count = kept.count + excluded.count
        )
        select count(*) into folded from taken;
        delete from product_count where owner_id = merchant and count = 0;
        return folded;
      end
    $$`,
  ...forProgramOnly('fold_product_counts(uuid)'),
  // Of merchants whose lists nobody opens.
  `create function fold_all_product_counts() returns bigint
    language sql volatile security definer set search_path = public, pg_temp as $$
      select coalesce(sum(fold_product_counts(owner_id)), 0)::bigint from (select distinct owner_id from product_count_change) as each
    $$`,
  ...forProgramOnly('fold_all_product_counts()'),
];

const counted = [
  `insert into product_count (owner_id, kind, value, platform, count)
    with counted as materialized (${countable('stored_product')}) ${countsOf('counted')}`,
  'analyze product_count',
];

const indexes = [
  'drop index product_search',
  'create index product_tags on stored_product using gin (tags) where binned_at is null',
  "create index product_to_edit on stored_product (owner_id, id) where incomplete and status <> 'archived' and binned_at is null",
  // Products whose variants have several prices, by the range they span.
  `create index product_price_span on stored_product using gist (numrange(price, price_max, '[]'))
    where price_max > price and binned_at is null`,
  `create index product_source_updated on stored_product (owner_id, (coalesce(source_host, '') collate "C"), updated_at, id)
    where binned_at is null`,
];
