import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/** Filters that a person or a job keeps, with the state by which they choose products. */
const keptFilters = [
  ['run', 'request'],
  ['saved_item', 'content'],
  ['rule_attachment', 'filter'],
  ['listing_schedule', 'selection'],
] as const;

/** The state of a listing whose outcome is unknown is `verifying`, and a suspicion of readers is named so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table reader_drift drop constraint reader_drift_known_by_check',
    `update reader_drift set known_by = 'suspicion' where known_by = 'doubt'`,
    `alter table reader_drift add constraint reader_drift_known_by_check
      check (known_by in ('shop', 'platform', 'suspicion'))`,
    `update listing set state = 'verifying' where state = 'unsure'`,
    'drop index listing_item_open',
    `update listing_item set state = 'verifying' where state = 'unsure'`,
    `update listing_item set reason = 'verifying' where reason = 'unsure'`,
    `create index listing_item_open on listing_item (product_id)
      where state in ('waiting', 'intended', 'sent', 'verifying')`,
    ...keptFilters.map(
      ([table, column]) =>
        `update ${table} set ${column} = replace(${column}::text, '"unsure"', '"verifying"')::jsonb
          where ${column}::text like '%"unsure"%'`,
    ),
  ]);
}
