import type { KeptBecause } from '@bowerbird/contract/listing-after';
import { type AttemptRow, findAttempt } from '../attempts.ts';
import { record } from '../engine/record.ts';
import { inLane, type Lane } from '../lane.ts';
import { workOf } from '../twins.ts';
import type { Work } from '../work.ts';
import { type ActWrite, actLine, isAct, tellAct } from './act.ts';
import { giveUp, goneNow, type Standing, sendsMax, settleOpenAct, writeOf } from './decide-act.ts';
import type { Facts } from './facts.ts';
import { type Judgement, judge } from './judge.ts';
import { listedContents } from './listed-content.ts';

export type UndoStep =
  | { kind: 'told' }
  | { kind: 'send'; write: ActWrite }
  /** Written anew with the content it had before, as any content is written. */
  | { kind: 'restore'; standing: Standing; work: Work }
  /** Copies of what made it may still be on their way: it is taken away when they cannot be any more. */
  | { kind: 'wait' };

const takenBack = { pile: 'taken-back' } as const;
const told: UndoStep = { kind: 'told' };

/** What comes next for a product of a run that is taken back. `repriced`: its prices were changed in the store. */
export async function decideUndo(
  lane: Lane,
  undoes: string,
  standing: Standing,
  facts: Facts | undefined,
  repriced: boolean,
): Promise<UndoStep> {
  const { item, attempt, row } = standing;
  const own = attempt !== null && isOwn(attempt);
  const judged = facts ? judge({ ...facts, openAttempt: own ? null : facts.openAttempt }, undoes) : null;
  if (judged === null) {
    if (attempt && own && !isAct(attempt)) {
      return await goOnRestoring(lane, standing);
    }
    await inLane(lane, (db) => tellAct(db, lane, item, { state: 'done', ...takenBack }));
    return told;
  }
  if (judged.pile !== 'taken-back') {
    return await spare(lane, standing, judged);
  }
  if (attempt && isAct(attempt)) {
    const ends = judged.way === 'away' ? takenBack : null;
    if (await settleOpenAct(lane, standing, ends)) {
      return told;
    }
  }
  if (standing.seen === null) {
    await goneNow(lane, standing, takenBack);
    return told;
  }
  const reason = sparedBecause(standing, await isOwnContent(lane, standing), repriced);
  if (reason) {
    return await spare(lane, standing, { pile: 'kept', reason });
  }
  if (standing.sends >= sendsMax) {
    await giveUp(lane, standing, takenBack);
    return told;
  }
  if (attempt && !isAct(attempt) && judged.way === 'away') {
    return await spare(lane, standing, { pile: 'kept', reason: 'unsure' });
  }
  if (judged.way === 'away') {
    const write = takeAway(lane, standing);
    return write.act === 'remove' && row.check_due && attempt === null
      ? { kind: 'wait' }
      : { kind: 'send', write };
  }
  return await restore(lane, standing, judged);
}

/** An act; or a write of no run, as its former content is given back by. */
function isOwn(attempt: AttemptRow): boolean {
  return isAct(attempt) || (attempt.kind !== 'create' && attempt.run_id === null);
}

/** Whether what the store shows was written by the open attempt, or by another send of the same content. */
async function isOwnContent(lane: Lane, { attempt, seen }: Standing): Promise<boolean> {
  if (attempt === null || isAct(attempt) || !seen?.attemptId) {
    return false;
  }
  const { attemptId } = seen;
  const writer =
    attemptId === attempt.id ? attempt : await inLane(lane, (db) => findAttempt(db, lane.ownerId, attemptId));
  return writer?.listing_id === attempt.listing_id && writer.hash === attempt.hash;
}

/** What the store shows of it that speaks against taking it back. */
function sparedBecause({ row, seen }: Standing, isOurs: boolean, repriced: boolean): KeptBecause | null {
  // What an attempt of ours may have written since is not the merchant's.
  if (seen && seen.hash !== row.listed_hash && !isOurs) {
    return 'changed';
  }
  return repriced ? 'changed' : seen?.sold ? 'has-orders' : null;
}

/** To the trash; where a store has none it is hidden and stays, for it may have been sold meanwhile. */
function takeAway({ lister }: Lane, { item, row, attempt }: Standing): ActWrite {
  const act = lister.trash || !lister.shelf ? 'remove' : 'delist';
  const instead = attempt?.id ?? null;
  return writeOf({ item, row, act, as: 'archived', clean: true, instead, ends: takenBack });
}

async function restore(
  lane: Lane,
  standing: Standing,
  { former, hidden }: Extract<Judgement, { way: 'restore' }>,
): Promise<UndoStep> {
  const { item, row, seen, attempt } = standing;
  const { shelf, hiddenFirst } = lane.lister;
  // Before its content: what is written for shoppers not to see it is never seen.
  if (hidden && hiddenFirst && shelf && seen && !shelf.isHidden(seen)) {
    const instead = attempt?.id ?? null;
    return {
      kind: 'send',
      write: writeOf({ item, row, act: 'delist', clean: true, instead, ends: null }),
    };
  }
  const content = await inLane(lane, (db) => findAttempt(db, lane.ownerId, former));
  if (!content?.body) {
    return await spare(lane, standing, { pile: 'impossible', reason: 'former-unknown' });
  }
  const free = attempt && isAct(attempt) ? await leaveAct(lane, standing) : row;
  return { kind: 'restore', standing, work: workOf(free, content) };
}

/** An act that came to nothing and is wanted no more. */
async function leaveAct(lane: Lane, { row }: Standing) {
  return await record(lane, row, 'dropped', { set: { restoresVisibility: true }, answer: { instead: null } });
}

/** Its former content is written already, and shown or hidden as it was: of that the answer is still to come. */
async function goOnRestoring(lane: Lane, standing: Standing): Promise<UndoStep> {
  const { row } = standing;
  const contents = await inLane(lane, (db) => listedContents(db, lane.ownerId, [row.id]));
  const content = contents.get(row.id);
  if (!content || standing.sends >= sendsMax) {
    await giveUp(lane, standing, takenBack);
    return told;
  }
  return { kind: 'restore', standing, work: workOf(row, content) };
}

/** Left as it is, and told why. */
async function spare(
  lane: Lane,
  { item, row, attempt, seen }: Standing,
  { pile, reason }: { pile: 'kept' | 'impossible'; reason: KeptBecause },
): Promise<UndoStep> {
  const isEnded = attempt !== null && isOwn(attempt) && reason !== 'unsure';
  const state = pile === 'kept' ? 'done' : reason === 'gone' ? 'gone' : 'refused';
  // Under its token, whatever there is to write: who has taken it back meanwhile has told so.
  await record(lane, row, isEnded ? 'dropped' : 'noted', {
    set: {
      ...(seen !== null && (isEnded || attempt === null) && { seenHash: seen.hash }),
      ...(isEnded && isAct(attempt) && { restoresVisibility: true }),
    },
    answer: { kept: reason },
    item: actLine(item, { state, pile, reason }),
  });
  return told;
}
