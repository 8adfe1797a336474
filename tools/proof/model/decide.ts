import { applyEvent } from './apply-event.ts';
import { commitSays, committed, type Intent } from './commit.ts';
import type { Event } from './row.ts';
import {
  idle,
  type Model,
  type Move,
  type Product,
  type Row,
  type State,
  type Worker,
  withRow,
  withWorker,
} from './state.ts';

type Deciding = Extract<Worker, { at: 'decides' }>;

/** One worker's decision, with all that it is based on. */
export interface Decision {
  model: Model;
  state: State;
  worker: number;
  at: number;
  row: Row;
  held: Deciding;
}

/** Returns what a worker does with what it found; nothing if the model has no room for it. */
export function decides(decision: Decision): Move<State>[] {
  switch (decision.held.for) {
    case 'first':
      return decideFirst(decision);
    case 'inDoubt':
      return decideInDoubt(decision);
    case 'byId':
      return decideById(decision);
    case 'act':
      return decideAction(decision);
    case 'publish':
      return decidePublishing(decision);
    case 'check':
      return decideCheck(decision);
  }
}

function decideFirst(decision: Decision): Move<State>[] {
  const { held, row } = decision;
  if (held.seen !== null) {
    return adopts(decision, held.seen);
  }
  if (held.isUnmanaged) {
    return reported(decision, { name: 'unmanagedFound' });
  }
  return row.wish === 'list'
    ? intends(decision, createOf(decision))
    : leaves(decision, 'goes, for nobody wants it');
}

function decideInDoubt(decision: Decision): Move<State>[] {
  const { held, row, model } = decision;
  if (held.seen !== null) {
    return adopts(decision, held.seen);
  }
  const isWished = row.wish === 'list' || model.rules.cancel === 'creates again';
  const { world, rules } = model;
  const mustAge = !isWished || (world.store !== 'upsert' && !rules.draftFirst);
  if (mustAge && !held.isAged) {
    return ages(decision);
  }
  if (!isWished) {
    return reported(decision, { name: 'neverMade' });
  }
  if (held.isUnmanaged) {
    return reported(decision, { name: 'unmanagedFound' });
  }
  return [...intends(decision, createOf(decision)), ...givesUp(decision, { name: 'givenUp' })];
}

/**
 * Decides an update, publishing, removal or other action of unknown outcome: looked up by id, and sent again at once.
 */
function decideById(decision: Decision): Move<State>[] {
  const { held, row, state, model } = decision;
  const open = state.attempts[row.attempt];
  if (open === undefined) {
    return leaves(decision, 'finds no attempt');
  }
  const { kind, revision, target, isWanted } = open;
  const { seen } = held;
  // A repair by an after-check keeps a hidden product hidden.
  const keeps = !isWanted && model.rules.repairKeepsVisibility && seen?.isVisible === false;
  const shows = open.shows && !keeps;
  const again: Intent = { kind, revision, target, shows, isWanted };
  if (seen === null) {
    return reported(decision, { name: kind === 'remove' ? 'doubleRemoved' : 'lost' });
  }
  switch (kind) {
    case 'update': {
      const isWhole = seen.is === 'whole' && !isMarkedUnfinished(decision, seen);
      const isOnTop = isWhole && seen.revision === revision && (!shows || seen.isVisible);
      if (isOnTop) {
        return reported(decision, contentApplied(decision, target, seen, revision), { listed: revision });
      }
      const newest = row.wish === 'list' ? row.wanted : revision;
      const next = { ...again, revision: newest };
      return [...intends(decision, next), ...givesUp(decision, { name: 'updateGivenUp' })];
    }
    case 'publish': {
      const accepts = revision > 0;
      if (seen.isVisible) {
        const isDecided = row.wish === 'publish';
        return reported(decision, { name: 'published', accepts }, isDecided ? { wish: 'none' } : {});
      }
      if (accepts && row.wish !== 'publish' && model.rules.acceptanceBy === 'its run') {
        return noLongerAccepted(decision);
      }
      return [...intends(decision, again), ...givesUp(decision, { name: 'updateGivenUp' })];
    }
    case 'delist':
    case 'relist':
      return isDone(kind, seen)
        ? reported(decision, { name: 'visibilityApplied', act: kind, isWanted })
        : reported(decision, { name: 'dropped' });
    default:
      return intends(decision, again);
  }
}

/** Gives up a publish as stored outside the run that wanted it; a run that lists the product does so at once. */
function noLongerAccepted(decision: Decision): Move<State>[] {
  const { row, model, held } = decision;
  if (model.rules.acceptanceAges && row.wish === 'none' && !held.isAged) {
    return ages(decision);
  }
  return reported(decision, { name: 'dropped' });
}

/** Decides whether a product that the store keeps otherwise is published like that. */
function decidePublishing(decision: Decision): Move<State>[] {
  const { row, held } = decision;
  const { ledger, listed } = row;
  if (row.wish !== 'publish' || ledger.shown !== 'never' || ledger.open !== null) {
    return leaves(decision, 'goes, for something else is wanted now');
  }
  if (held.seen === null) {
    return reported(decision, { name: 'lost' });
  }
  const target = ledger.bound;
  return intends(decision, { kind: 'publish', target, revision: listed, shows: true, isWanted: true });
}

/** Decides what a person wants shoppers to see. */
function decideAction(decision: Decision): Move<State>[] {
  const { held, row, state } = decision;
  const act = held.wish === 'delist' ? 'delist' : 'relist';
  if (row.wish !== act) {
    return leaves(decision, 'goes, for something else is wanted now');
  }
  if (held.seen === null) {
    return reported(decision, { name: 'lost' });
  }
  if (act === 'relist' && held.seen.is === 'partial' && !decision.model.rules.relistShowsParts) {
    const to = withRow(state, held.row, { wish: 'none', wasDropped: true });
    return leaves({ ...decision, state: to }, 'shows no part of a product');
  }
  const open = state.attempts[row.attempt];
  const isSo = isDone(act, held.seen);
  if (isSo && open?.kind === act) {
    return reported(decision, { name: 'visibilityApplied', act, isWanted: true }, { wish: 'none' });
  }
  if (isSo && open === undefined) {
    return reported(decision, { name: 'alreadySo', act }, { wish: 'none' });
  }
  const giving = open === undefined ? [] : givesUp(decision, { name: 'updateGivenUp' });
  return [...intends(decision, actionOf(row, act, true)), ...giving];
}

function decideCheck(decision: Decision): Move<State>[] {
  const { held, row, model } = decision;
  const { ledger } = row;
  const { seen } = held;
  if (held.double > 0) {
    const intent = {
      kind: 'remove',
      target: held.double,
      revision: 0,
      shows: false,
      isWanted: false,
    } as const;
    return intends(decision, intent);
  }
  if (ledger.bound === 0) {
    return seen === null ? reported(decision, { name: 'checked' }) : adopts(decision, seen);
  }
  if (ledger.state === 'gone' || seen === null) {
    return reported(decision, { name: ledger.state === 'gone' ? 'checked' : 'checkedGone' });
  }
  const act = ledger.shown === 'takenDown' ? 'delist' : 'relist';
  const isLate = model.rules.restores === 'always' || seen.hand !== 'after';
  const isLost = ledger.restoresVisibility && ledger.shown !== 'never' && !isDone(act, seen) && isLate;
  if (model.rules.checkSeesVisibility && isLost) {
    return intends(decision, actionOf(row, act, false), { name: 'visibilityOwed' });
  }
  const isPart = seen.is === 'partial' || isMarkedUnfinished(decision, seen);
  const isOld = isPart || (row.listed > 0 && seen.revision !== row.listed);
  if (ledger.shown !== 'takenDown' && isOld) {
    const keeps = model.rules.draftFirst || (model.rules.repairKeepsVisibility && !seen.isVisible);
    const revision = row.listed || row.wanted;
    const repair: Intent = { kind: 'update', target: ledger.bound, revision, shows: !keeps, isWanted: false };
    return intends(decision, repair, { name: 'overwritten' });
  }
  const isLateAcceptance =
    model.world.keeps && model.rules.lateAcceptance && ledger.shown === 'never' && seen.isVisible;
  return reported(decision, { name: 'checked', ...(isLateAcceptance && { isAccepted: true as const }) });
}

function isMarkedUnfinished({ model }: Decision, { isUnfinished }: Product): boolean {
  return isUnfinished && model.rules.partsMarked;
}

function isDone(act: 'delist' | 'relist', { isVisible }: Product): boolean {
  return isVisible === (act === 'relist');
}

function createOf({ row, model }: Decision): Intent {
  const shows = !model.rules.draftFirst;
  return { kind: 'create', target: 0, revision: row.wanted, shows, isWanted: true };
}

function actionOf({ ledger }: Row, kind: 'delist' | 'relist', isWanted: boolean): Intent {
  return { kind, target: ledger.bound, revision: 0, shows: kind === 'relist', isWanted };
}

/** For a forgotten attempt it is unknown what it wrote, and what the rest of an unfinished one is. */
function adopts(decision: Decision, seen: Product): Move<State>[] {
  const { wanted } = decision.row;
  const isWhole = seen.is === 'whole' && seen.memory !== 'forgotten' && !isMarkedUnfinished(decision, seen);
  const listed = isWhole && seen.maker === 'ours' ? seen.revision : 0;
  const isWanted = isWhole && seen.revision === wanted && !decision.model.world.keeps;
  const event: Event = { name: 'found', product: decision.held.place, isWanted, isShown: seen.isVisible };
  return reported(decision, event, { listed, wanted });
}

function contentApplied({ row, model }: Decision, product: number, seen: Product, revision: number): Event {
  const isWanted = revision === row.wanted && !model.world.keeps;
  return { name: 'contentApplied', product, isWanted, isShown: seen.isVisible };
}

function reported(
  { model, state, worker, at }: Decision,
  event: Event,
  change: Partial<Row> = {},
): Move<State>[] {
  const free = withWorker(state, worker, idle);
  return [
    {
      says: `worker ${worker + 1} writes: ${event.name}`,
      to: applyEvent(model, free, at, event, worker, change),
    },
  ];
}

function intends(decision: Decision, intent: Intent, first?: Event): Move<State>[] {
  const { model, worker, at } = decision;
  const state = first ? applyEvent(model, decision.state, at, first, worker) : decision.state;
  const to = committed(model, state, worker, at, intent);
  return to === null ? [] : [{ says: commitSays(worker, at, intent), to }];
}

function givesUp(decision: Decision, event: Event): Move<State>[] {
  const { state } = decision;
  if (state.budget.givesUp === 0) {
    return [];
  }
  const budget = { ...state.budget, givesUp: state.budget.givesUp - 1 };
  return reported({ ...decision, state: { ...state, budget } }, event, { wish: 'none', wasDropped: true });
}

function ages({ model, row, state, worker, at }: Decision): Move<State>[] {
  const left = row.ages < 0 ? model.settle : row.ages;
  const waiting = withRow(withWorker(state, worker, idle), at, { ages: left });
  return [{ says: `worker ${worker + 1} does not believe it yet, and waits`, to: waiting }];
}

function leaves({ state, worker }: Decision, why: string): Move<State>[] {
  return [{ says: `worker ${worker + 1} ${why}`, to: withWorker(state, worker, idle) }];
}
