import type { OwnerDb } from '../../db/database.ts';
import { findRun, type RunRow } from '../../runs/runs.ts';
import type { FindUndo, RunUndo } from './run-undo.ts';
import { undoOfEdit } from './undo-of-edit.ts';

/**
 * Returns how a run is undone: in its own way if one of these finds one, or else by its edit set. Null for a run that
 * changed nothing, and for the undo of a run that has its own way: it is not undone again.
 */
export async function findUndo(
  db: OwnerDb,
  ownerId: string,
  run: RunRow,
  others: readonly FindUndo[],
): Promise<RunUndo | null> {
  const own = await firstOf(db, ownerId, run, others);
  if (own !== null) {
    return own;
  }
  const of = run.kind === 'undo' && run.undoes !== null ? await findRun(db, ownerId, run.undoes) : undefined;
  return of !== undefined && (await firstOf(db, ownerId, of, others)) !== null
    ? null
    : await undoOfEdit(db, ownerId, run);
}

async function firstOf(
  db: OwnerDb,
  ownerId: string,
  run: RunRow,
  others: readonly FindUndo[],
): Promise<RunUndo | null> {
  for (const find of others) {
    const found = await find(db, ownerId, run);
    if (found !== null) {
      return found;
    }
  }
  return null;
}
