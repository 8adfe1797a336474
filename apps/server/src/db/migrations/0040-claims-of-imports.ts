import type { Kysely } from 'kysely';
import { execute } from './statements.ts';

/** An import names the run that claims what was new in its file, so that its page shows what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table import add column claim_run_id uuid references run (id) on delete set null',
    // For the deletion of a run.
    'create index import_claim_run on import (claim_run_id) where claim_run_id is not null',
    `update import set claim_run_id = claim.id from run as claim
      where claim.owner_id = import.owner_id and claim.kind = 'claim' and claim.request ? 'ofSupplier'
        and claim.request #>> '{selection,filter,runId}' = import.run_id::text`,
  ]);
}
