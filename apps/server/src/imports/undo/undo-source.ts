import { emptyForecast, groupOf, note } from '../../bulk-edits/undo/forecast.ts';
import type { FindUndo, UndoForecast } from '../../bulk-edits/undo/run-undo.ts';
import type { OwnerDb } from '../../db/database.ts';
import { findEditSetOf } from '../../products/history/edit-sets.ts';
import { planUndo } from '../../products/history/undo.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { undoWritten } from './undo-page.ts';
import { findWritten, isChangedSince, writtenBy } from './written.ts';

/** Number of products whose undo is worked out at once. */
const readMax = 250;

/** Returns how an import as a source is undone, always all of it; null for any other run. */
export const undoOfSource: FindUndo = async (db, ownerId, run) => {
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
        atOnce: 1,
        items: () => writtenBy(ownerId, run.id),
        forecast: async (owned, { productIds, paths }) =>
          productIds || paths ? emptyForecast() : await forecastSource(owned, ownerId, run.id),
        explain: async () => ({ records: new Map(), people: new Map() }),
        undo: (owned, { runId, userId }, { ids }) =>
          undoWritten(owned, ownerId, run.id, ids, { undoRunId: runId, userId }),
      };
};

/** Works out what undoing an import as a source would do now. */
async function forecastSource(db: OwnerDb, ownerId: string, importId: string): Promise<UndoForecast> {
  const forecast = emptyForecast();
  const merged: string[] = [];
  for (const each of await findWritten(db, ownerId, importId, null)) {
    if (isChangedSince(each)) {
      note(forecast, {
        id: each.id,
        group: 'kept',
        paths: [],
        fault: { code: 'undo.changed-since', params: {} },
      });
    } else if (each.is_new || each.product_id === null) {
      forecast.counts.restored += 1;
    } else {
      merged.push(each.product_id);
    }
  }
  const editSetId = await findEditSetOf(db, ownerId, importId);
  for (let at = 0; at < merged.length; at += readMax) {
    const ids = merged.slice(at, at + readMax);
    const rows = editSetId === null ? [] : await productsByIds(db, ownerId, ids);
    const planned = editSetId === null ? [] : await planUndo(db, ownerId, editSetId, rows);
    for (const { row, kept, impossible, ...undone } of planned) {
      const [first] = impossible;
      note(forecast, {
        id: row.id,
        group: groupOf({ ...undone, kept, impossible }),
        paths: [...kept, ...impossible.map(({ path }) => path)],
        fault: first ? { code: `undo.${first.why}`, params: { path: first.path } } : null,
      });
    }
    // A product in which merging changed nothing gets back the version that it was made of.
    forecast.counts.restored += ids.length - planned.length;
  }
  return forecast;
}
