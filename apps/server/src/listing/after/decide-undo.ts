import type { KeptBecause } from '@bowerbird/contract/listing/after';
import { type ActionWrite, actionLine, isAction, reportAction } from '../actions/act.ts';
import { giveUp, goneNow, type Standing, settleOpenAction, writeOf } from '../actions/decide-action.ts';
import type { Facts } from '../actions/facts.ts';
import { type Judgement, judge } from '../actions/judge.ts';
import { listedContents } from '../actions/listed-content.ts';
import { record } from '../engine/record.ts';
import { isSpent } from '../engine/sends.ts';
import type { Work } from '../engine/work.ts';
import { type AttemptRow, findAttempt } from '../ledger/attempts.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { workOf } from './duplicates.ts';

export type UndoStep =
  | { kind: 'reported' }
  | { kind: 'send'; write: ActionWrite }
  /** Written again with the content it had before, as any content is written. */
  | { kind: 'restore'; standing: Standing; work: Work }
  /** Copies of its create request may still be on their way: it is removed once they can no longer arrive. */
  | { kind: 'wait' };

const takenBack = { undoGroup: 'taken-back' } as const;
const reported: UndoStep = { kind: 'reported' };

/** Returns the next step for a product of a run that is undone. `repriced`: its prices were changed in the store. */
export async function decideUndo(
  storeJob: StoreJob,
  undoes: string,
  standing: Standing,
  facts: Facts | undefined,
  repriced: boolean,
): Promise<UndoStep> {
  const { item, attempt, row } = standing;
  const own = attempt !== null && isOwn(attempt);
  const judged = facts ? judge({ ...facts, openAttempt: own ? null : facts.openAttempt }, undoes) : null;
  if (judged === null) {
    if (attempt && own && !isAction(attempt)) {
      return await goOnRestoring(storeJob, standing);
    }
    await inStoreJob(storeJob, (db) => reportAction(db, storeJob, item, { state: 'done', ...takenBack }));
    return reported;
  }
  if (judged.undoGroup !== 'taken-back') {
    return await spare(storeJob, standing, judged);
  }
  if (attempt && isAction(attempt)) {
    const ends = judged.way === 'away' ? takenBack : null;
    if (await settleOpenAction(storeJob, standing, ends)) {
      return reported;
    }
  }
  if (standing.seen === null) {
    await goneNow(storeJob, standing, takenBack);
    return reported;
  }
  const reason = sparedBecause(standing, await isOwnContent(storeJob, standing), repriced);
  if (reason) {
    return await spare(storeJob, standing, { undoGroup: 'kept', reason });
  }
  if (isSpent(standing.sends)) {
    await giveUp(storeJob, standing, takenBack);
    return reported;
  }
  if (attempt && !isAction(attempt) && judged.way === 'away') {
    return await spare(storeJob, standing, { undoGroup: 'kept', reason: 'verifying' });
  }
  if (judged.way === 'away') {
    const write = takeAway(storeJob, standing);
    return write.act === 'remove' && row.check_due && attempt === null
      ? { kind: 'wait' }
      : { kind: 'send', write };
  }
  return await restore(storeJob, standing, judged);
}

/** Reports whether the attempt is an action, or a write without a run, by which former content is restored. */
function isOwn(attempt: AttemptRow): boolean {
  return isAction(attempt) || (attempt.kind !== 'create' && attempt.run_id === null);
}

/** Reports whether what the store shows was written by the open attempt, or by another send of the same content. */
async function isOwnContent(storeJob: StoreJob, { attempt, seen }: Standing): Promise<boolean> {
  if (attempt === null || isAction(attempt) || !seen?.attemptId) {
    return false;
  }
  const { attemptId } = seen;
  const writer =
    attemptId === attempt.id
      ? attempt
      : await inStoreJob(storeJob, (db) => findAttempt(db, storeJob.ownerId, attemptId));
  return writer?.listing_id === attempt.listing_id && writer.hash === attempt.hash;
}

/** Returns what the store shows of it that speaks against undoing. */
function sparedBecause({ row, seen }: Standing, isOurs: boolean, repriced: boolean): KeptBecause | null {
  // What an attempt of ours may have written since is not the merchant's change.
  if (seen && seen.hash !== row.listed_hash && !isOurs) {
    return 'changed';
  }
  return repriced ? 'changed' : seen?.sold ? 'has-orders' : null;
}

/** Moves it to the trash; where a store has none, it is hidden and stays, as it may have been sold meanwhile. */
function takeAway({ lister }: StoreJob, { item, row, attempt }: Standing): ActionWrite {
  const act = lister.writer.trash ? 'remove' : 'delist';
  const instead = attempt?.id ?? null;
  return writeOf({ item, row, act, as: 'archived', clean: true, instead, ends: takenBack });
}

async function restore(
  storeJob: StoreJob,
  standing: Standing,
  { former, hidden }: Extract<Judgement, { way: 'restore' }>,
): Promise<UndoStep> {
  const { item, row, seen, attempt } = standing;
  const { features, writer } = storeJob.lister;
  const isDraftFirst = features.publication === 'draft-first';
  // Hidden before its content is written, so that content shoppers must not see is never visible.
  if (hidden && isDraftFirst && seen && !writer.visibility.isHidden(seen)) {
    const instead = attempt?.id ?? null;
    return {
      kind: 'send',
      write: writeOf({ item, row, act: 'delist', clean: true, instead, ends: null }),
    };
  }
  const content = await inStoreJob(storeJob, (db) => findAttempt(db, storeJob.ownerId, former));
  if (!content?.body) {
    return await spare(storeJob, standing, { undoGroup: 'impossible', reason: 'former-unknown' });
  }
  const free = attempt && isAction(attempt) ? await leaveAction(storeJob, standing) : row;
  return { kind: 'restore', standing, work: workOf(free, content) };
}

/** Drops an action that came to nothing and is no longer wanted. */
async function leaveAction(storeJob: StoreJob, { row }: Standing) {
  return await record(storeJob, row, 'dropped', {
    set: { restoresVisibility: true },
    answer: { instead: null },
  });
}

/** Its former content was already sent, and shown or hidden as before; the answer to that is still to come. */
async function goOnRestoring(storeJob: StoreJob, standing: Standing): Promise<UndoStep> {
  const { row } = standing;
  const contents = await inStoreJob(storeJob, (db) => listedContents(db, storeJob.ownerId, [row.id]));
  const content = contents.get(row.id);
  if (!content || isSpent(standing.sends)) {
    await giveUp(storeJob, standing, takenBack);
    return reported;
  }
  return { kind: 'restore', standing, work: workOf(row, content) };
}

/** Leaves the product as it is, and reports why. */
async function spare(
  storeJob: StoreJob,
  { item, row, attempt, seen }: Standing,
  { undoGroup, reason }: { undoGroup: 'kept' | 'impossible'; reason: KeptBecause },
): Promise<UndoStep> {
  const isEnded = attempt !== null && isOwn(attempt) && reason !== 'verifying';
  const state = undoGroup === 'kept' ? 'done' : reason === 'gone' ? 'gone' : 'refused';
  // Under its token, whatever is written: another worker that undid it meanwhile has already reported it.
  await record(storeJob, row, isEnded ? 'dropped' : 'noted', {
    set: {
      ...(seen !== null && (isEnded || attempt === null) && { seenHash: seen.hash }),
      ...(isEnded && isAction(attempt) && { restoresVisibility: true }),
    },
    answer: { kept: reason },
    item: actionLine(item, { state, undoGroup, reason }),
  });
  return reported;
}
