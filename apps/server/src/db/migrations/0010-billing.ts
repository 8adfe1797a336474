import { type Kysely, sql } from 'kysely';

/** Plans, orders and payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [];
