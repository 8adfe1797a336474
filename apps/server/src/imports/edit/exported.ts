import type { Cell } from '@bowerbird/catalog/change/cell';
import { isSame } from '@bowerbird/catalog/merge/same';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';

/** Exports that are looked through for the revisions that a product was exported with. */
const exportsMax = 20;

/**
 * Returns the revisions that each of these products may have had when the file was exported, ascending: those of the exports
 * that the file is known to be of, else of all exports before the file was uploaded. None for a product that was not exported.
 * @param runIds the exports that it is known to be of; [] where that is not known
 */
export async function findExported(
  db: OwnerDb,
  ownerId: string,
  { runIds, before }: { runIds: readonly string[]; before: Date },
  productIds: readonly string[],
): Promise<Map<string, readonly number[]>> {
  const { rows } = await sql<{ id: string; revisions: number[] }>`
    with runs as materialized (
      select run.id, run.id = any(${runIds}::uuid[]) as is_known from run
      where run.owner_id = ${ownerId} and run.kind = 'export' and run.created_at < ${before}
        and exists (select from exported_page where exported_page.run_id = run.id and exported_page.owner_id = ${ownerId})
      order by 2 desc, run.id desc limit ${exportsMax}
    )
    select written.id, coalesce(
      array_agg(distinct written.revision) filter (where runs.is_known),
      array_agg(distinct written.revision)) as revisions
    from runs join exported_page on exported_page.run_id = runs.id and exported_page.owner_id = ${ownerId}
    cross join unnest(exported_page.ids, exported_page.revisions) as written (id, revision)
    where written.id = any(${productIds}::uuid[]) and exported_page.ids && ${productIds}::uuid[]
    group by written.id
  `.execute(db);
  return new Map(rows.map(({ id, revisions }) => [id, revisions.toSorted((one, other) => one - other)]));
}

/** A cell that was changed here, and the revision that this made. */
export interface ChangeSince {
  revision: number;
  path: string;
  before: unknown;
}

/** What was changed in a product since it may have been exported first, and the revisions it may have been exported with. */
export interface SinceExports {
  revisions: readonly number[];
  changes: readonly ChangeSince[];
}

/** Returns what was changed in products after the first of these revisions, in its order. */
export async function findSinceExports(
  db: OwnerDb,
  ownerId: string,
  exported: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, SinceExports>> {
  const first = [...exported.values()].map(([revision = 0]) => revision);
  const { rows } = await sql<{
    product_id: string;
    revision: number;
    cells: { path: string; before?: unknown }[];
  }>`
    select change.product_id, change.revision, change.cells
    from unnest(${[...exported.keys()]}::uuid[], ${first}::integer[]) as exported (id, revision)
    join product_change as change on change.product_id = exported.id and change.revision > exported.revision
    where change.owner_id = ${ownerId}
    order by change.product_id, change.revision
  `.execute(db);
  const changes = new Map<string, ChangeSince[]>();
  for (const { product_id: id, revision, cells } of rows) {
    const own = changes.get(id) ?? [];
    own.push(...cells.map(({ path, before }) => ({ revision, path, before })));
    changes.set(id, own);
  }
  return new Map([...exported].map(([id, revisions]) => [id, { revisions, changes: changes.get(id) ?? [] }]));
}

/** What a product was changed to since the file was exported: the first value of each cell, by its path. */
export type ChangedSince = ReadonlyMap<string, unknown>;

/**
 * Returns what was changed since the file was exported, judged by the cells that it has otherwise than the product. Where
 * several exports are possible, it is the one whose values most of these cells still have: nobody has edited them. Among
 * equals it is the first, so that what was changed here since any of them is a question and never overwritten.
 */
export function changedSince({ revisions, changes }: SinceExports, cells: readonly Cell[]): ChangedSince {
  let [chosen, most]: [ChangedSince, number] = [new Map(), -1];
  for (const exported of revisions) {
    const since = valuesBefore(changes.filter(({ revision }) => revision > exported));
    const unedited = cells.filter(
      ({ path, after }) => since.has(path) && isSame(after, since.get(path)),
    ).length;
    if (unedited > most) {
      [chosen, most] = [since, unedited];
    }
  }
  return chosen;
}

function valuesBefore(changes: readonly ChangeSince[]): ChangedSince {
  const values = new Map<string, unknown>();
  for (const { path, before } of changes) {
    if (!values.has(path)) {
      values.set(path, before);
    }
  }
  return values;
}
