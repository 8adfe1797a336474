import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { faultIn, prepare } from '../../products/claim/prepare.ts';
import { isCreated } from '../../products/history/created.ts';
import { planUndo } from '../../products/history/undo.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { emptyForecast, groupOf, note } from './forecast.ts';
import type { UndoForecast, UndoPart } from './run-undo.ts';

/** Number of products whose undo is worked out at once. */
const readMax = 250;
/** What of a run an undo is for, and its edit set. */
export interface UndoOf extends UndoPart {
  runId: string;
  editSetId: string;
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

/** Works out what an undo of the run would do now, in all of its products and cells or only in these. */
export async function forecastUndo(db: OwnerDb, ownerId: string, of: UndoOf): Promise<UndoForecast> {
  const { editSetId, paths } = of;
  const forecast = emptyForecast();
  const { rows } = await sql<{ id: string; gone: boolean; created: boolean; untouched: boolean }>`
    select id, gone, created, untouched from ${undoable(ownerId, of)} as undoable order by id
  `.execute(db);
  for (const { id } of rows.filter(({ gone }) => gone)) {
    note(forecast, { id, group: 'impossible', paths: [], fault: { code: 'undo.product-gone', params: {} } });
  }
  forecast.counts.restored = rows.filter(({ untouched }) => untouched).length;
  const isTouched = rows.filter(({ gone, untouched }) => !gone && !untouched);
  for (const { id } of isTouched.filter(({ created }) => created)) {
    note(forecast, { id, group: 'impossible', paths: [], fault: { code: 'undo.changed-since', params: {} } });
  }
  const touched = isTouched.filter(({ created }) => !created).map(({ id }) => id);
  for (let at = 0; at < touched.length; at += readMax) {
    const products = await productsByIds(db, ownerId, touched.slice(at, at + readMax));
    for (const undone of await planUndo(db, ownerId, editSetId, products, paths ?? undefined)) {
      const { row, product, kept, impossible } = undone;
      const isInvalid = faultIn(prepare({ row, product })) !== null;
      const group = groupOf(undone);
      const why = isInvalid ? { path: undone.restored[0] ?? '', why: 'invalid' } : impossible[0];
      note(forecast, {
        id: row.id,
        group: isInvalid && group === 'restored' ? 'impossible' : group,
        paths: [...kept, ...impossible.map(({ path }) => path), ...(isInvalid ? undone.restored : [])],
        fault: why ? { code: `undo.${why.why}`, params: { path: why.path } } : null,
      });
    }
  }
  return forecast;
}
