import { type Kysely, sql } from 'kysely';

/**
 * What is done with listings afterwards: a run tells what it does, an attempt whose run it was, and an item of such a run
 * what became of it. Attempts from before tell no run: what they wrote is nobody's to undo.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [
  `alter table listing_run
    add column action text not null default 'list',
    add column undoes uuid references run (id) on delete set null`,
  'create index listing_run_undoes on listing_run (undoes) where undoes is not null',
  'alter table listing_attempt add column run_id uuid',
  'alter table listing_item add column pile text, add column reason text',
];
