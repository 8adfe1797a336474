import type { Kysely } from 'kysely';
import { closedToOthers, execute, owner } from './statements.ts';

/** What products have of their own in single stores, as a digest for each: it decides where a product was changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [...digests, ...listed, ...closedToOthers('own_value_digest')]);
}

const digests = [
  // The own values themselves are in the product's content, with its history; this table follows from it.
  `create table own_value_digest (
    product_id uuid not null references stored_product (id) on delete cascade,
    shop_id uuid not null references shop (id) on delete cascade,
    ${owner},
    digest bigint not null,
    primary key (product_id, shop_id)
  )`,
  'create index own_value_digest_shop on own_value_digest (shop_id)',
  'create index own_value_digest_owner on own_value_digest (owner_id, product_id, shop_id) include (digest)',

  `create function keep_own_value_digests() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.content -> 'inStores' is not distinct from old.content -> 'inStores' then
        return null;
      end if;
      delete from own_value_digest
      where product_id = new.id and owner_id = new.owner_id
        and not coalesce(new.content -> 'inStores', '{}') ? shop_id::text;
      insert into own_value_digest (product_id, shop_id, owner_id, digest)
      select new.id, shop.id, new.owner_id, hashtextextended(own.value::text, 0)
      from jsonb_each(coalesce(new.content -> 'inStores', '{}')) as own
      join shop on shop.id::text = own.key and shop.owner_id = new.owner_id
      on conflict (product_id, shop_id) do update set digest = excluded.digest;
      return null;
    end
  $$`,
  // A condition of its own for each, so that a product without own values costs no call.
  `create trigger keep_own_value_digests_new after insert on stored_product
    for each row when (new.content ? 'inStores') execute function keep_own_value_digests()`,
  `create trigger keep_own_value_digests after update of content on stored_product
    for each row when (new.content ? 'inStores' or old.content ? 'inStores') execute function keep_own_value_digests()`,
];

const listed = [
  // Own values are no content that all stores get: a change of them leaves the product as listed everywhere else.
  `create or replace function listing_digest(content jsonb) returns bigint
    language sql immutable strict parallel safe as $$
      select hashtextextended((content - '{source,extra,status,inStores}'::text[])::text, 0)
    $$`,

  'alter table listing add column listed_own_digest bigint',
  'drop index listing_queues',
  `create index listing_queues on listing (owner_id, product_id)
    include (state, taken_down, open_attempt, listed_revision, listed_digest, listed_own_digest, shop_id)`,

  // A change of own values is a revision of its product: what the store has are those of the revision that was sent.
  `create or replace function keep_listed_digest() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.listed_revision is not distinct from old.listed_revision then
        return new;
      end if;
      new.listed_digest := (
        select digest from product
        where id = new.product_id and owner_id = new.owner_id and revision = new.listed_revision
      );
      new.listed_own_digest := (
        select digest from own_value_digest
        where product_id = new.product_id and shop_id = new.shop_id and owner_id = new.owner_id
      );
      return new;
    end
  $$`,
];
