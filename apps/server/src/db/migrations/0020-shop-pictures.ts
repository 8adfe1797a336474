import { type Kysely, sql } from 'kysely';

/** Pictures that were put into a store's own library: each content once for each shop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table shop_picture (
    shop_id uuid not null references shop (id) on delete cascade,
    owner_id uuid not null references owner (id) on delete cascade,
    source_url text not null,
    name text not null,
    media_id text not null,
    address text not null,
    at timestamptz not null default now(),
    primary key (shop_id, source_url)
  )`,
  `create index shop_picture_name on shop_picture (shop_id, name)`,
  `alter table shop_picture enable row level security`,
  `create policy shop_picture_owner on shop_picture
    using (owner_id = nullif(current_setting('app.owner', true), '')::uuid)`,
];
