import * as contract from '@bowerbird/contract/listing/after';
import * as asStored from '@bowerbird/contract/listing/as-stored';
import { serve } from '../../http/serve.ts';
import { viewKept } from '../as-stored/kept-hidden.ts';
import { createActionRun, createUndoRun, createUnfinishedRun } from './create-actions.ts';
import { createAsStoredRun } from './create-as-stored.ts';
import { viewUndo, viewUndoItems } from './undo-view.ts';

const pageMax = 200;

export const listingAfterRoutes = [
  serve(contract.delistProducts, async ({ body }, call) => ({
    runId: await createActionRun(call.services, call.ownerId, 'delist', { ...body, createdBy: call.user.id }),
  })),
  serve(contract.relistProducts, async ({ body }, call) => ({
    runId: await createActionRun(call.services, call.ownerId, 'relist', { ...body, createdBy: call.user.id }),
  })),
  serve(contract.removeProducts, async ({ body }, call) => ({
    runId: await createActionRun(call.services, call.ownerId, 'remove', { ...body, createdBy: call.user.id }),
  })),
  serve(contract.getUndo, async ({ params }, call) => viewUndo(call.services, call.ownerId, params.id)),
  serve(contract.listUndoItems, async ({ params, query }, call) => {
    const limit = Math.min(query.limit ?? 100, pageMax);
    const page = await viewUndoItems(call.services, call.ownerId, params.id, { ...query, limit });
    return { ...page, totalIsEstimate: true };
  }),
  serve(contract.removeUnfinished, async ({ params, body }, call) => ({
    runId: await createUnfinishedRun(call.services, call.ownerId, params.id, {
      ...body,
      createdBy: call.user.id,
    }),
  })),
  serve(asStored.listStoredOtherwise, async ({ query }, call) => {
    const limit = Math.min(query.limit ?? 50, pageMax);
    const page = await call.db((db) => viewKept(db, call.ownerId, { ...query, limit }));
    return { ...page, totalIsEstimate: false };
  }),
  serve(asStored.publishAsStored, async ({ body }, call) => ({
    runId: await createAsStoredRun(call.services, call.ownerId, 'publish-stored', {
      ...body,
      createdBy: call.user.id,
    }),
  })),
  serve(asStored.removeAsStored, async ({ body }, call) => ({
    runId: await createAsStoredRun(call.services, call.ownerId, 'remove', {
      ...body,
      createdBy: call.user.id,
    }),
  })),
  serve(contract.undoListing, async ({ params }, call) => ({
    runId: await createUndoRun(call.services, call.ownerId, params.id, call.user.id),
  })),
];
