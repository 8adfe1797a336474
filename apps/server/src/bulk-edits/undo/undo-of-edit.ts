import type { OwnerDb } from '../../db/database.ts';
import { findEditSetOf } from '../../products/history/edit-sets.ts';
import { recordsOf } from '../../products/history/history.ts';
import type { RunRow } from '../../runs/runs.ts';
import { findLaterPeople } from './later-people.ts';
import type { RunUndo } from './run-undo.ts';
import { undoPage } from './undo-page.ts';
import { forecastUndo, undoable } from './undoable.ts';

/** Returns how a run is undone whose edit set is all that it wrote; null if it has none. */
export async function undoOfEdit(db: OwnerDb, ownerId: string, run: RunRow): Promise<RunUndo | null> {
  const editSetId = await findEditSetOf(db, ownerId, run.id);
  if (editSetId === null) {
    return null;
  }
  const set = { runId: run.id, editSetId };
  return {
    atOnce: 2,
    items: (part) => undoable(ownerId, { ...set, ...part }),
    forecast: (owned, part) => forecastUndo(owned, ownerId, { ...set, ...part }),
    async explain(owned, left) {
      const ids = left.map(({ id }) => id);
      const products = left.filter(({ group }) => group === 'kept');
      return {
        records: await recordsOf(owned, ownerId, editSetId, ids),
        people: await findLaterPeople(owned, ownerId, { editSetId, except: null, products }),
      };
    },
    undo: (owned, by, page) => undoPage(owned, { ownerId, editSetId, ...by }, page),
  };
}
