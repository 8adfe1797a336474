import type { UndoGroup } from '@bowerbird/contract/products/bulk-edit';
import type { FindOtherUndo } from '../../bulk-edits/other-undo.ts';
import { groupOf, type LeftProduct, type UndoForecast } from '../../bulk-edits/undoable.ts';
import type { OwnerDb } from '../../db/database.ts';
import { findEditSetOf } from '../../products/history/edit-sets.ts';
import { planUndo } from '../../products/history/undo.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { undoWritten } from './undo-page.ts';
import { findWritten, isChangedSince, writtenBy } from './written.ts';

/** Products whose undo is worked out at once, and most that a forecast names. */
const atOnce = 250;
const leftMax = 50;

/** Returns how an import as a source is undone; null for any other run. */
export const undoOfSource: FindOtherUndo = async (db, ownerId, run) => {
  if (run.kind !== 'import') {
    return null;
  }
  const row = await db
    .selectFrom('import')
    .select('source_id')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', run.id)
    .executeTakeFirst();
  return row?.source_id == null
    ? null
    : {
        items: writtenBy(ownerId, run.id),
        forecast: (owned) => forecastSource(owned, ownerId, run.id),
        undo: (owned, { runId, userId }, { ids }) =>
          undoWritten(owned, ownerId, run.id, ids, { undoRunId: runId, userId }),
      };
};

/** Works out what undoing an import as a source would do now. */
async function forecastSource(db: OwnerDb, ownerId: string, importId: string): Promise<UndoForecast> {
  const counts: Record<UndoGroup, number> = { restored: 0, kept: 0, impossible: 0 };
  const left: LeftProduct[] = [];
  const note = (product: LeftProduct) => {
    counts[product.group] += 1;
    if (product.group !== 'restored' && left.length < leftMax) {
      left.push(product);
    }
  };
  const merged: string[] = [];
  for (const each of await findWritten(db, ownerId, importId, null)) {
    if (isChangedSince(each)) {
      note({ id: each.id, group: 'kept', paths: [], fault: { code: 'undo.changed-since', params: {} } });
    } else if (each.is_new || each.product_id === null) {
      counts.restored += 1;
    } else {
      merged.push(each.product_id);
    }
  }
  const editSetId = await findEditSetOf(db, ownerId, importId);
  for (let at = 0; at < merged.length; at += atOnce) {
    const ids = merged.slice(at, at + atOnce);
    const rows = editSetId === null ? [] : await productsByIds(db, ownerId, ids);
    const planned = editSetId === null ? [] : await planUndo(db, ownerId, editSetId, rows);
    for (const { row, kept, impossible, ...undone } of planned) {
      const [first] = impossible;
      note({
        id: row.id,
        group: groupOf({ ...undone, kept, impossible }),
        paths: [...kept, ...impossible.map(({ path }) => path)],
        fault: first ? { code: `undo.${first.why}`, params: { path: first.path } } : null,
      });
    }
    // A product in which merging changed nothing gets back the version that it was made of.
    counts.restored += ids.length - planned.length;
  }
  return { counts, left };
}
