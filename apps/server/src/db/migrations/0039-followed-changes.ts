import { type Kysely, sql } from 'kysely';

/**
 * What followed sources changed and a store that follows them is still to get, as a queue that is written in the transaction of the
 * change itself. A point in time cannot tell that: `product_change.at` is when the transaction began, so that a change may become
 * visible long after a look that went past its time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

/** A store that follows prices and inventory alone gets nothing of other fields. */
const isFollowed = (change: string) => `(following.what = 'all'
  or ${change}.fields @> '[{"field":"variants"}]' or ${change}.fields @> '[{"field":"currency"}]')`;

const statements: string[] = [
  // Rows are added and deleted, never changed: whoever writes a change waits for no reader.
  `create table followed_change (
    shop_id uuid not null references store_following (shop_id) on delete cascade,
    product_id uuid not null references product (id) on delete cascade,
    change_id uuid not null,
    owner_id uuid not null references owner (id) on delete cascade,
    revision integer not null,
    primary key (shop_id, product_id, change_id)
  )`,
  'create index followed_change_product on followed_change (product_id)',
  // Whether a product is on its way into a store.
  `create index listing_item_open on listing_item (product_id)
    where state in ('waiting', 'intended', 'sent', 'unsure')`,
  'alter table followed_change enable row level security',
  `create policy followed_change_owner on followed_change
    using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,

  `create function keep_followed_changes() returns trigger language plpgsql as $$
    begin
      insert into followed_change (shop_id, product_id, change_id, owner_id, revision)
      select following.shop_id, written.product_id, written.id, written.owner_id, written.revision
      from written
      join store_following as following on following.owner_id = written.owner_id
      join edit_set on edit_set.id = written.edit_set_id and edit_set.kind = 'followed'
      where ${isFollowed('written')};
      return null;
    end
  $$`,
  `create trigger followed_changes_kept after insert on product_change
    referencing new table as written for each statement execute function keep_followed_changes()`,

  // What the last look may not have seen yet.
  `insert into followed_change (shop_id, product_id, change_id, owner_id, revision)
    select following.shop_id, change.product_id, change.id, change.owner_id, change.revision
    from store_following as following
    join product_change as change
      on change.owner_id = following.owner_id and change.at > following.looked_until - interval '2 minutes'
    join edit_set on edit_set.id = change.edit_set_id and edit_set.kind = 'followed'
    join listing on listing.product_id = change.product_id and listing.shop_id = following.shop_id
      and change.revision > coalesce(listing.listed_revision, 0)
    where ${isFollowed('change')}`,
  'alter table store_following drop column looked_until',
  'drop index product_change_at',
];
