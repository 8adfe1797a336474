import { type BulkEdit, editGroups, undoGroups } from '@bowerbird/contract/products/bulk-edit';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { isChangedSince } from '../products/history/changed-since.ts';
import { findEditSetOf } from '../products/history/edit-sets.ts';
import { namesOf } from '../runs/names.ts';
import { countFaults, countOutcomes } from '../runs/pages.ts';
import { getBulkRun } from './requests.ts';

/** Returns a bulk edit, or the undo of one, with its counts so far; throws `not-found`. */
export async function getEdit(db: OwnerDb, ownerId: string, id: string): Promise<BulkEdit> {
  const { run, request } = await getBulkRun(db, ownerId, id);
  const editSetId = await findEditSetOf(db, ownerId, id);
  const counts = await countOutcomes(db, ownerId, id);
  return {
    id,
    editSetId,
    steps: request.steps,
    ...(request.marks && { marks: request.marks }),
    undoes: run.undoes,
    undoneBy: await findUndos(db, ownerId, id),
    counts: pick(counts, [...editGroups, ...undoGroups]),
    rejected: await countFaults(db, ownerId, id),
    begins: request.begins,
    ends: request.ends,
    listedBefore: editSetId === null ? 0 : await countListedBefore(db, ownerId, editSetId),
  };
}

/** Returns the undos of a run that have begun, newest first. */
async function findUndos(db: OwnerDb, ownerId: string, id: string): Promise<BulkEdit['undoneBy']> {
  const rows = await db
    .selectFrom('run')
    .select(['id', 'started_at', 'created_by'])
    .where('owner_id', '=', ownerId)
    .where('undoes', '=', id)
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .execute();
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap(({ created_by }) => created_by ?? []),
  );
  return rows.flatMap((run) =>
    run.started_at === null
      ? []
      : [{ id: run.id, at: run.started_at.toISOString(), by: names.get(run.created_by ?? '') ?? null }],
  );
}

/** Counts the products that an edit set changed and of which some store holds an older version. */
async function countListedBefore(db: OwnerDb, ownerId: string, editSetId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct product.id)::integer as count
    from product_change as change
    join product on product.id = change.product_id and product.owner_id = ${ownerId}
    join listing on listing.product_id = product.id and listing.owner_id = ${ownerId}
    where change.owner_id = ${ownerId} and change.edit_set_id = ${editSetId} and ${isChangedSince('product')}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

function pick<Name extends string>(
  counts: Record<Name, number>,
  names: readonly Name[],
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, counts[name]])) as Record<Name, number>;
}
