import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/** An attempt names a request only where that is a bulk file, whose results are matched by line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'drop index listing_attempt_request',
    `alter table listing_attempt alter column request_id drop not null, alter column line drop not null`,
    `update listing_attempt set request_id = null, line = null
      where request_id is not null and not exists (
        select from listing_bulk where listing_bulk.id = listing_attempt.request_id
      )`,
    `create index listing_attempt_request on listing_attempt (request_id, line) where request_id is not null`,
    `alter table listing_attempt add constraint listing_attempt_line_check check ((request_id is null) = (line is null))`,
  ]);
}
