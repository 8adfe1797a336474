import { libraryOf } from '@bowerbird/platforms/listing/writer';
import { sql } from 'kysely';
import { checkInMs } from '../store-job/counted.ts';
import { inStoreJob, type StoreJob, settleMs } from '../store-job/store-job.ts';
import { type ResourceAttempt, recordResource } from './attempts.ts';

const pageSize = 100;
const endedStates = ['complete', 'partial', 'failed', 'cancelled'] as const;

/** Returns in-doubt attempts that no worker owns any more: the run they were made for has ended. */
async function inDoubt(storeJob: StoreJob): Promise<ResourceAttempt[]> {
  return await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('store_resource_attempt as attempt')
      .selectAll('attempt')
      .leftJoin('run', 'run.id', 'attempt.run_id')
      .where('attempt.owner_id', '=', storeJob.ownerId)
      .where('attempt.shop_id', '=', storeJob.shopId)
      .where('attempt.outcome', '=', 'open')
      .where((eb) => eb.or([eb('run.id', 'is', null), eb('run.state', 'in', endedStates)]))
      .orderBy('attempt.id')
      .limit(pageSize)
      .execute(),
  );
}

/** Reports whether categories or images of this shop are in doubt, and no worker handles them. */
export async function areResourcesInDoubt(storeJob: StoreJob): Promise<boolean> {
  return (await inDoubt(storeJob)).length > 0;
}

/** Counts the in-doubt attempts of a run to create or publish something in this shop. */
export async function countResourcesInDoubt(storeJob: StoreJob): Promise<number> {
  const { count } = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('store_resource_attempt')
      .select(sql<string>`count(*)`.as('count'))
      .where('owner_id', '=', storeJob.ownerId)
      .where('shop_id', '=', storeJob.shopId)
      .where('run_id', '=', storeJob.runId)
      .where('outcome', '=', 'open')
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

/**
 * Decides the in-doubt attempts that no worker owns and whose settle period is over: found in the store, or not. Sends
 * nothing. Returns how many were decided.
 */
export async function settleResources(storeJob: StoreJob): Promise<number> {
  const due = (await inDoubt(storeJob)).filter(
    ({ counted_ms }) => storeJob.counted.nowMs >= Number(counted_ms) + checkInMs(settleMs(storeJob)),
  );
  for (const attempt of due) {
    const found = attempt.action === 'create' ? await foundIn(storeJob, attempt) : null;
    await inStoreJob(storeJob, (db) =>
      recordResource(db, storeJob, attempt.id, {
        outcome: found === null ? 'absent' : 'applied',
        ...(found !== null && { resourceId: found }),
        answer: { looked: found },
      }),
    );
  }
  return due.length;
}

async function foundIn(storeJob: StoreJob, { kind, path }: ResourceAttempt): Promise<string | null> {
  const access = await storeJob.session.access(storeJob.cut);
  const context = storeJob.session.context(storeJob.cut);
  if (kind === 'image') {
    const [mark = ''] = path;
    return (await libraryOf(storeJob.lister.writer)?.find([mark], access, context))?.get(mark)?.id ?? null;
  }
  const [found = null] = (await storeJob.lister.writer.terms?.find([{ kind, path }], access, context)) ?? [];
  return found;
}
