import { sql } from 'kysely';
import { checkInMs } from '../counted.ts';
import { inLane, type Lane, settleMs } from '../lane.ts';
import { type ResourceAttempt, recordResource } from './attempts.ts';

const pageSize = 100;
const endedStates = ['complete', 'partial', 'failed', 'cancelled'] as const;

/** Attempts in doubt that are nobody's any more: the run they were made for has ended. */
async function doubtful(lane: Lane): Promise<ResourceAttempt[]> {
  return await inLane(lane, (db) =>
    db
      .selectFrom('store_resource_attempt as attempt')
      .selectAll('attempt')
      .leftJoin('run', 'run.id', 'attempt.run_id')
      .where('attempt.owner_id', '=', lane.ownerId)
      .where('attempt.shop_id', '=', lane.shopId)
      .where('attempt.fate', '=', 'open')
      .where((eb) => eb.or([eb('run.id', 'is', null), eb('run.state', 'in', endedStates)]))
      .orderBy('attempt.id')
      .limit(pageSize)
      .execute(),
  );
}

/** Whether categories or images of this shop are in doubt, and nobody is at them. */
export async function areResourcesInDoubt(lane: Lane): Promise<boolean> {
  return (await doubtful(lane)).length > 0;
}

/** How many attempts of a run to create or publish something in this shop are in doubt. */
export async function countResourcesInDoubt(lane: Lane): Promise<number> {
  const { count } = await inLane(lane, (db) =>
    db
      .selectFrom('store_resource_attempt')
      .select(sql<string>`count(*)`.as('count'))
      .where('owner_id', '=', lane.ownerId)
      .where('shop_id', '=', lane.shopId)
      .where('run_id', '=', lane.runId)
      .where('fate', '=', 'open')
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

/**
 * Decides the attempts in doubt that are nobody's and whose settle period is over: found in the store, or not. Nothing is sent.
 * Returns how many were decided.
 */
export async function settleResources(lane: Lane): Promise<number> {
  const due = (await doubtful(lane)).filter(
    ({ counted_ms }) => lane.counted.nowMs >= Number(counted_ms) + checkInMs(settleMs(lane)),
  );
  for (const attempt of due) {
    const found = attempt.action === 'create' ? await foundIn(lane, attempt) : null;
    await inLane(lane, (db) =>
      recordResource(db, lane, attempt.id, {
        fate: found === null ? 'absent' : 'applied',
        ...(found !== null && { resourceId: found }),
        answer: { looked: found },
      }),
    );
  }
  return due.length;
}

async function foundIn(lane: Lane, { kind, path }: ResourceAttempt): Promise<string | null> {
  const access = await lane.session.access(lane.cut);
  const context = lane.session.context(lane.cut);
  if (kind === 'image') {
    const [mark = ''] = path;
    return (await lane.lister.library?.find([mark], access, context))?.get(mark)?.id ?? null;
  }
  const [found = null] = (await lane.lister.terms?.find([{ kind, path }], access, context)) ?? [];
  return found;
}
