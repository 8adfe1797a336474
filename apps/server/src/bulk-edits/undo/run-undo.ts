import type { UndoGroup } from '@bowerbird/contract/products/bulk-edit';
import type { Fault } from '@bowerbird/contract/runs';
import type { RawBuilder } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { SavedRecord } from '../../products/history/history.ts';
import type { Page, PageResult } from '../../runs/pages.ts';
import type { RunRow } from '../../runs/runs.ts';

/** What of a run is undone. */
export interface UndoPart {
  /** Only these products; null: all. */
  productIds: readonly string[] | null;
  /** Only these cells; null: all. */
  paths: readonly string[] | null;
}

/** The undoing of one run, page by page. */
export interface RunUndo {
  /** Works out what an undo would do now. */
  forecast(db: OwnerDb, part: UndoPart): Promise<UndoForecast>;
  /** Returns what of the run stays in these products, and who changed it since. */
  explain(db: OwnerDb, left: readonly LeftProduct[]): Promise<LeftCells>;
  /** Selects `id` and `revision` of what there is to undo. */
  items(part: UndoPart): RawBuilder<unknown>;
  /** Undoes a page of it, in the caller's transaction. */
  undo(
    db: OwnerDb,
    by: { runId: string; userId: string | null; paths: readonly string[] | null },
    page: Page,
  ): Promise<PageResult>;
  /** Number of pages at once (`workPages`). */
  atOnce: number;
}

/** One product in which something would not be restored. */
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

/** What the run changed, by product, and who changed it since: the id of the person, null for a source or a store. */
export interface LeftCells {
  records: ReadonlyMap<string, SavedRecord>;
  people: ReadonlyMap<string, string | null>;
}

/** Returns how a run is undone that wrote more, or something else, than cells of products; null for any other run. */
export type FindUndo = (db: OwnerDb, ownerId: string, run: RunRow) => Promise<RunUndo | null>;
