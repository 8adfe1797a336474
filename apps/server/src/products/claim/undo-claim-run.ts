import { AppError } from '@bowerbird/contract/errors';
import { hasEnded } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';
import { getRun } from '../../runs/runs.ts';
import { requireExpected } from '../list/selection.ts';
import { undoClaim } from './claim.ts';

/** Number of products deleted in one transaction. */
const atOnce = 5000;

/** Returns how many products of a claim could be undone now, and how many were changed or listed since. */
export async function findClaimUndo(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<{ undoable: number; kept: number }> {
  await getEndedClaim(db, ownerId, runId);
  const { rows } = await sql<{ all: number; undoable: number }>`
    select count(*)::integer as all, count(*) filter (where product.revision = 1 and not exists (
      select from listing where listing.owner_id = ${ownerId} and listing.product_id = product.id
    ))::integer as undoable
    from edit_set
    join product_change on product_change.edit_set_id = edit_set.id
    join product on product.id = product_change.product_id
    where edit_set.owner_id = ${ownerId} and edit_set.run_id = ${runId} and product.owner_id = ${ownerId}
      and product.collected_id is not null
  `.execute(db);
  const { all = 0, undoable = 0 } = rows[0] ?? {};
  return { undoable, kept: all - undoable };
}

/**
 * Undoes the claims of a run that are untouched since and were never listed; the others stay. Throws
 * `selection.changed` if the number to delete differs from what the person saw.
 */
export async function undoClaimRun(
  call: Call,
  runId: string,
  expected: number,
): Promise<{ takenBack: number; kept: number }> {
  const { undoable } = await call.db((db) => findClaimUndo(db, call.ownerId, runId));
  requireExpected(undoable, expected);
  let takenBack = 0;
  for (let after = ''; ; ) {
    const ids = await call.db((db) => findClaimed(db, call.ownerId, runId, after));
    if (ids.length > 0) {
      takenBack += await call.db((db) => undoClaim(db, call.ownerId, ids));
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < atOnce) {
      break;
    }
    after = last;
  }
  const { kept } = await call.db((db) => findClaimUndo(db, call.ownerId, runId));
  return { takenBack, kept };
}

async function getEndedClaim(db: OwnerDb, ownerId: string, runId: string): Promise<void> {
  const run = await getRun(db, ownerId, runId);
  if (run.kind !== 'claim') {
    throw new AppError('not-found', `run ${runId} claims nothing`);
  }
  if (!hasEnded(run)) {
    throw new AppError('run.wrong-state', `run ${runId} goes on`, { params: { state: run.state } });
  }
}

async function findClaimed(db: OwnerDb, ownerId: string, runId: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('edit_set')
    .innerJoin('product_change', 'product_change.edit_set_id', 'edit_set.id')
    .select('product_change.product_id')
    .distinct()
    .where('edit_set.owner_id', '=', ownerId)
    .where('edit_set.run_id', '=', runId)
    .$if(after !== '', (query) => query.where('product_change.product_id', '>', after))
    .orderBy('product_change.product_id')
    .limit(atOnce)
    .execute();
  return rows.map(({ product_id }) => product_id);
}
