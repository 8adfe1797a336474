import * as contract from '@bowerbird/contract/collect/recollect';
import * as watch from '@bowerbird/contract/collect/watches';
import { AppError } from '@bowerbird/contract/errors';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Served, serve } from '../http/serve.ts';
import { findConflicts } from './conflicts.ts';
import { findConflict } from './one-conflict.ts';
import { getRecollected, listFollowed } from './recollected.ts';
import { resolve, resolveSimilar } from './resolve.ts';
import { deleteRule, listRules, saveRule } from './rules.ts';
import { startRecollect } from './start.ts';
import { undoMerge } from './undo.ts';
import { runWatchNow } from './watches/due.ts';
import { findAlerts, markRead } from './watches/reported.ts';
import { deleteWatch, listWatches, rewriteWatch, writeWatch } from './watches/watches.ts';

export const recollectRoutes: Served[] = [
  serve(contract.recollect, async ({ body }, call) => ({
    runIds: await startRecollect(call, body.what, body.stock),
  })),

  serve(contract.getRecollected, async ({ params }, call) =>
    call.db((db) => getRecollected(db, call.ownerId, params.id)),
  ),

  serve(contract.listFollowed, async ({ params, query }, call) =>
    call.db((db) =>
      listFollowed(db, call.ownerId, {
        runId: params.id,
        cursor: readIdCursor(query.cursor),
        limit: pageSize(query.limit),
      }),
    ),
  ),

  serve(contract.undoMerge, async ({ params }, call) => undoMerge(call, params.id)),

  serve(contract.listConflicts, async ({ query }, call) =>
    call.db((db) => findConflicts(db, call.ownerId, { ...query, limit: pageSize(query.limit) })),
  ),

  serve(contract.getConflict, async ({ params }, call) => {
    const found = await call.db((db) => findConflict(db, call.ownerId, params.id));
    if (!found) {
      throw new AppError('not-found', `no question is left of ${params.id}`);
    }
    return found;
  }),

  serve(contract.resolveConflicts, async ({ body }, call) => resolve(call, body)),

  serve(contract.resolveSimilar, async ({ body }, call) => resolveSimilar(call, body)),

  serve(contract.listMergeRules, async (_input, call) => call.db((db) => listRules(db, call.ownerId))),

  serve(contract.saveMergeRule, async ({ body }, call) => call.db((db) => saveRule(db, call.ownerId, body))),

  serve(contract.deleteMergeRule, async ({ params }, call) => {
    await call.db((db) => deleteRule(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),

  serve(watch.listWatches, async (_input, call) => call.db((db) => listWatches(db, call.ownerId))),

  serve(watch.createWatch, async ({ body }, call) => writeWatch(call, body)),

  serve(watch.changeWatch, async ({ params, body }, call) => rewriteWatch(call, params.id, body)),

  serve(watch.deleteWatch, async ({ params }, call) => {
    await call.db((db) => deleteWatch(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),

  serve(watch.runWatch, async ({ params }, call) => ({ runId: await runWatchNow(call, params.id) })),

  serve(watch.listAlerts, async ({ query }, call) =>
    call.db((db) =>
      findAlerts(db, call.ownerId, {
        kind: query.kind,
        watchId: query.watchId,
        unread: query.unread === 'true',
        cursor: readIdCursor(query.cursor),
        limit: pageSize(query.limit),
      }),
    ),
  ),

  serve(watch.readAlerts, async ({ body }, call) => ({
    read: await call.db((db) => markRead(db, call.ownerId, body)),
  })),
];

function pageSize(limit: number | undefined): number {
  return Math.max(1, Math.min(limit ?? 50, 200));
}
