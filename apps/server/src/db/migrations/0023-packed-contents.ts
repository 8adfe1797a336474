import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/**
 * What was sent to stores is packed by the program (`db/listing-content.ts`); contents stored before begin with
 * the byte that names plain JSON.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `alter table listing_attempt alter column body type bytea
      using '\\x00'::bytea || convert_to(body::text, 'UTF8')`,
  ]);
}
