import { Edit } from '@bowerbird/catalog/edit';
import { CollectedSelection } from '@bowerbird/contract/collected';
import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import { isStanding, looksAgainAt } from '../billing/quotas.ts';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { JobKind } from '../runs/jobs.ts';
import { changeRun, type RunChange, type RunRow } from '../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import type { Services } from '../services.ts';
import { type ClaimAsk, claimCollected } from './claim.ts';
import { saveEditSet } from './history.ts';

/** What a claim run was asked. */
export const ClaimRunAsk = z.object({
  selection: CollectedSelection,
  edits: z.array(Edit),
  userId: z.uuid().nullable(),
  /** The last of what was counted when the run began; what was collected since is not claimed. */
  lastId: z.uuid().optional(),
});
export type ClaimRunAsk = z.infer<typeof ClaimRunAsk>;

/** The ids of chosen collected products, page by page in a fixed order, each once whatever is claimed meanwhile. */
export type SelectCollected = (
  db: Db,
  ownerId: string,
  selection: CollectedSelection,
) => AsyncIterable<string[]>;

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>;

/** So many are claimed in the first transaction, and no more than `most` in any. */
const batch = { first: 50, least: 10, most: 250 };
/** Milliseconds a transaction should take: a server that stops waits for the one under way. */
const batchMs = 400;

/** Returns how many to claim in the next transaction, after one of `count` products took `ms` milliseconds. */
export function nextBatchSize(count: number, ms: number): number {
  const fitting = Math.round((count * batchMs) / Math.max(1, ms));
  return Math.min(batch.most, Math.max(batch.least, fitting));
}

/** Claims all that a filter finds. Stopped anywhere and started again, it goes on with what is not claimed yet. */
export function claimJob(services: JobServices, selectCollected: SelectCollected): JobKind {
  return {
    kind: 'claim',
    keys: (run) => [run.id],
    atOnce: 1,
    work: (ask, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, ask, signal, (run, control) =>
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
  const { selection, edits, userId, lastId } = ClaimRunAsk.parse(run.ask);
  const pages = () => upTo(lastId, selectCollected(db, ownerId, selection));
  const total = run.total ?? (await countPages(pages(), control.signal));
  const { editSetId, before } = await asOwner(db, ownerId, async (owned) => {
    await changeRun(owned, ownerId, run.id, { total });
    return await openEditSet(owned, ownerId, run.id, { edits, userId });
  });
  // What an earlier part of this run claimed is among the unclaimed no more.
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

/** The pages as far as this id, which is among them; ids come in their order. */
async function* upTo(lastId: string | undefined, pages: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const page of pages) {
    const ids = lastId === undefined ? page : page.filter((id) => id <= lastId);
    yield ids;
    if (ids.length < page.length) {
      return;
    }
  }
}

/** Claims all of them, or as many as the merchant's plan has room for; answers what stopped it, or null. */
async function claimWhatFits(db: Db, ownerId: string, ask: ClaimAsk): Promise<AppError | null> {
  try {
    await asOwner(db, ownerId, (owned) => claimCollected(owned, ownerId, ask));
    return null;
  } catch (thrown) {
    const failure = AppError.from(thrown);
    if (!isStanding(failure)) {
      throw thrown;
    }
    const { limit, used } = failure.params;
    const room = typeof limit === 'number' && typeof used === 'number' ? limit - used : 0;
    if (room > 0) {
      const collectedIds = ask.collectedIds.slice(0, room);
      await asOwner(db, ownerId, (owned) => claimCollected(owned, ownerId, { ...ask, collectedIds }));
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

/** The run's one edit set, made at its first start, and how many products it has claimed so far. */
async function openEditSet(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  { edits, userId }: Pick<ClaimRunAsk, 'edits' | 'userId'>,
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
