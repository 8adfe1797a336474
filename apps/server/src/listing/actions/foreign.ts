import { record } from '../engine/record.ts';
import type { Work } from '../engine/work.ts';
import type { AttemptRow } from '../ledger/attempts.ts';
import type { ListingRow } from '../ledger/ledger.ts';
import type { StoreJob } from '../store-job/store-job.ts';
import { actions, isAction, whenDone } from './act.ts';
import { isDone } from './receive-action.ts';
import { restoredLine } from './restored-line.ts';

/** Reports whether the attempt is an action on the bound id, and not the removal of a duplicate. */
export function isActionOnBound(attempt: AttemptRow, { row }: Pick<Work, 'row'>): boolean {
  return isAction(attempt) && attempt.target !== null && attempt.target === row.store_product_id;
}

/**
 * Resolves an action with an unknown outcome that a listing run has found: whether or not it was done, the product is
 * then listed as it is. An after-check only resolves it. Returns the row as it is then.
 */
export async function settleActionOnBound(
  storeJob: StoreJob,
  work: Pick<Work, 'row' | 'item'>,
  attempt: AttemptRow,
): Promise<ListingRow> {
  await storeJob.injectFault('look.before');
  const access = await storeJob.session.access(storeJob.cut);
  const target = attempt.target ?? '';
  const [seen = null] = await storeJob.lister.reader.lookByIds(
    [target],
    access,
    storeJob.session.context(storeJob.cut),
  );
  await storeJob.injectFault('look.after');
  await storeJob.injectFault('decide.before');
  const act = actions.find((each) => each === attempt.kind);
  const wasDone = act !== undefined && isDone(storeJob, act, seen);
  const clean = attempt.hash !== null && attempt.hash === work.row.listed_hash;
  const now = {
    hash: seen?.hash ?? '',
    address: seen?.address ?? null,
    clean,
    isWanted: attempt.run_id !== null,
  };
  const answer = { looked: target };
  if (!wasDone) {
    return await record(storeJob, work.row, 'dropped', { set: { restoresVisibility: true }, answer });
  }
  const { event, set } = whenDone(storeJob, work.row, act, now);
  const item = now.isWanted ? null : await restoredLine(storeJob, work.row, act);
  return await record(storeJob, work.row, event, { set, answer, item });
}
