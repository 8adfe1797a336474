import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/products/bulk-edit';
import { hasEnded } from '@bowerbird/contract/runs';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Served, serve } from '../http/serve.ts';
import { listItems } from './items.ts';
import { countEdit, previewEdit } from './preview.ts';
import { getBulkRun } from './requests.ts';
import { createUndo, startEdit } from './start.ts';
import { getEdit } from './status.ts';
import { findUndo } from './undo/find-undo.ts';
import { emptyForecast } from './undo/forecast.ts';
import { previewUndo } from './undo/preview-undo.ts';
import type { FindUndo, UndoPart } from './undo/run-undo.ts';

/** Routes of bulk edits: preview, count, start, what became of each product, and undo; `others` are undone in their own way. */
export const bulkEditRoutes = (others: readonly FindUndo[]): Served[] => [
  serve(contract.previewBulkEdit, async ({ body: { selection, steps, from } }, call) =>
    call.db((db) => previewEdit(db, call.services, call.ownerId, { selection, steps, from: from ?? null })),
  ),

  serve(contract.countBulkEdit, async ({ body }, call) => call.db((db) => countEdit(db, call.ownerId, body))),

  serve(contract.startBulkEdit, async ({ body }, call) => ({ runId: await startEdit(call, body) })),

  serve(contract.getBulkEdit, async ({ params }, call) =>
    call.db((db) => getEdit(db, call.ownerId, params.id)),
  ),

  serve(contract.listBulkEditItems, async ({ params, query }, call) => {
    const after = readIdCursor(query.cursor) ?? null;
    return call.db((db) => listItems(db, call.ownerId, { id: params.id, group: query.group, after }));
  }),

  serve(contract.previewBulkUndo, async ({ params, body }, call) =>
    call.db(async (db) => {
      const { run } = await getBulkRun(db, call.ownerId, params.id);
      const undo = await findUndo(db, call.ownerId, run, others);
      return undo
        ? await previewUndo(db, call.ownerId, undo, partOf(body))
        : { counts: emptyForecast().counts, left: [] };
    }),
  ),

  serve(contract.undoBulkEdit, async ({ params, body }, call) => {
    const undo = await call.db(async (db) => {
      const { run, request } = await getBulkRun(db, call.ownerId, params.id);
      if (!hasEnded(run)) {
        throw new AppError('run.wrong-state', `run ${run.id} goes on`, { params: { state: run.state } });
      }
      const own = await findUndo(db, call.ownerId, run, others);
      const { counts } = own ? await own.forecast(db, partOf(body)) : emptyForecast();
      const { restored, kept, impossible } = counts;
      if (restored + kept + impossible === 0) {
        throw new AppError('selection.empty', 'nothing is left to undo');
      }
      return await createUndo(db, call, run, request, body);
    });
    await call.services.jobs.wake(undo);
    return { runId: undo.id };
  }),
];

function partOf(of: contract.UndoOf | null): UndoPart {
  return { productIds: of?.productIds ?? null, paths: of?.paths ?? null };
}
