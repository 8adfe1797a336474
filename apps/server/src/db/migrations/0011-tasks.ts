import { type Kysely, sql } from 'kysely';

/** Sourcing tasks and team projects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [];
