import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import type { Db, OwnerDb } from '../db/database.ts';
import { planMarkUndo, type UndoneMarks, undoableMarks, undoMarks } from '../products/marks/undo-marks.ts';
import type { ItemResult } from '../runs/pages.ts';
import type { RunRow } from '../runs/runs.ts';
import type { RunControl, RunEnd } from '../runs/work.ts';
import { workPages } from '../runs/work-pages.ts';
import type { Clock } from '../time/clock.ts';
import { groupOf, type LeftProduct, leftMax, type UndoForecast } from './undoable.ts';

/** What of a marking an undo is for; left out or null: all of it. */
interface Undoable {
  productIds?: readonly string[] | null | undefined;
  paths?: readonly string[] | null | undefined;
}

/** Number of products whose undo is worked out at once. */
const readMax = 5_000;

/** Works out what an undo of a run that marked products would do now. */
export async function forecastMarkUndo(
  db: OwnerDb,
  ownerId: string,
  setId: string,
  { productIds = null, paths = null }: Undoable,
): Promise<UndoForecast> {
  const { rows } = await sql<{ id: string }>`
    select id from ${undoableMarks(ownerId, { setId, productIds, paths })} as undoable order by id
  `.execute(db);
  const forecast: UndoForecast = { counts: { restored: 0, kept: 0, impossible: 0 }, left: [] };
  for (let at = 0; at < rows.length; at += readMax) {
    const ids = rows.slice(at, at + readMax).map(({ id }) => id);
    for (const undone of await planMarkUndo(db, ownerId, setId, { productIds: ids, paths })) {
      const product = leftOf(undone);
      forecast.counts[product.group] += 1;
      if (product.group !== 'restored' && forecast.left.length < leftMax) {
        forecast.left.push(product);
      }
    }
  }
  return forecast;
}

/** Who marked the products last in which something would be kept, by product. */
export async function findLaterMarkers(
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

/** Undoes a marking page by page. */
export async function undoAllMarks(
  services: { db: Db; clock: Clock },
  run: RunRow,
  control: RunControl,
  { undoes, userId, paths }: { undoes: string; userId: string | null; paths: readonly string[] | null },
): Promise<RunEnd> {
  const { id: runId, owner_id: ownerId } = run;
  const set = { id: runId, runId, userId, undoes };
  return await workPages(services, run, control, 1, async (db, { ids }) => {
    const undone = await undoMarks(db, ownerId, set, { productIds: ids, paths });
    return new Map([
      // Nothing was left to undo by now.
      ...ids.map((id) => [id, { outcome: 'restored' }] as [string, ItemResult]),
      ...undone.map((each) => [each.id, resultOf(each)] as [string, ItemResult]),
    ]);
  });
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
