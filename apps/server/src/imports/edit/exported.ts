import type { Remedy } from '@bowerbird/contract/files/remedies';
import { ExportChoices } from '@bowerbird/contract/products/export';
import { fileFormats } from '@bowerbird/files/formats/all';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { ChangedSince } from './edited-product.ts';

/** Exports that are looked through for the revision that a product was exported with. */
const exportsMax = 20;

/**
 * Returns the revision that each of these products had when the file was exported, as far as is known. That is the export
 * of the file's name, else the last one before the file was uploaded; products that it does not have were exported by an
 * earlier one.
 */
export async function findExported(
  db: OwnerDb,
  ownerId: string,
  file: { name: string; before: Date },
  productIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    with runs as materialized (
      select run.id, run.title = ${plainName(file.name)} as is_named from run
      where run.owner_id = ${ownerId} and run.kind = 'export' and run.created_at < ${file.before}
        and exists (select from exported_page where exported_page.run_id = run.id and exported_page.owner_id = ${ownerId})
      order by 2 desc, run.id desc limit ${exportsMax}
    )
    select distinct on (written.id) written.id, written.revision
    from runs join exported_page on exported_page.run_id = runs.id and exported_page.owner_id = ${ownerId}
    cross join unnest(exported_page.ids, exported_page.revisions) as written (id, revision)
    where written.id = any(${productIds}::uuid[]) and exported_page.ids && ${productIds}::uuid[]
    order by written.id, runs.is_named desc, runs.id desc
  `.execute(db);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/**
 * Returns the remedy for a file of this name, if it was exported for people to open, with apostrophes before what a
 * spreadsheet would run; null for any other file.
 */
export async function findFormulaGuard(db: OwnerDb, ownerId: string, name: string): Promise<Remedy | null> {
  const run = await db
    .selectFrom('run')
    .select('request')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'export')
    .where('title', 'in', [plainName(name), wholeName(plainName(name))])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const request = ExportChoices.safeParse(run?.request).data;
  return request?.protectFormulas === true
    ? {
        kind: 'formula-guard',
        column: null,
        shape: null,
        htmlColumns: [...fileFormats[request.format].html],
      }
    : null;
}

/** One of several files has a number behind the name. */
function wholeName(name: string): string {
  return name.replace(/-\d{1,5}(?=\.[a-z]{2,5}$)/i, '');
}

/** A browser adds " (1)" to the name of a file that it has already. */
function plainName(name: string): string {
  return name.replace(/ ?\(\d{1,4}\)(?=\.[a-z]{2,5}$)/i, '');
}

/** Returns what was changed in products after these revisions: by product, the value that each cell had then. */
export async function findChangedSince(
  db: OwnerDb,
  ownerId: string,
  revisions: ReadonlyMap<string, number>,
): Promise<Map<string, ChangedSince>> {
  const { rows } = await sql<{ product_id: string; cells: { path: string; before?: unknown }[] }>`
    select change.product_id, change.cells
    from unnest(${[...revisions.keys()]}::uuid[], ${[...revisions.values()]}::integer[]) as exported (id, revision)
    join product_change as change on change.product_id = exported.id and change.revision > exported.revision
    where change.owner_id = ${ownerId}
    order by change.product_id, change.revision
  `.execute(db);
  const since = new Map<string, Map<string, unknown>>();
  for (const { product_id: id, cells } of rows) {
    const own = since.get(id) ?? new Map<string, unknown>();
    for (const { path, before } of cells) {
      if (!own.has(path)) {
        own.set(path, before);
      }
    }
    since.set(id, own);
  }
  return since;
}
