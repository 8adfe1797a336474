import * as contract from '@bowerbird/contract/collect/collect';
import * as box from '@bowerbird/contract/collect/collected';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Served, serve } from '../http/serve.ts';
import { cleanHtml } from '../products/write/description.ts';
import { readCategories } from './categories.ts';
import { deleteCollected } from './delete.ts';
import { getCollectedDetail } from './details.ts';
import { listFailed } from './failed.ts';
import { countFailed } from './lists/counts.ts';
import { findSources } from './lists/kept-counts.ts';
import { listCollected, reportRows } from './lists/list.ts';
import { listTraits } from './lists/list-traits.ts';
import { countOpenGroups } from './lists/open-groups.ts';
import { getLiveRun } from './live-run.ts';
import { findRecentSources } from './recent-sources.ts';
import { recogniseAll } from './recognise.ts';
import { keepDuplicates, listDuplicates } from './similar/duplicates.ts';
import { retrySkipped, startCollect } from './start.ts';

export const collectRoutes: Served[] = [
  serve(contract.recogniseAddresses, async ({ body }, { services }) => ({
    results: await recogniseAll(services, body.addresses),
  })),

  serve(contract.readCategories, async ({ body }, call) => readCategories(call, body)),

  serve(contract.listRecentSources, async ({ query }, call) =>
    call.db((db) => findRecentSources(db, call.ownerId, query.platform)),
  ),

  serve(contract.startCollect, async ({ body }, call) => ({ runId: await startCollect(call, body) })),

  serve(contract.getCollectRun, async ({ params }, call) =>
    call.db((db) => getLiveRun(db, call.ownerId, params.id, call.language)),
  ),

  serve(contract.retrySkipped, async ({ params }, call) => ({ runId: await retrySkipped(call, params.id) })),

  serve(box.queryCollected, async ({ body }, call) =>
    call.db(async (db) => {
      const { rows, counts, ...list } = await listCollected(db, call.ownerId, body);
      const failed = await countFailed(db, call.ownerId, body.filter);
      const groups = await countOpenGroups(db, call.ownerId, body.filter);
      return {
        ...list,
        ...(body.filter.state === 'failed' && { total: failed }),
        items: await reportRows(db, call.ownerId, rows),
        counts: { all: counts.all, unclaimed: counts.unclaimed, claimed: counts.claimed, failed },
        countsAreEstimates: counts.areEstimates,
        sources: await findSources(db, call.ownerId),
        duplicateGroups: groups.count,
        duplicateGroupsIsEstimate: groups.isEstimate,
      };
    }),
  ),

  serve(box.listTraits, async ({ query }, call) =>
    call.db((db) => listTraits(db, call.ownerId, query.platform)),
  ),

  serve(box.listDuplicates, async ({ query }, call) =>
    call.db((db) =>
      listDuplicates(db, call.ownerId, {
        platform: query.platform,
        cursor: readIdCursor(query.cursor) ?? null,
        limit: Math.max(1, Math.min(query.limit ?? 20, 50)),
      }),
    ),
  ),

  serve(box.keepDuplicates, async ({ body }, call) => ({
    kept: await call.db((db) => keepDuplicates(db, call.ownerId, body.groupIds)),
  })),

  serve(box.listFailed, async ({ query }, call) =>
    call.db((db) =>
      listFailed(db, call.ownerId, {
        cursor: readIdCursor(query.cursor),
        limit: Math.max(1, Math.min(query.limit ?? 50, 200)),
      }),
    ),
  ),

  serve(box.getCollected, async ({ params }, call) => {
    const detail = await call.db((db) => getCollectedDetail(db, call.ownerId, params.id));
    return { ...detail, ...withSafeMarkup(detail) };
  }),

  serve(box.deleteCollected, async ({ body }, call) => ({
    deleted: await deleteCollected(call, body.selection, body.expected),
  })),
];

/** Sanitises the markup only in what a browser gets; the stored data stays as it was collected. */
function withSafeMarkup({ product, versions }: Awaited<ReturnType<typeof getCollectedDetail>>) {
  const safe = (value: unknown) => (typeof value === 'string' ? cleanHtml(value) : value);
  return {
    product: { ...product, descriptionHtml: cleanHtml(product.descriptionHtml) },
    versions: versions.map((version) => ({
      ...version,
      changed: version.changed.map((change) =>
        change.field === 'descriptionHtml'
          ? { ...change, before: safe(change.before), after: safe(change.after) }
          : change,
      ),
    })),
  };
}
