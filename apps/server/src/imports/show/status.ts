import type { Import, ImportState, listImports } from '@bowerbird/contract/files/imports';
import type { AnswerOf } from '@bowerbird/contract/route';
import { hasEnded } from '@bowerbird/contract/runs';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { ImportTable } from '../../db/tables/imports.ts';
import { findEditSetOf } from '../../products/history/edit-sets.ts';
import { namesOf } from '../../runs/names.ts';
import { getRun, type RunRow } from '../../runs/runs.ts';
import { findExport } from '../../uploads/exported/find-export.ts';
import { getImportFile, toImportFile } from '../../uploads/queries.ts';
import { getImportRow } from '../queries.ts';
import { countCollected, findClaim } from './claimed.ts';
import { countApplied, countOutcomes } from './outcomes.ts';

/** Returns an import with what was found and done so far; throws `not-found`. */
export async function getImport(db: OwnerDb, ownerId: string, runId: string): Promise<Import> {
  const row = await getImportRow(db, ownerId, runId);
  const run = await getRun(db, ownerId, runId);
  const file = await getImportFile(db, ownerId, row.file_id);
  const { request, figures } = row;
  const editSetId = await findEditSetOf(db, ownerId, runId);
  const supplier =
    row.source_id === null
      ? undefined
      : await db
          .selectFrom('file_source')
          .select(['id', 'name'])
          .where('owner_id', '=', ownerId)
          .where('id', '=', row.source_id)
          .executeTakeFirst();
  return {
    id: runId,
    state: stateOf(run, row.state),
    file: { ...(await toImportFile(db, file)), isKept: file.deleted_at === null },
    dialect: request.dialect,
    mapping: request.mapping,
    key: request.key,
    into: request.into,
    source: supplier ?? null,
    exported:
      request.into.as === 'edit' ? ((await findExport(db, ownerId, file, row.marked))?.shown ?? null) : null,
    rows: row.rows ?? (await countRows(db, ownerId, runId)),
    products: figures.products ?? 0,
    variants: figures.variants ?? 0,
    groups: { ...noGroups, ...figures.groups },
    toApply: countApplied(request, figures),
    faults: figures.faults ?? 0,
    notices: figures.notices ?? 0,
    rowsFailed: figures.rowsFailed ?? 0,
    keys: (figures.keys ?? []).map(({ examples = [], ...count }) => ({ ...count, examples })),
    emptyColumns: figures.emptyColumns ?? [],
    otherVariants: figures.otherVariants ?? 0,
    outcomes: await countOutcomes(db, ownerId, runId),
    collected: await countCollected(db, row),
    claim: await findClaim(db, row),
    fault: run.fault,
    heldBecause: row.decided?.because ?? null,
    editSetId,
    undoable: isUndoable({
      ...row,
      run_state: run.state,
      edit_set_id: editSetId,
      is_undone: await isUndone(db, ownerId, runId),
    }),
  };
}

const noGroups: Import['groups'] = {
  new: 0,
  changed: 0,
  unchanged: 0,
  conflict: 0,
  unmatched: 0,
  ambiguous: 0,
  faulty: 0,
  gone: 0,
};

/** Returns the state of an import: how its run ended, or what is done with it. */
export function stateOf(run: Pick<RunRow, 'state'>, state: ImportTable['state']): ImportState {
  if (run.state === 'failed' || run.state === 'cancelled') {
    return run.state;
  }
  return state === 'undoing' ? 'applying' : state;
}

/**
 * Reports whether there may be something to undo: an edit has an edit set; a source has saved something, also where it was stopped
 * midway, and was not undone.
 */
function isUndoable(row: {
  state: ImportTable['state'];
  run_state: RunRow['state'];
  source_id: string | null;
  reached: number;
  edit_set_id: string | null;
  is_undone: boolean;
}): boolean {
  if (row.source_id === null) {
    return row.state === 'applied' && row.edit_set_id !== null;
  }
  const isOver = row.state === 'applied' || (row.state === 'applying' && hasEnded({ state: row.run_state }));
  return isOver && row.reached > 0 && !row.is_undone;
}

/** Reports whether a run has been undone, or is being undone. */
function undoneBy(ownerId: string, runId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from run as undo where undo.owner_id = ${ownerId} and undo.undoes = ${runId}
      and undo.state not in ('failed', 'cancelled')
  )`;
}

async function isUndone(db: OwnerDb, ownerId: string, runId: string): Promise<boolean> {
  const { rows } = await sql<{ is_undone: boolean }>`
    select ${undoneBy(ownerId, sql`${runId}::uuid`)} as is_undone
  `.execute(db);
  return rows[0]?.is_undone === true;
}

async function countRows(db: OwnerDb, ownerId: string, runId: string): Promise<number> {
  const { last } = await db
    .selectFrom('import_page')
    .select(sql<number | null>`max(last_row)`.as('last'))
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Lists imports, newest first. */
export async function findImports(
  db: OwnerDb,
  ownerId: string,
  { sourceId, cursor, limit }: { sourceId: string | undefined; cursor: string | undefined; limit: number },
): Promise<AnswerOf<typeof listImports>> {
  const chosen = db
    .selectFrom('import')
    .innerJoin('run', 'run.id', 'import.run_id')
    .leftJoin('edit_set', 'edit_set.run_id', 'import.run_id')
    .leftJoin('file_source', 'file_source.id', 'import.source_id')
    .where('import.owner_id', '=', ownerId)
    .$if(sourceId !== undefined, (query) => query.where('import.source_id', '=', sourceId ?? ''));
  const rows = await chosen
    .select([
      'import.run_id as id',
      'import.state',
      'import.request',
      'import.figures',
      'run.state as run_state',
      'run.title',
      'run.created_at',
      'run.created_by',
      'file_source.name as source_name',
      'import.source_id',
      'import.reached',
      'edit_set.id as edit_set_id',
      undoneBy(ownerId, sql.ref('import.run_id')).as('is_undone'),
    ])
    .$if(cursor !== undefined, (query) => query.where('import.run_id', '<', cursor ?? ''))
    .orderBy('import.run_id', 'desc')
    .limit(limit)
    .execute();
  const { total } = await chosen.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap(({ created_by: by }) => by ?? []),
  );
  const items: AnswerOf<typeof listImports>['items'] = [];
  for (const row of rows) {
    items.push({
      id: row.id,
      state: stateOf({ state: row.run_state }, row.state),
      as: row.request.into.as,
      fileName: row.title,
      sourceName: row.source_name,
      products: row.figures.products ?? 0,
      faults: row.figures.faults ?? 0,
      outcomes: await countOutcomes(db, ownerId, row.id),
      editSetId: row.edit_set_id,
      undoable: isUndoable(row),
      createdAt: row.created_at.toISOString(),
      createdBy: names.get(row.created_by ?? '') ?? null,
    });
  }
  return {
    items,
    total,
    totalIsEstimate: false,
    nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}
