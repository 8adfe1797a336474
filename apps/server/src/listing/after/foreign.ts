import type { AttemptRow } from '../attempts.ts';
import { record } from '../engine/record.ts';
import type { Lane } from '../lane.ts';
import type { ListingRow } from '../ledger.ts';
import type { Work } from '../work.ts';
import { acts, isAct, whenDone } from './act.ts';
import { isDone } from './receive-act.ts';

/** An act by the bound id, and no removal of a double. */
export function isActOnBound(attempt: AttemptRow, { row }: Pick<Work, 'row'>): boolean {
  return isAct(attempt) && attempt.target !== null && attempt.target === row.store_product_id;
}

/**
 * Settles an act of unknown fate that a run which lists has come upon: done or not, the product is then listed as it stands.
 * An after-check only settles it. Returns the row as it is then.
 */
export async function settleActOnBound(
  lane: Lane,
  work: Pick<Work, 'row' | 'item'>,
  attempt: AttemptRow,
): Promise<ListingRow> {
  await lane.strike('look.before');
  const access = await lane.session.access(lane.cut);
  const target = attempt.target ?? '';
  const [seen = null] = await lane.lister.lookByIds([target], access, lane.session.context(lane.cut));
  await lane.strike('look.after');
  await lane.strike('decide.before');
  const act = acts.find((each) => each === attempt.kind);
  const wasDone = act !== undefined && isDone(lane, act, seen);
  const clean = attempt.hash !== null && attempt.hash === work.row.listed_hash;
  const now = {
    hash: seen?.hash ?? '',
    address: seen?.address ?? null,
    clean,
    isWanted: attempt.run_id !== null,
  };
  const answer = { looked: target };
  if (!wasDone) {
    return await record(lane, work.row, 'dropped', { set: { restoresVisibility: true }, answer });
  }
  const { event, set } = whenDone(lane, work.row, act, now);
  return await record(lane, work.row, event, { set, answer });
}
