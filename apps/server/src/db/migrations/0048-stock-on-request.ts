import { type Kysely, sql } from 'kysely';

/**
 * Keeps whether a collecting run asks for stock that lists leave out, and whether anything of a product can be bought, by
 * what its source says: for products of which nobody told a quantity.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const currentOwner = `nullif(current_setting('app.owner', true), '')::uuid`;

const statements: string[] = [
  'alter table collect_run add column with_stock boolean not null default false',
  `alter table product add column availability text generated always as (
    case
      when jsonb_path_exists(content, '$.variants[*] ? (@.available == true)') then 'available'
      when jsonb_path_exists(content, '$.variants[*] ? (@.available == false)')
        and not jsonb_path_exists(content, '$.variants[*] ? (@.available == null)') then 'sold-out'
    end
  ) stored`,
  // A view keeps the columns that its table had when it was made.
  `create or replace view own_product as select * from product where owner_id = ${currentOwner} with check option`,
];
