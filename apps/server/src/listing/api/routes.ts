import { listAudits } from '@bowerbird/contract/listing/audit';
import * as resolving from '@bowerbird/contract/listing/conflicts';
import * as contract from '@bowerbird/contract/listing/listing';
import { serve, serveBrowser } from '../../http/serve.ts';
import { getRun } from '../../runs/runs.ts';
import { lastAudits } from '../audit/audit-store.ts';
import { createListingRun, retryListingRun } from '../runs/create-run.ts';
import { resolveConflicts } from './conflicts.ts';
import { checkSelection } from './fit-report.ts';
import { rejectionRoutes } from './rejection-routes.ts';
import { resultsCsv } from './results.ts';
import { viewItems, viewJournal, viewRun } from './view.ts';

const pageMax = 200;

export const listingRoutes = [
  ...rejectionRoutes,
  serve(listAudits, async (_, call) => call.db((db) => lastAudits(db, call.ownerId))),
  serve(contract.checkListing, async ({ body }, call) =>
    checkSelection(call.services, call.ownerId, body.storeIds, body.selection, body),
  ),
  serve(contract.startListing, async ({ body }, call) => ({
    runId: await createListingRun(call.services, call.ownerId, { ...body, createdBy: call.user.id }),
  })),
  serve(contract.getListingRun, async ({ params }, call) =>
    call.db((db) => viewRun(db, call.ownerId, params.id)),
  ),
  serve(contract.listListingItems, async ({ params, query }, call) =>
    call.db(async (db) => {
      const limit = Math.min(query.limit ?? 100, pageMax);
      const { items, total, nextCursor } = await viewItems(db, call.ownerId, params.id, { ...query, limit });
      return { items, total, totalIsEstimate: false, nextCursor };
    }),
  ),
  serve(contract.getListingJournal, async ({ params }, call) =>
    call.db((db) => viewJournal(db, call.ownerId, params.id)),
  ),
  serve(contract.retryListing, async ({ params }, call) => ({
    runId: await retryListingRun(call.services, call.ownerId, params.id, call.user.id),
  })),
  serve(resolving.resolveListingConflicts, async ({ body }, call) =>
    resolveConflicts(call.services, call.ownerId, { ...body, createdBy: call.user.id }),
  ),
];

export const listingBrowserRoutes = [
  serveBrowser(contract.downloadListingResults, async ({ params }, call) => {
    await call.db((db) => getRun(db, call.ownerId, params.id));
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="listing-${params.id}.csv"`)
      .send(resultsCsv(call.services, call.ownerId, params.id, call.language));
  }),
];
