import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { isMarking } from '../bulk-edits/requests.ts';
import { emptyForecast, groupOf, note } from '../bulk-edits/undo/forecast.ts';
import type { FindUndo, LeftProduct, UndoForecast, UndoPart } from '../bulk-edits/undo/run-undo.ts';
import type { OwnerDb } from '../db/database.ts';
import { markRecordsOf } from '../products/marks/mark-changes.ts';
import { planMarkUndo, type UndoneMarks, undoableMarks, undoMarks } from '../products/marks/undo-marks.ts';
import type { ItemResult } from '../runs/pages.ts';

/** Number of products whose undo is worked out at once. */
const readMax = 5_000;

/** Returns how a run is undone that set marks of the team, or undid that; null for any other run. */
export const undoOfMarks: FindUndo = async (_db, ownerId, run) => {
  if (!isMarking(run)) {
    return null;
  }
  const setId = run.id;
  return {
    atOnce: 1,
    items: (part) => undoableMarks(ownerId, { setId, ...part }),
    forecast: (db, part) => forecastMarkUndo(db, ownerId, setId, part),
    async explain(db, left) {
      const ids = left.map(({ id }) => id);
      const kept = left.filter(({ group }) => group === 'kept').map(({ id }) => id);
      return {
        records: await markRecordsOf(db, ownerId, setId, ids),
        people: await findLaterMarkers(db, ownerId, kept),
      };
    },
    async undo(db, { runId, userId, paths }, { ids }) {
      const set = { id: runId, runId, userId, undoes: setId };
      const undone = await undoMarks(db, ownerId, set, { productIds: ids, paths });
      return new Map([
        // Nothing was left to undo by now.
        ...ids.map((id) => [id, { outcome: 'restored' }] as [string, ItemResult]),
        ...undone.map((each) => [each.id, resultOf(each)] as [string, ItemResult]),
      ]);
    },
  };
};

async function forecastMarkUndo(
  db: OwnerDb,
  ownerId: string,
  setId: string,
  { productIds, paths }: UndoPart,
): Promise<UndoForecast> {
  const { rows } = await sql<{ id: string }>`
    select id from ${undoableMarks(ownerId, { setId, productIds, paths })} as undoable order by id
  `.execute(db);
  const forecast = emptyForecast();
  for (let at = 0; at < rows.length; at += readMax) {
    const ids = rows.slice(at, at + readMax).map(({ id }) => id);
    for (const undone of await planMarkUndo(db, ownerId, setId, { productIds: ids, paths })) {
      note(forecast, leftOf(undone));
    }
  }
  return forecast;
}

/** Returns who marked each of these products last, by product. */
async function findLaterMarkers(
  db: OwnerDb,
  ownerId: string,
  productIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('team_mark')
    .select(['product_id', 'user_id'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`product_id = any(${productIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ product_id, user_id }) => [product_id, user_id]));
}

function faultOf({ gone, impossible }: UndoneMarks): Fault | null {
  return gone
    ? { code: 'undo.product-gone', params: {} }
    : impossible.length > 0
      ? { code: 'undo.mark-gone', params: {} }
      : null;
}

function leftOf(undone: UndoneMarks): LeftProduct {
  const { id, kept, impossible, gone } = undone;
  return {
    id,
    group: gone ? 'impossible' : groupOf(undone),
    paths: [...kept, ...impossible],
    fault: faultOf(undone),
  };
}

function resultOf(undone: UndoneMarks): ItemResult {
  const { kept, by } = undone;
  const fault = faultOf(undone);
  return {
    outcome: leftOf(undone).group,
    note: { ...(kept.length > 0 && { kept, by }), ...(fault && { fault }) },
  };
}
