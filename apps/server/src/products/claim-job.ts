import { Edit } from '@bowerbird/catalog/edit';
import { CollectedSelection } from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import { isStanding, looksAgainAt } from '../billing/quotas.ts';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { JobKind } from '../runs/jobs.ts';
import { changeRun, type RunChange, type RunRow } from '../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import type { Services } from '../services/services.ts';
import { type ClaimRequest, claimCollected } from './claim.ts';
import { saveEditSet } from './edit-sets.ts';

/** Request of a claim run. */
export const ClaimRunRequest = z.object({
  selection: CollectedSelection,
  edits: z.array(Edit),
  userId: z.uuid().nullable(),
  /** The last id counted when the run began; products collected later are not claimed. */
  lastId: z.uuid().optional(),
});
export type ClaimRunRequest = z.infer<typeof ClaimRunRequest>;

/**
 * Yields the ids of chosen collected products, page by page in a fixed order, each once even while products are being
 * claimed.
 */
export type SelectCollected = (
  db: Db,
  ownerId: string,
  selection: CollectedSelection,
) => AsyncIterable<string[]>;

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>;

/**
 * Number of products claimed in the first transaction (`first`), and the minimum (`least`) and maximum (`most`) for any
 * transaction.
 */
const batch = { first: 50, least: 10, most: 250 };
/** Target duration of a transaction in milliseconds: a stopping server waits for the one in progress. */
const batchMs = 400;

/** Returns how many products to claim in the next transaction, after one of `count` products took `ms` milliseconds. */
export function nextBatchSize(count: number, ms: number): number {
  const fitting = Math.round((count * batchMs) / Math.max(1, ms));
  return Math.min(batch.most, Math.max(batch.least, fitting));
}

/**
 * Claims everything that a filter finds. Stopped anywhere and started again, it continues with what is not claimed yet.
 */
export function claimJob(services: JobServices, selectCollected: SelectCollected): JobKind {
  return {
    kind: 'claim',
    keys: (run) => [run.id],
    atOnce: 1,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        claimAll(services, selectCollected, run, control),
      ),
  };
}

async function claimAll(
  { db, clock }: JobServices,
  selectCollected: SelectCollected,
  run: RunRow,
  control: RunControl,
): Promise<RunEnd> {
  const ownerId = run.owner_id;
  const { selection, edits, userId, lastId } = ClaimRunRequest.parse(run.request);
  const pages = () => upTo(lastId, selectCollected(db, ownerId, selection));
  const total = run.total ?? (await countPages(pages(), control.signal));
  const { editSetId, before } = await asOwner(db, ownerId, async (owned) => {
    await changeRun(owned, ownerId, run.id, { total });
    return await openEditSet(owned, ownerId, run.id, { edits, userId });
  });
  // What an earlier part of this run claimed is no longer among the unclaimed.
  let done = 'filter' in selection && selection.filter.state === 'unclaimed' ? before : 0;
  const startedAt = done;
  const startedMs = clock.monotonic();
  let size = batch.first;
  for await (const page of pages()) {
    for (let left = page; left.length > 0; ) {
      control.signal.throwIfAborted();
      const collectedIds = left.slice(0, size);
      left = left.slice(size);
      const batchStartedMs = clock.monotonic();
      const reached = await claimWhatFits(db, ownerId, { collectedIds, edits, userId, editSetId });
      if (reached) {
        const goesOnAt = looksAgainAt(reached, new Date(clock.wall()));
        return { state: 'held', goesOnAt, fault: { code: reached.code, params: reached.params } };
      }
      size = nextBatchSize(collectedIds.length, clock.monotonic() - batchStartedMs);
      done += collectedIds.length;
      control.progress(progressOf(done, total, done - startedAt, clock.monotonic() - startedMs));
    }
  }
  return { state: 'complete' };
}

/** Yields the pages up to and including this id; ids come in order. */
async function* upTo(lastId: string | undefined, pages: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const page of pages) {
    const ids = lastId === undefined ? page : page.filter((id) => id <= lastId);
    yield ids;
    if (ids.length < page.length) {
      return;
    }
  }
}

/** Claims all of them, or as many as the merchant's plan allows; returns the error that stopped it, or null. */
async function claimWhatFits(db: Db, ownerId: string, request: ClaimRequest): Promise<AppError | null> {
  try {
    await asOwner(db, ownerId, (owned) => claimCollected(owned, ownerId, request));
    return null;
  } catch (thrown) {
    const failure = AppError.from(thrown);
    if (!isStanding(failure)) {
      throw thrown;
    }
    const { limit, used } = failure.params;
    const room = typeof limit === 'number' && typeof used === 'number' ? limit - used : 0;
    if (room > 0) {
      const collectedIds = request.collectedIds.slice(0, room);
      await asOwner(db, ownerId, (owned) => claimCollected(owned, ownerId, { ...request, collectedIds }));
    }
    return failure;
  }
}

function progressOf(
  done: number,
  total: number,
  sinceStart: number,
  ms: number,
): Pick<RunChange, 'done' | 'total' | 'secondsLeft'> {
  const left = Math.max(0, total - done);
  return { done, total: Math.max(total, done), secondsLeft: ((ms / sinceStart) * left) / 1000 };
}

async function countPages(pages: AsyncIterable<string[]>, signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const page of pages) {
    signal.throwIfAborted();
    count += page.length;
  }
  return count;
}

/** Returns the run's one edit set, created at its first start, and how many products it has claimed so far. */
async function openEditSet(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { edits, userId }: Pick<ClaimRunRequest, 'edits' | 'userId'>,
): Promise<{ editSetId: string; before: number }> {
  const found = await db
    .selectFrom('edit_set')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (!found) {
    return {
      editSetId: await saveEditSet(db, ownerId, { kind: 'claimed', userId, runId, edits }),
      before: 0,
    };
  }
  const { count } = await db
    .selectFrom('product_change')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('edit_set_id', '=', found.id)
    .executeTakeFirstOrThrow();
  return { editSetId: found.id, before: Number(count) };
}
