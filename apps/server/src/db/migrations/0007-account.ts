import { type Kysely, sql } from 'kysely';

/** Tokens, pairings and what a person keeps for themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [];
