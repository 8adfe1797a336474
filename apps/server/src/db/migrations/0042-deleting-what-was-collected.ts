import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/**
 * Indexes by which the database finds what belongs to a deleted collected or own product: without them, each one that is
 * deleted reads a whole table, of all merchants.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    // One product outside the bin for each collected one, as before; nulls are distinct, and in the bin the second is null.
    'drop index product_collected',
    `create unique index product_collected on stored_product (collected_id, (nullif(binned_at is null, false)))
       where collected_id is not null`,
    'drop index mark_change_product',
    'create index mark_change_product on mark_change (product_id)',
    'create index merge_conflict_collected on merge_conflict (collected_id)',
    'create index merge_decided_collected on merge_decided (collected_id)',
    'create index merge_decided_product on merge_decided (product_id)',
  ]);
}
