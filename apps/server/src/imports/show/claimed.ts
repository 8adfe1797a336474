import type { Import } from '@bowerbird/contract/files/imports';
import { sql } from 'kysely';
import { metBy } from '../../collect/saving/met.ts';
import type { OwnerDb } from '../../db/database.ts';
import { ClaimRunRequest } from '../../products/claim/claim-job.ts';
import { namesOf } from '../../runs/names.ts';
import { countOutcomes } from '../../runs/pages.ts';
import { getRun, toRun } from '../../runs/runs.ts';
import type { ImportRow } from '../queries.ts';

/** Counts the products of an applied supplier's file that are collected products now: as the list of them does. */
export async function countCollected(
  db: OwnerDb,
  { owner_id: ownerId, run_id: runId, source_id: sourceId, state }: ImportRow,
): Promise<Import['collected']> {
  if (state !== 'applied' || sourceId === null) {
    return { waiting: 0, claimed: 0 };
  }
  const { rows } = await sql<Import['collected']>`
    select count(*) filter (where product_id is null)::integer as waiting, count(product_id)::integer as claimed
    from own_collected where owner_id = ${ownerId} and (shop, source_id) in (${metBy(ownerId, runId)})
  `.execute(db);
  return rows[0] ?? { waiting: 0, claimed: 0 };
}

/** Returns the run that claims what an import has brought for the first time, with what its notice counts. */
export async function findClaim(
  db: OwnerDb,
  { owner_id: ownerId, claim_run_id: claimRunId }: ImportRow,
): Promise<Import['claim']> {
  if (claimRunId === null) {
    return null;
  }
  const row = await getRun(db, ownerId, claimRunId);
  const { edits, ofSupplier } = ClaimRunRequest.parse(row.request);
  const { claimed } = await countOutcomes(db, ownerId, claimRunId);
  const names = await namesOf(db, ownerId, row.created_by === null ? [] : [row.created_by]);
  return {
    rule: { name: ofSupplier?.rule ?? null, edits },
    run: toRun(row, { createdBy: names.get(row.created_by ?? '') ?? null }),
    claimed,
  };
}
