import { type Kysely, sql } from 'kysely';

/** Adds copies of a product next to it, quickly, as the owner of the database: identical except for their ids. */
export async function copyProduct(admin: Kysely<unknown>, id: string, copies: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'stored_product' and is_generated = 'NEVER' and column_name <> 'id'
  `.execute(admin);
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`
    insert into stored_product (id, ${columns})
    select gen_random_uuid(), ${columns} from stored_product, generate_series(1, ${copies}::integer) where id = ${id}
  `.execute(admin);
}
