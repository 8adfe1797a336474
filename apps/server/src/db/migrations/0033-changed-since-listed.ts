import { type Kysely, sql } from 'kysely';

/**
 * What is needed to know cheaply which products were changed since they were listed, and which work waits for the merchant: a
 * digest of what stores get of a product, the digest that was listed, what a product still lacks, and a note on it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const currentOwner = `nullif(current_setting('app.owner', true), '')::uuid`;

const statements: string[] = [
  // Where a product came from, what we do not model of it, and its status here are not written to stores.
  `create function listing_digest(content jsonb) returns bigint
    language sql immutable strict parallel safe as $$
      select hashtextextended((content - '{source,extra,status}'::text[])::text, 0)
    $$`,
  `alter table product
    add column digest bigint not null generated always as (listing_digest(content)) stored,
    add column incomplete boolean not null generated always as (
      picture_count = 0 or price = 0 or btrim(coalesce(content ->> 'descriptionHtml', '')) = ''
    ) stored,
    add column note text`,
  `create or replace view own_product as select * from product where owner_id = ${currentOwner} with check option`,

  'alter table listing add column listed_digest bigint',
  `update listing set listed_digest = product.digest from product
    where product.id = listing.product_id and product.revision = listing.listed_revision`,

  // Null where the product was changed while it was on its way: then the revisions are compared.
  `create function keep_listed_digest() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.listed_revision is not distinct from old.listed_revision then
        return new;
      end if;
      new.listed_digest := (
        select digest from product
        where id = new.product_id and owner_id = new.owner_id and revision = new.listed_revision
      );
      return new;
    end
  $$`,
  `create trigger keep_listed_digest before insert or update of listed_revision on listing
    for each row execute function keep_listed_digest()`,

  // All that the counts of the work queues read.
  `create index product_queues on product (owner_id, id)
    include (revision, digest, incomplete, status, margin, stock_order, platform)`,
  `create index listing_queues on listing (owner_id, product_id)
    include (state, taken_down, open_attempt, listed_revision, listed_digest)`,
];
