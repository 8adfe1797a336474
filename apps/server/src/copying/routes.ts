import * as contract from '@bowerbird/contract/collect/copying';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Call, type Served, serve } from '../http/serve.ts';
import { resumeStep, stopStep } from './control.ts';
import { writeCopy } from './start.ts';
import { listCopies, viewCopy } from './view.ts';

const pageMax = 100;

export const copyRoutes: Served[] = [
  serve(contract.startCopy, async ({ body }, call) => ({ id: await writeCopy(call, body) })),
  serve(contract.listCopies, async ({ query }, call) =>
    call.db((db) =>
      listCopies(db, call.ownerId, {
        cursor: readIdCursor(query.cursor),
        limit: Math.max(1, Math.min(query.limit ?? 50, pageMax)),
      }),
    ),
  ),
  serve(contract.getCopy, async ({ params }, call) => view(call, params.id)),
  serve(contract.pauseCopy, async ({ params }, call) => {
    await stopStep(call, params.id, 'pause');
    return await view(call, params.id);
  }),
  serve(contract.resumeCopy, async ({ params }, call) => {
    await resumeStep(call, params.id);
    return await view(call, params.id);
  }),
  serve(contract.cancelCopy, async ({ params }, call) => {
    await stopStep(call, params.id, 'cancel');
    return await view(call, params.id);
  }),
];

function view(call: Call, id: string) {
  return call.db((db) => viewCopy(db, call.ownerId, id, call.language));
}
