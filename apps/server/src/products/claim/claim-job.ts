import { Edit } from '@bowerbird/catalog/edits/edit';
import { CollectedSelection } from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isStanding, looksAgainAt } from '../../billing/quotas.ts';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { noteNotice } from '../../notifications/notify.ts';
import type { JobKind } from '../../runs/jobs.ts';
import { countOutcomes, freezeOnce, type ItemResult, type Page, type PageResult } from '../../runs/pages.ts';
import { createRun, getRun, type RunRow } from '../../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../../runs/work.ts';
import { workPages } from '../../runs/work-pages.ts';
import type { Services } from '../../services/services.ts';
import { OpenEditSet, stepsOf } from '../history/edit-sets.ts';
import { type ClaimRequest, type ClaimStops, claimEach } from './claim.ts';

/** Request of a claim run. */
export const ClaimRunRequest = z.object({
  selection: CollectedSelection,
  edits: z.array(Edit),
  userId: z.uuid().nullable(),
  /** The last id counted when the run was wanted; products collected later are not claimed. */
  lastId: z.uuid().optional(),
  /** By itself, of what is new in a supplier's file; `rule` is the name of the rule. People are notified of how many. */
  ofSupplier: z.object({ name: z.string(), rule: z.string().nullable() }).optional(),
});
export type ClaimRunRequest = z.infer<typeof ClaimRunRequest>;

/** Builds the query of the ids of chosen collected products. */
export type ChooseCollected = (
  db: OwnerDb,
  ownerId: string,
  selection: CollectedSelection,
) => RawBuilder<unknown>;

/** Finds what stops products from being claimed where no person looks at them first. */
export type FindClaimStops = (db: OwnerDb, ownerId: string) => Promise<ClaimStops>;

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>;

/** Number of products claimed in one transaction: a stopping server waits for it. */
const pageSize = 100;
/** While the database writes one page, the next one is computed. */
const pagesAtOnce = 2;

/**
 * Creates a run that claims these collected products; null where there are none.
 * @param items a query of `id` and `revision`
 */
export async function createClaimRun(
  db: OwnerDb,
  ownerId: string,
  { title, items, ...request }: ClaimRunRequest & { title: string; items: RawBuilder<unknown> },
): Promise<RunRow | null> {
  const { rows } = await sql`select from ${items} as chosen limit 1`.execute(db);
  if (rows.length === 0) {
    return null;
  }
  const id = await createRun(db, ownerId, { kind: 'claim', title, request, createdBy: request.userId });
  await freezeOnce(db, await getRun(db, ownerId, id), { items, pageSize });
  return await getRun(db, ownerId, id);
}

/** Claims everything that a filter finds when the run begins, or what was fixed when it was created. */
export function claimJob(services: JobServices, choose: ChooseCollected, findStops: FindClaimStops): JobKind {
  return {
    kind: 'claim',
    keys: (run) => [run.id],
    atOnce: 2,
    oneOfEach: true,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        claimAll(services, { choose, findStops }, run, control),
      ),
  };
}

async function claimAll(
  { db, clock }: JobServices,
  { choose, findStops }: { choose: ChooseCollected; findStops: FindClaimStops },
  run: RunRow,
  control: RunControl,
): Promise<RunEnd> {
  const ownerId = run.owner_id;
  const { selection, edits, userId, lastId, ofSupplier } = ClaimRunRequest.parse(run.request);
  const stops = ofSupplier && (await asOwner(db, ownerId, (owned) => findStops(owned, ownerId)));
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
    ...(stops && { stops }),
    editSet: OpenEditSet.ofRun(ownerId, run.id, { kind: 'claimed', userId, steps: stepsOf(edits) }),
  });
  let last: Page | null = null;
  try {
    const end = await workPages(
      { db, clock },
      { ...run, total },
      control,
      pagesAtOnce,
      async (owned, page) => {
        last = page;
        return claimPage(owned, run, requestOf(page));
      },
    );
    if (!ofSupplier) {
      return end;
    }
    const stopped = await asOwner(db, ownerId, (owned) => notifyOfNew(owned, ownerId, run.id, ofSupplier));
    return stopped === 0 || end.state === 'held'
      ? end
      : { ...end, fault: { code: 'import.new-stopped', params: { count: stopped } } };
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

async function claimPage(
  db: OwnerDb,
  { id: runId, owner_id: ownerId }: RunRow,
  request: ClaimRequest,
): Promise<PageResult> {
  const { rows, claims, stopped } = await claimEach(db, ownerId, request);
  const claimed = new Set(claims.map(({ collectedId }) => collectedId));
  const before = rows.flatMap(({ product_id: productId }) => productId ?? []);
  for (const collectedId of before.length > 0 ? await claimedBefore(db, ownerId, runId, before) : []) {
    claimed.add(collectedId);
  }
  return new Map(
    rows.map(({ id }): [string, ItemResult] => {
      const fault = stopped.get(id);
      return fault
        ? [id, { outcome: 'rejected', note: { fault } }]
        : [id, { outcome: claimed.has(id) ? 'claimed' : 'already' }];
    }),
  );
}

/** Returns the collected products of which this run made these products, when the plan had room for a part of the page. */
async function claimedBefore(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  productIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ collected_id: string }>`
    select product.collected_id from edit_set
    join product_change on product_change.edit_set_id = edit_set.id
    join product on product.id = product_change.product_id and product.owner_id = ${ownerId}
    where edit_set.owner_id = ${ownerId} and edit_set.run_id = ${runId} and product.collected_id is not null
      and product.id = any(${productIds}::uuid[])
  `.execute(db);
  return rows.map(({ collected_id: collectedId }) => collectedId);
}

/** Notifies people of what was claimed by itself, and of what the price guard stopped; returns how much that was. */
async function notifyOfNew(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { name, rule }: NonNullable<ClaimRunRequest['ofSupplier']>,
): Promise<number> {
  const { claimed, rejected } = await countOutcomes(db, ownerId, runId);
  await noteNotice(db, {
    ownerId,
    event: 'new-products-claimed',
    // A run that is taken up again after this renews its notice.
    subject: runId,
    params: {
      ...(rejected > 0 ? { state: 'some', left: rejected } : rule !== null && { state: 'rule' }),
      supplier: name,
      rule: rule ?? '',
      count: claimed,
    },
    link: `/profile/basic/${runId}`,
  });
  return rejected;
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
