import { applyEvent, fenced } from './apply-event.ts';
import { commitSays, committed, type Intent } from './commit.ts';
import { decides } from './decide.ts';
import { looks } from './look.ts';
import { gate, hears } from './sending.ts';
import { idle, type Model, type Move, type Row, type State, withRow, withWorker } from './state.ts';

/** Returns every next step of every worker; each may also be killed at any point. */
export function work(model: Model, state: State): Move<State>[] {
  return state.workers.flatMap((worker, each) => {
    if (worker.at === 'idle') {
      // Workers are equivalent: of two idle ones, one represents both.
      const isFirst = state.workers.findIndex(({ at }) => at === 'idle') === each;
      return isFirst || model.rules.rowPerConnection ? begins(model, state, each) : [];
    }
    const killed = { says: `worker ${each + 1} is killed`, to: withWorker(state, each, idle) };
    const row = state.rows[worker.row];
    if (row === undefined) {
      return [killed];
    }
    switch (worker.at) {
      case 'decides':
        return [killed, ...decides({ model, state, worker: each, at: worker.row, row, held: worker })];
      case 'requested':
        return [killed, ...hears(model, state, each, worker, row)];
      default:
        return [killed, ...gate(model, state, each, worker)];
    }
  });
}

/** Returns what an idle worker may start. */
function begins(model: Model, state: State, worker: number): Move<State>[] {
  const { rules } = model;
  if (state.quiet > 0) {
    return [];
  }
  return state.rows.flatMap((row, at) => {
    if (rules.rowPerConnection && at % 2 !== worker % 2) {
      return [];
    }
    const taken = rules.fence === 'turn' ? fenced(state, at, worker) : state;
    const check = isCheckDue(row) ? looks(model, taken, worker, at, 'check') : [];
    if (state.isPutBack) {
      const isUnasked = rules.holdRequested === 'by none';
      return rules.holdRequested === 'by all'
        ? []
        : [...check, ...(isUnasked ? takesUp(model, taken, worker, at, row) : [])];
    }
    return [...check, ...takesUp(model, taken, worker, at, row)];
  });
}

function isCheckDue({ ledger, checkIn }: Row): boolean {
  return ledger.checkOwed && ledger.open === null && checkIn === 0;
}

/** An in-doubt attempt is resolved before anything is sent; then what a person wants is done. */
function takesUp(model: Model, state: State, worker: number, at: number, row: Row): Move<State>[] {
  const { ledger, wish } = row;
  const isAction = ledger.open === 'delist' || ledger.open === 'relist';
  const wantsAction = wish === 'delist' || wish === 'relist';
  if (ledger.open !== null) {
    if (model.rules.inDoubt !== 'look') {
      return withoutLooking(model, state, worker, at, row);
    }
    if (isAction && wantsAction) {
      return looks(model, state, worker, at, 'act');
    }
    const isWaiting = row.ages > 0;
    return isWaiting ? [] : looks(model, state, worker, at, ledger.open === 'create' ? 'inDoubt' : 'byId');
  }
  if (wantsAction) {
    return ledger.bound > 0 && ledger.state !== 'gone' ? looks(model, state, worker, at, 'act') : [];
  }
  if (wish === 'publish') {
    return ledger.state === 'listed' ? looks(model, state, worker, at, 'publish') : [];
  }
  return wish === 'list' ? lists(model, state, worker, at, row) : [];
}

/** Returns the next write of a product that a person wants listed. */
function lists(model: Model, state: State, worker: number, at: number, row: Row): Move<State>[] {
  const { rules } = model;
  const { ledger, wanted } = row;
  if (ledger.state === 'waiting') {
    const intent = { kind: 'create', target: 0, revision: wanted, shows: true, isWanted: true } as const;
    return rules.lookFirst
      ? looks(model, state, worker, at, 'first')
      : intends(model, state, worker, at, intent);
  }
  if (ledger.state !== 'listed') {
    return [];
  }
  if (ledger.shown === 'takenDown') {
    const to = applyEvent(model, state, at, { name: 'showWanted' }, worker);
    return [{ says: `worker ${worker + 1} writes: showWanted`, to }];
  }
  const target = ledger.bound;
  if (!ledger.listedIsWanted) {
    const shows = !rules.draftFirst;
    const update = { kind: 'update', target, revision: wanted, shows, isWanted: true } as const;
    return [
      ...intends(model, state, worker, at, update),
      ...(model.world.keeps && row.listed === wanted ? keepsOtherwise(state, worker, at) : []),
    ];
  }
  if (ledger.shown === 'never') {
    return intends(model, state, worker, at, {
      kind: 'publish',
      target,
      revision: 0,
      shows: true,
      isWanted: true,
    });
  }
  return [];
}

/** The store returns something else after so many writes that the run ends with it. */
function keepsOtherwise(state: State, worker: number, at: number): Move<State>[] {
  const to = withRow(state, at, { wish: 'none', wasDropped: true });
  return [{ says: `worker ${worker + 1} reports that the store keeps other values`, to }];
}

/** Returns the mistakes of resending an in-doubt attempt, and of giving it up. */
function withoutLooking(model: Model, state: State, worker: number, at: number, row: Row): Move<State>[] {
  const open = state.attempts[row.attempt];
  if (open === undefined) {
    return [];
  }
  if (model.rules.inDoubt === 'give up') {
    const to = applyEvent(model, state, at, { name: 'givenUp' }, worker);
    return [{ says: `worker ${worker + 1} gives it up`, to }];
  }
  const { kind, target, revision, shows, isWanted } = open;
  return intends(model, state, worker, at, { kind, target, revision, shows, isWanted });
}

function intends(model: Model, state: State, worker: number, at: number, intent: Intent): Move<State>[] {
  const to = committed(model, state, worker, at, intent);
  return to === null ? [] : [{ says: commitSays(worker, at, intent), to }];
}
