import type { UndoGroup } from '@bowerbird/contract/products/bulk-edit';
import type { Fault } from '@bowerbird/contract/runs';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { faultIn, prepare } from '../products/claim/prepare.ts';
import { isCreated } from '../products/history/created.ts';
import { findEditSetOf } from '../products/history/edit-sets.ts';
import { planUndo } from '../products/history/undo.ts';
import { productsByIds } from '../products/list/selection.ts';

/** Number of products whose undo is worked out at once. */
const readMax = 250;
/** Number of products that a forecast names. */
export const leftMax = 50;

/** What of a run an undo is for: its edit set, and only these products where they are given. */
export interface UndoOf {
  runId: string;
  editSetId: string;
  productIds: readonly string[] | null;
  /** Only these cells; null: all. */
  paths: readonly string[] | null;
}

/**
 * Selects the products of a run in which something is left to undo, those that it created, and those that are gone, with
 * their revision and whether they were left alone since.
 */
export function undoable(
  ownerId: string,
  { runId, editSetId, productIds, paths }: UndoOf,
): RawBuilder<unknown> {
  return sql`(
    select done.id, coalesce(product.revision, 0) as revision, product.id is null as gone, false as created,
      coalesce(product.revision = change.revision and change.undone is null, false) as untouched
    from run_page
    cross join unnest(run_page.ids, run_page.outcomes) as done (id, outcome)
    left join product on product.id = done.id and product.owner_id = ${ownerId}
    left join product_change as change
      on change.edit_set_id = ${editSetId} and change.product_id = done.id and change.owner_id = ${ownerId}
    where run_page.owner_id = ${ownerId} and run_page.run_id = ${runId}
      and done.outcome in ('changed', 'changed-since', 'restored', 'kept')
      and (${productIds}::uuid[] is null or done.id = any(${productIds}::uuid[]))
      and (${paths}::text[] is null or product.id is null or exists (
        select from jsonb_array_elements(change.cells) as cell
        where cell ->> 'path' = any(${paths}::text[])
          and cell ->> 'path' <> all(coalesce(change.undone, '{}'))
      ))
      and (product.id is null or coalesce(cardinality(change.undone), 0) < jsonb_array_length(change.cells))
    union all
    select product.id, product.revision, false, true, product.revision = 1
    from product_change as change
    join product on product.id = change.product_id and product.owner_id = ${ownerId}
    where change.owner_id = ${ownerId} and change.edit_set_id = ${editSetId} and ${isCreated('change')}
      and ${paths}::text[] is null
      and (${productIds}::uuid[] is null or product.id = any(${productIds}::uuid[]))
  )`;
}

/** The group of a product in which an undo did this. */
export function groupOf({ kept, impossible }: { kept: unknown[]; impossible: unknown[] }): UndoGroup {
  return kept.length > 0 ? 'kept' : impossible.length > 0 ? 'impossible' : 'restored';
}

/** What would be done with one product, where something of it is not restored. */
export interface LeftProduct {
  id: string;
  group: UndoGroup;
  /** Paths of the cells that stay as they are. */
  paths: string[];
  fault: Fault | null;
}

/** What an undo of a run would do now. */
export interface UndoForecast {
  counts: Record<UndoGroup, number>;
  /** The first of those in which something would stay as it is. */
  left: LeftProduct[];
}

/** Works out what an undo of the run would do now, in all of its products and cells or only in these. */
export async function forecastUndo(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  {
    productIds = null,
    paths = null,
  }: { productIds?: readonly string[] | null | undefined; paths?: readonly string[] | null | undefined },
): Promise<UndoForecast> {
  const counts: Record<UndoGroup, number> = { restored: 0, kept: 0, impossible: 0 };
  const left: LeftProduct[] = [];
  const editSetId = await findEditSetOf(db, ownerId, runId);
  if (editSetId === null) {
    return { counts, left };
  }
  const of = { runId, editSetId, productIds, paths };
  const { rows } = await sql<{ id: string; gone: boolean; created: boolean; untouched: boolean }>`
    select id, gone, created, untouched from ${undoable(ownerId, of)} as undoable order by id
  `.execute(db);
  const note = (product: LeftProduct) => {
    counts[product.group] += 1;
    if (product.group !== 'restored' && left.length < leftMax) {
      left.push(product);
    }
  };
  for (const { id } of rows.filter(({ gone }) => gone)) {
    note({ id, group: 'impossible', paths: [], fault: { code: 'undo.product-gone', params: {} } });
  }
  counts.restored = rows.filter(({ untouched }) => untouched).length;
  const isTouched = rows.filter(({ gone, untouched }) => !gone && !untouched);
  for (const { id } of isTouched.filter(({ created }) => created)) {
    note({ id, group: 'impossible', paths: [], fault: { code: 'undo.changed-since', params: {} } });
  }
  const touched = isTouched.filter(({ created }) => !created).map(({ id }) => id);
  for (let at = 0; at < touched.length; at += readMax) {
    const products = await productsByIds(db, ownerId, touched.slice(at, at + readMax));
    for (const undone of await planUndo(db, ownerId, editSetId, products, paths ?? undefined)) {
      const { row, product, kept, impossible } = undone;
      const isInvalid = faultIn(prepare({ row, product })) !== null;
      const group = groupOf(undone);
      const why = isInvalid ? { path: undone.restored[0] ?? '', why: 'invalid' } : impossible[0];
      note({
        id: row.id,
        group: isInvalid && group === 'restored' ? 'impossible' : group,
        paths: [...kept, ...impossible.map(({ path }) => path), ...(isInvalid ? undone.restored : [])],
        fault: why ? { code: `undo.${why.why}`, params: { path: why.path } } : null,
      });
    }
  }
  return { counts, left };
}
