import { type Kysely, sql } from 'kysely';

/** Whether the after-check gives a product the visibility back that it was given last, where a late write of ours changed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table listing add column restores_visibility boolean not null default false')
    .execute(db);
}
