import type { UndoGroup } from '@bowerbird/contract/products/bulk-edit';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { findEditSetOf } from '../products/edit-sets.ts';
import { faultIn, prepare } from '../products/prepare.ts';
import { productsByIds } from '../products/selection.ts';
import { planUndo } from '../products/undo.ts';

/** Number of products whose undo is worked out at once. */
const readMax = 250;

/** What of a run an undo is for: its edit set, and only these products where they are given. */
export interface UndoOf {
  runId: string;
  editSetId: string;
  productIds: readonly string[] | null;
}

/**
 * Selects the products of a run in which something is left to undo, and those that are gone, with their revision and
 * whether they were left alone since.
 */
export function undoable(ownerId: string, { runId, editSetId, productIds }: UndoOf): RawBuilder<unknown> {
  return sql`(
    select done.id, coalesce(product.revision, 0) as revision, product.id is null as gone,
      coalesce(product.revision = change.revision and change.undone is null, false) as untouched
    from run_page
    cross join unnest(run_page.ids, run_page.outcomes) as done (id, outcome)
    left join product on product.id = done.id and product.owner_id = ${ownerId}
    left join product_change as change
      on change.edit_set_id = ${editSetId} and change.product_id = done.id and change.owner_id = ${ownerId}
    where run_page.owner_id = ${ownerId} and run_page.run_id = ${runId}
      and done.outcome in ('changed', 'changed-since', 'restored', 'kept')
      and (${productIds}::uuid[] is null or done.id = any(${productIds}::uuid[]))
      and (product.id is null or coalesce(cardinality(change.undone), 0) < jsonb_array_length(change.cells))
  )`;
}

/** The group of a product in which an undo did this. */
export function groupOf({ kept, impossible }: { kept: unknown[]; impossible: unknown[] }): UndoGroup {
  return kept.length > 0 ? 'kept' : impossible.length > 0 ? 'impossible' : 'restored';
}

/** Counts what an undo of the run would do now. */
export async function countUndo(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  productIds: readonly string[] | null,
): Promise<Record<UndoGroup, number>> {
  const counts: Record<UndoGroup, number> = { restored: 0, kept: 0, impossible: 0 };
  const editSetId = await findEditSetOf(db, ownerId, runId);
  if (editSetId === null) {
    return counts;
  }
  const { rows } = await sql<{ id: string; gone: boolean; untouched: boolean }>`
    select id, gone, untouched from ${undoable(ownerId, { runId, editSetId, productIds })} as undoable order by id
  `.execute(db);
  counts.impossible = rows.filter(({ gone }) => gone).length;
  counts.restored = rows.filter(({ untouched }) => untouched).length;
  const touched = rows.filter(({ gone, untouched }) => !gone && !untouched).map(({ id }) => id);
  for (let at = 0; at < touched.length; at += readMax) {
    const products = await productsByIds(db, ownerId, touched.slice(at, at + readMax));
    for (const undone of await planUndo(db, ownerId, editSetId, products)) {
      const { row, product } = undone;
      const isInvalid = faultIn(prepare({ row, product })) !== null;
      const group = groupOf(undone);
      counts[isInvalid && group === 'restored' ? 'impossible' : group] += 1;
    }
  }
  return counts;
}
