import { missingMax } from '@bowerbird/contract/files/watched';
import type { Fault } from '@bowerbird/contract/runs';
import { missingColumns, placeOf } from '@bowerbird/files/mapping/columns';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { ImportDecision } from '../../db/tables/imports.ts';
import { noteNotice } from '../../notifications/notify.ts';
import { changeRun } from '../../runs/runs.ts';
import { type Attempt, requireAttempt } from '../apply/attempt.ts';
import { type FileSourceRow, getFileSource, getImportRow, type ImportRow } from '../queries.ts';
import { countApplied } from '../show/outcomes.ts';

/** Why a checked file waits for a person, as notices name it. */
const noticeStates: Readonly<Record<string, string>> = {
  'import.watch-errors': 'errors',
  'import.watch-missing': 'missing',
  'import.watch-header-changed': 'header',
  'import.to-confirm': 'confirm',
};

/**
 * Decides, once, whether the checked import of a watched file is applied by itself, and notifies people if not. Returns true
 * if it is applied now.
 */
export async function decideWatched(db: OwnerDb, attempt: Attempt): Promise<boolean> {
  const { ownerId, runId } = attempt;
  const row = await getImportRow(db, ownerId, runId);
  if (row.watch_id === null || row.source_id === null || row.decided !== null) {
    return false;
  }
  await requireAttempt(db, attempt, 'checked');
  const supplier = await getFileSource(db, ownerId, row.source_id);
  const watch = await db
    .selectFrom('file_watch')
    .select(['id', 'applies'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', row.watch_id)
    .executeTakeFirst();
  const count = countApplied(row.request, row.figures) + (row.figures.groups?.gone ?? 0);
  const because =
    (await findReason(db, row, supplier)) ??
    // What changes nothing needs nobody.
    (watch?.applies === true || count === 0
      ? null
      : { code: 'import.to-confirm' as const, params: { count } });
  const decided: ImportDecision = { applies: because === null, because };
  await db
    .updateTable('import')
    .set({ decided: jsonText(decided), ...(decided.applies && { state: 'applying' }) })
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .execute();
  if (because === null) {
    await changeRun(db, ownerId, runId, { done: 0, total: null, failed: 0 });
    return true;
  }
  if (watch && !(await wasSaid(db, row, because))) {
    await noteNotice(db, {
      ownerId,
      event: 'watched-file',
      subject: watch.id,
      params: { state: noticeStates[because.code] ?? 'errors', supplier: supplier.name, ...because.params },
      link: `/products/import/${runId}`,
    });
  }
  return false;
}

/** Returns what is wrong with a file; null if it can be applied as it is. */
async function findReason(db: OwnerDb, row: ImportRow, supplier: FileSourceRow): Promise<Fault | null> {
  const columns = await columnsGone(db, row, supplier);
  if (columns.length > 0) {
    return { code: 'import.watch-header-changed', params: { columns: columns.slice(0, 5).join(', ') } };
  }
  const { groups = {}, faults = 0 } = row.figures;
  const left = (groups.faulty ?? 0) + (groups.ambiguous ?? 0);
  if (faults > 0 || left > 0 || row.refused !== null || row.opened === null) {
    return { code: 'import.watch-errors', params: { count: Math.max(faults, left, 1) } };
  }
  const missing =
    row.request.into.as === 'source' && row.request.into.whole ? await countMissing(db, row) : null;
  return missing !== null && missing.count * 100 > missing.of * missingMax
    ? {
        code: 'import.watch-missing',
        params: { count: missing.count, percent: Math.round((missing.count * 100) / missing.of) },
      }
    : null;
}

/** Returns the columns that the supplier's last file had, that are read, and that this one does not have. */
async function columnsGone(
  db: OwnerDb,
  { owner_id: ownerId, run_id: runId, opened, request }: ImportRow,
  { header }: FileSourceRow,
): Promise<string[]> {
  const cells = opened?.header?.cells ?? [];
  const { products } = request.mapping;
  const gone =
    products.by === 'columns'
      ? missingColumns(products, cells).filter((column) => placeOf(header, column) !== -1)
      : header.filter((column) => column.trim() !== '' && placeOf(cells, column) === -1);
  if (gone.length > 0) {
    return gone;
  }
  const faults = await db
    .selectFrom('import_fault')
    .select('column_name')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where(sql<SqlBool>`starts_with(code, 'header.')`)
    .execute();
  return faults.map(({ column_name: name }) => name ?? cells[0] ?? '—');
}

const read = sql`in_group in ('new', 'changed', 'unchanged', 'conflict')`;

/** Counts the products of the supplier's last whole file, and those of them that this one does not have. */
async function countMissing(
  db: OwnerDb,
  { owner_id: ownerId, run_id: runId, source_id: sourceId }: ImportRow,
): Promise<{ of: number; count: number } | null> {
  const { rows } = await sql<{ of: number; count: number }>`
    with before as materialized (
      select run_id from import
      where owner_id = ${ownerId} and source_id = ${sourceId} and run_id < ${runId} and state = 'applied'
        and request -> 'into' ->> 'whole' = 'true'
      order by run_id desc limit 1
    ), now as materialized (
      select key from import_item where owner_id = ${ownerId} and run_id = ${runId} and ${read}
    )
    select count(*)::integer as of, (count(*) filter (where now.key is null))::integer as count
    from import_item as item
    left join now on now.key = item.key
    where item.owner_id = ${ownerId} and item.run_id = (select run_id from before) and item.${read}
  `.execute(db);
  return rows[0] ?? null;
}

/** Whether people were notified of the same of the import before, which waited and was replaced by this one. */
async function wasSaid(
  db: OwnerDb,
  { owner_id: ownerId, run_id: runId, watch_id: watchId }: ImportRow,
  { code }: Fault,
) {
  const { rows } = await sql<{ decided: ImportDecision | null }>`
    select decided from import
    where owner_id = ${ownerId} and watch_id = ${watchId} and run_id < ${runId}
    order by run_id desc limit 1
  `.execute(db);
  const before = rows[0]?.decided;
  return before?.replaced === true && before.because?.code === code;
}
