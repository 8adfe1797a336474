import { applyEvent } from './apply-event.ts';
import { idle, type Memory, type Model, type Move, type State, spend, type Worker } from './state.ts';

/** Models a backup of our database, and a restore from it. */
export function database(model: Model, state: State): Move<State>[] {
  if (state.isPutBack) {
    return [{ says: 'an administrator declares the database', to: declared(model, state) }];
  }
  if (state.budget.restores === 0) {
    return [];
  }
  return state.backup === null
    ? [{ says: 'a backup of our database is taken', to: { ...state, backup: state.rows } }]
    : [{ says: 'our database is put back to the backup', to: putBack(model, state, state.backup) }];
}

function putBack(model: Model, state: State, rows: State['rows']): State {
  const forgets = <Of extends { memory: Memory }>(each: Of): Of =>
    each.memory === 'sinceBackup' ? { ...each, memory: 'forgotten' } : each;
  const back: State = {
    ...spend(state, 'restores'),
    // That a request may still arrive is a fact of the world, not of our database.
    rows: rows.map((row, at) => ({ ...row, recent: state.rows[at]?.recent ?? 0 })),
    backup: null,
    isPutBack: true,
    attempts: state.attempts.map(forgets),
    products: state.products.map(forgets),
    workers: model.rules.memoryEnds ? state.workers.map(forgotten) : state.workers,
  };
  return model.rules.restoreRule ? back : { ...back, isPutBack: false };
}

/** An attempt at its gate was committed before, and may still be sent. */
function forgotten(worker: Worker): Worker {
  return worker.at === 'gate' || worker.at === 'first byte' ? { ...worker, isFenced: true } : idle;
}

function declared(model: Model, state: State): State {
  let next: State = {
    ...state,
    isPutBack: false,
    quiet: model.settle,
    workers: state.workers.map(forgotten),
  };
  for (const at of state.rows.keys()) {
    next = applyEvent(model, next, at, { name: 'restored' }, -1);
  }
  return next;
}
