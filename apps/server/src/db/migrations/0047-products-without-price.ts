import { type Kysely, sql } from 'kysely';

/**
 * A product may have variants without a price. Its lowest price is null then, where none has one; in the order by price it stands
 * before all others, and it is incomplete while a single variant lacks one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const currentOwner = `nullif(current_setting('app.owner', true), '')::uuid`;

const statements: string[] = [
  // It reads every column, and one of them is made anew.
  'drop view own_product',
  `alter table product
    drop column incomplete,
    alter column price drop not null,
    alter column price_max drop not null`,
  `alter table product
    add column price_order numeric not null generated always as (coalesce(price, -1)) stored,
    add column incomplete boolean not null generated always as (
      picture_count = 0
      or coalesce(price, 0) = 0
      or jsonb_path_exists(content, '$.variants[*] ? (@.price == null)')
      or btrim(coalesce(content ->> 'descriptionHtml', '')) = ''
    ) stored`,
  `create view own_product as select * from product where owner_id = ${currentOwner} with check option`,
  'drop index product_price',
  'create index product_price on product (owner_id, price_order, id)',
  // It went with the column it read.
  `create index product_queues on product (owner_id, id)
    include (revision, digest, incomplete, status, margin, stock_order, platform)`,
];
