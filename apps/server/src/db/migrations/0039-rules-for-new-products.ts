import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/** A supplier may carry the rule with which what is new in its files is claimed by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table file_source add column claim jsonb']);
}
