import { type Kysely, sql } from 'kysely';

/** Keeps whether the runs of a watch and of a sourcing task ask for stock that lists leave out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['watch', 'task']) {
    await sql`alter table ${sql.table(table)} add column with_stock boolean not null default false`.execute(
      db,
    );
  }
}
