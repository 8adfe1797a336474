import * as contract from '@bowerbird/contract/listing/rejections';
import { type Call, serve } from '../../http/serve.ts';
import { cancelStoreJob, continueStoreJob } from '../rejections/control.ts';
import { rejectionReasons } from '../rejections/reasons.ts';
import { viewRun } from './view.ts';

export const rejectionRoutes = [
  serve(contract.listRejectionReasons, async ({ params }, call) => ({
    reasons: await call.db((db) => rejectionReasons(call.services, db, call.ownerId, params.id)),
  })),
  serve(contract.continueStoreJob, async ({ params: { id, storeId } }, call) => {
    await continueStoreJob(call.services, { ownerId: call.ownerId, runId: id, storeId });
    return await runOf(call, id);
  }),
  serve(contract.cancelStoreJob, async ({ params: { id, storeId } }, call) => {
    await cancelStoreJob(call.services, { ownerId: call.ownerId, runId: id, storeId });
    return await runOf(call, id);
  }),
];

function runOf(call: Call, id: string) {
  return call.db((db) => viewRun(db, call.ownerId, id));
}
