import { type Kysely, sql } from 'kysely';

/** Organisation, invitations and changes of the navigation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements: string[] = [];
