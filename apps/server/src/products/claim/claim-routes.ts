import type { CollectedSelection } from '@bowerbird/contract/collect/collected';
import * as contract from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import { requireRoom } from '../../billing/quotas.ts';
import type { Db, OwnerDb } from '../../db/database.ts';
import { type Call, type Served, serve } from '../../http/serve.ts';
import { requireOpenRun } from '../../runs/open-runs.ts';
import { createRun, getRun } from '../../runs/runs.ts';
import { claimCollected, sampleClaim, undoClaim } from './claim.ts';
import type { ClaimRunRequest } from './claim-job.ts';
import { findClaimUndo, undoClaimRun } from './undo-claim-run.ts';

/** How claiming reads collected products; provided by `collect`, because this folder does not depend on that one. */
export interface CollectedReader {
  /** Yields the ids, page by page in a fixed order, each once even while products are being claimed. */
  select(db: Db, ownerId: string, selection: CollectedSelection): AsyncIterable<string[]>;
  count(db: OwnerDb, ownerId: string, selection: CollectedSelection): Promise<{ count: number }>;
  /**
   * Counts a selection by filter against the number that a person saw, and returns the last id counted. Throws
   * `selection.changed`, or `request.invalid` when no number was sent.
   */
  requireCounted(
    db: OwnerDb,
    ownerId: string,
    selection: CollectedSelection,
    expected: number | undefined,
  ): Promise<string | null>;
}

/** Returns the routes that claim collected products, preview the result, and undo a claim. */
export function claimRoutes(collected: CollectedReader): Served[] {
  return [
    serve(contract.claimCollected, async ({ body: { selection, expected, edits } }, call) => {
      if ('filter' in selection) {
        const lastId = await call.db((db) => collected.requireCounted(db, call.ownerId, selection, expected));
        const request = { selection, edits, userId: call.user.id, ...(lastId !== null && { lastId }) };
        const runId = await startClaim(call, collected.select, request);
        return { runId, claimed: 0, alreadyClaimed: 0, repaired: null, productIds: [] };
      }
      const request = { collectedIds: selection.ids, edits, userId: call.user.id };
      return { runId: null, ...(await call.db((db) => claimCollected(db, call.ownerId, request))) };
    }),

    serve(contract.previewClaim, async ({ body: { selection, edits, limit } }, call) => {
      const { count } = await call.db((db) => collected.count(db, call.ownerId, selection));
      const first = (await firstOf(collected.select(call.services.db, call.ownerId, selection))).slice(
        0,
        limit,
      );
      return { count, sample: await call.db((db) => sampleClaim(db, call.ownerId, first, edits)) };
    }),

    serve(contract.undoClaim, async ({ body: { productIds } }, call) => {
      const takenBack = await call.db((db) => undoClaim(db, call.ownerId, productIds));
      return { takenBack, kept: new Set(productIds).size - takenBack };
    }),

    serve(contract.getClaimUndo, async ({ params }, call) =>
      call.db((db) => findClaimUndo(db, call.ownerId, params.id)),
    ),

    serve(contract.undoClaimRun, async ({ params, body }, call) =>
      undoClaimRun(call, params.id, body.expected),
    ),
  ];
}

/** Creates a run that claims everything a filter finds, and wakes its job. */
async function startClaim(
  call: Call,
  selectCollected: CollectedReader['select'],
  request: ClaimRunRequest,
): Promise<string> {
  const first = await firstOf(selectCollected(call.services.db, call.ownerId, request.selection));
  if (first.length === 0) {
    throw new AppError('selection.empty', 'nothing collected matches');
  }
  const run = await call.db(async (db) => {
    await requireOpenRun(db, call.ownerId);
    await requireRoom(db, call.ownerId, 'products');
    const runId = await createRun(db, call.ownerId, {
      kind: 'claim',
      title: await shopsOf(db, call.ownerId, first),
      request,
      createdBy: call.user.id,
    });
    return await getRun(db, call.ownerId, runId);
  });
  await call.services.jobs.wake(run);
  return run.id;
}

async function firstOf(pages: AsyncIterable<string[]>): Promise<string[]> {
  for await (const page of pages) {
    if (page.length > 0) {
      return page;
    }
  }
  return [];
}

/** Maximum number of shops in a run's title. */
const namedShops = 3;

/** Returns the shops of the first chosen products, as the run's title. */
async function shopsOf(db: OwnerDb, ownerId: string, collectedIds: readonly string[]): Promise<string> {
  const shops = await db
    .selectFrom('collected')
    .select('shop')
    .distinct()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${collectedIds}::uuid[])`)
    .orderBy('shop')
    .limit(namedShops + 1)
    .execute();
  const names = shops.map(({ shop }) => shop);
  return names.length > namedShops ? `${names.slice(0, namedShops).join(', ')} …` : names.join(', ');
}
