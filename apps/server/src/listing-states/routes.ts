import * as contract from '@bowerbird/contract/listing/states';
import { readIdCursor } from '../http/id-cursor.ts';
import { type Served, serve } from '../http/serve.ts';
import { requireOpenRun } from '../runs/open-runs.ts';
import { listAgain } from './again.ts';
import { requestComparison } from './differences/compare-store.ts';
import { decide } from './differences/decide.ts';
import { findDriftFacets, listDrift } from './differences/list-drift.ts';
import { undoPull } from './differences/pull.ts';
import { decideSimilar } from './differences/similar.ts';
import { listFollowing, saveFollowing } from './following.ts';
import { forgetGone } from './forget.ts';
import { findFacets, listStates } from './list-states.ts';
import { deleteRule, listRules } from './rules.ts';
import { countChanged, updateChanged } from './update-changed.ts';

const statesMax = 200;
const driftMax = 100;

export const listingStatesRoutes: Served[] = [
  serve(contract.listListingStates, async ({ query }, call) =>
    call.db((db) =>
      listStates(db, call.ownerId, {
        ...query,
        cursor: readIdCursor(query.cursor),
        limit: Math.min(query.limit ?? 100, statesMax),
      }),
    ),
  ),
  serve(contract.getListingFacets, async (_input, call) => call.db((db) => findFacets(db, call.ownerId))),
  serve(contract.listAgain, async ({ body }, call) =>
    listAgain(call.services, call.ownerId, body, call.user.id),
  ),
  serve(contract.countChanged, async ({ body }, call) =>
    call.db((db) => countChanged(db, call.ownerId, body)),
  ),
  serve(contract.updateChanged, async ({ body }, call) =>
    updateChanged(call.services, call.ownerId, body, call.user.id),
  ),
  serve(contract.forgetGone, async ({ body }, call) => ({
    forgotten: await call.db((db) => forgetGone(db, call.ownerId, body.listingIds)),
  })),

  serve(contract.listDrift, async ({ query }, call) =>
    call.db((db) =>
      listDrift(db, call.services, call.ownerId, {
        ...query,
        cursor: readIdCursor(query.cursor),
        limit: Math.min(query.limit ?? 50, driftMax),
      }),
    ),
  ),
  serve(contract.getDriftFacets, async (_input, call) => call.db((db) => findDriftFacets(db, call.ownerId))),
  serve(contract.compareStores, async ({ body }, call) => ({
    requested: await call.db((db) => requestComparison(db, call.ownerId, body.storeIds)),
  })),
  serve(contract.decideDrift, async ({ body }, call) => {
    const by = { ownerId: call.ownerId, userId: call.user.id };
    const sides = 'decisions' in body ? body.decisions.map(({ side }) => side) : [body.similar.side];
    if (sides.includes('ours')) {
      // Our values go to the stores by a listing run.
      await call.db((db) => requireOpenRun(db, call.ownerId));
    }
    return 'decisions' in body
      ? await decide(call.services, by, body.decisions)
      : await decideSimilar(call.services, by, body.similar);
  }),
  serve(contract.undoPull, async ({ params }, call) =>
    call.db((db) => undoPull(db, { ownerId: call.ownerId, userId: call.user.id }, params.id)),
  ),
  serve(contract.listDriftRules, async (_input, call) => call.db((db) => listRules(db, call.ownerId))),
  serve(contract.deleteDriftRule, async ({ params }, call) => {
    await call.db((db) => deleteRule(db, call.ownerId, params.id));
    return { deleted: true as const };
  }),

  serve(contract.listFollowing, async (_input, call) =>
    call.db((db) => listFollowing(db, call.services, call.ownerId)),
  ),
  serve(contract.saveFollowing, async ({ body }, call) =>
    call.db(async (db) => {
      await saveFollowing(db, call.ownerId, body.storeIds, body.following, {
        now: new Date(call.services.clock.wall()),
        userId: call.user.id,
      });
      return await listFollowing(db, call.services, call.ownerId);
    }),
  ),
];
