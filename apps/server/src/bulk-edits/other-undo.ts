import type { UndoOf } from '@bowerbird/contract/products/bulk-edit';
import type { RawBuilder } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { Page, PageResult } from '../runs/pages.ts';
import { findRun, type RunRow } from '../runs/runs.ts';
import type { UndoForecast } from './undoable.ts';

/** The undoing of one run that wrote more than cells of products, page by page, with the counts of a bulk edit's undo. */
export interface OtherUndo {
  /** Works out what an undo would do now. */
  forecast(db: OwnerDb): Promise<UndoForecast>;
  /** Selects `id` and `revision` of what there is to undo. */
  items: RawBuilder<unknown>;
  /** Undoes a page of it, in the caller's transaction. */
  undo(db: OwnerDb, by: { runId: string; userId: string | null }, page: Page): Promise<PageResult>;
}

/** Returns how a run is undone; null for a run whose edit set is all that it wrote. */
export type FindOtherUndo = (db: OwnerDb, ownerId: string, run: RunRow) => Promise<OtherUndo | null>;

export const noOtherUndo: FindOtherUndo = async () => null;

/**
 * Works out what an undo of such a run would do now; null for any other run. Only all of it is undone, and its undo is not undone
 * again.
 */
export async function forecastOther(
  db: OwnerDb,
  ownerId: string,
  run: RunRow,
  { productIds, paths }: UndoOf,
  find: FindOtherUndo,
): Promise<UndoForecast | null> {
  const own = await find(db, ownerId, run);
  if (own !== null) {
    return productIds || paths ? nothing : await own.forecast(db);
  }
  const of = run.kind === 'undo' && run.undoes !== null ? await findRun(db, ownerId, run.undoes) : undefined;
  return of !== undefined && (await find(db, ownerId, of)) !== null ? nothing : null;
}

const nothing: UndoForecast = { counts: { restored: 0, kept: 0, impossible: 0 }, left: [] };
