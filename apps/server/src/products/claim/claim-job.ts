import { Edit } from '@bowerbird/catalog/edits/edit';
import { CollectedSelection } from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isStanding, looksAgainAt } from '../../billing/quotas.ts';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import type { JobKind } from '../../runs/jobs.ts';
import { freezeOnce, type Page, type PageResult } from '../../runs/pages.ts';
import type { RunRow } from '../../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../../runs/work.ts';
import { workPages } from '../../runs/work-pages.ts';
import type { Services } from '../../services/services.ts';
import { OpenEditSet, stepsOf } from '../history/edit-sets.ts';
import { type ClaimRequest, claimEach } from './claim.ts';

/** Request of a claim run. */
export const ClaimRunRequest = z.object({
  selection: CollectedSelection,
  edits: z.array(Edit),
  userId: z.uuid().nullable(),
  /** The last id counted when the run was wanted; products collected later are not claimed. */
  lastId: z.uuid().optional(),
});
export type ClaimRunRequest = z.infer<typeof ClaimRunRequest>;

/** Builds the query of the ids of chosen collected products. */
export type ChooseCollected = (
  db: OwnerDb,
  ownerId: string,
  selection: CollectedSelection,
) => RawBuilder<unknown>;

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>;

/** Number of products claimed in one transaction: a stopping server waits for it. */
const pageSize = 100;
/** While the database writes one page, the next one is computed. */
const pagesAtOnce = 2;

/** Claims everything that a filter finds when the run begins. */
export function claimJob(services: JobServices, choose: ChooseCollected): JobKind {
  return {
    kind: 'claim',
    keys: (run) => [run.id],
    atOnce: 1,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        claimAll(services, choose, run, control),
      ),
  };
}

async function claimAll(
  { db, clock }: JobServices,
  choose: ChooseCollected,
  run: RunRow,
  control: RunControl,
): Promise<RunEnd> {
  const ownerId = run.owner_id;
  const { selection, edits, userId, lastId } = ClaimRunRequest.parse(run.request);
  const total = await asOwner(db, ownerId, (owned) => {
    const chosen = choose(owned, ownerId, selection);
    const items = sql`(
      select id, 0 as revision from (${chosen}) as every
      where ${lastId ?? null}::uuid is null or id <= ${lastId ?? null}::uuid
    )`;
    return freezeOnce(owned, run, { items, pageSize });
  });
  const requestOf = ({ ids }: Page): ClaimRequest => ({
    collectedIds: ids,
    edits,
    userId,
    editSet: OpenEditSet.ofRun(ownerId, run.id, { kind: 'claimed', userId, steps: stepsOf(edits) }),
  });
  let last: Page | null = null;
  try {
    return await workPages({ db, clock }, { ...run, total }, control, pagesAtOnce, async (owned, page) => {
      last = page;
      return claimPage(owned, ownerId, requestOf(page));
    });
  } catch (thrown) {
    const failure = AppError.from(thrown);
    if (!isStanding(failure) || last === null) {
      throw thrown;
    }
    await claimWhatFits(db, ownerId, requestOf(last), failure);
    const goesOnAt = looksAgainAt(failure, new Date(clock.wall()));
    return { state: 'held', goesOnAt, fault: { code: failure.code, params: failure.params } };
  }
}

async function claimPage(db: OwnerDb, ownerId: string, request: ClaimRequest): Promise<PageResult> {
  const { rows, claims } = await claimEach(db, ownerId, request);
  const claimed = new Set(claims.map(({ collectedId }) => collectedId));
  return new Map(rows.map(({ id }) => [id, { outcome: claimed.has(id) ? 'claimed' : 'already' }]));
}

/** Claims as many as the merchant's plan allows; the page stays open, and what is claimed is not claimed again. */
async function claimWhatFits(
  db: Db,
  ownerId: string,
  request: ClaimRequest,
  { params: { limit, used } }: AppError,
): Promise<void> {
  const atMost = typeof limit === 'number' && typeof used === 'number' ? limit - used : 0;
  if (atMost > 0) {
    await asOwner(db, ownerId, (owned) => claimEach(owned, ownerId, { ...request, atMost }));
  }
}
