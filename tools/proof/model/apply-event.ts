import { after, type Event, isPossible, type RowState } from './row.ts';
import { type Model, type Row, type State, type Worker, withRow } from './state.ts';
import type { Rules } from './world.ts';

/** Events after which the settle period restarts, if an after-check is owed. */
const owing: ReadonlySet<Event['name']> = new Set([
  'contentApplied',
  'found',
  'published',
  'visibilityApplied',
  'alreadySo',
  'rejected',
  'givenUp',
  'updateGivenUp',
  'dropped',
  'visibilityOwed',
  'restored',
]);

/** Events by which an attempt that may still be applied is abandoned. */
const replacing: ReadonlySet<Event['name']> = new Set(['intended', 'dropped', 'unmanagedFound']);

/** No worker: what a person wants of a product does not change the token of its row. */
export const unfenced = -2;

/**
 * Applies an event to a row, as `worker` (-1: no worker). All others that hold the row in its former state have lost
 * it: a decision is forgotten; an attempt at its gate may still be sent, and its answer is only evidence.
 */
export function applyEvent(
  model: Model,
  state: State,
  at: number,
  event: Event,
  worker: number,
  change: Partial<Row> = {},
): State {
  const row = state.rows[at];
  if (row === undefined) {
    return state;
  }
  if (isRight(model.rules) && !isPossible(row.ledger, event)) {
    throw new Error(`${event.name} happens to a row that is ${JSON.stringify(row.ledger)}`);
  }
  const ledger = limited(model.rules, row.ledger, event, after(row.ledger, event));
  const isReplaced =
    (event.name === 'intended' || event.name === 'unmanagedFound') && row.ledger.open !== null;
  const checkIn = owing.has(event.name) || isReplaced ? model.settle : row.checkIn;
  const isClosed = ledger.open === null || isReplaced;
  const written = withRow(state, at, {
    ledger,
    ...(isClosed && { attempt: -1, ages: -1 }),
    ...change,
    checkIn: ledger.checkOwed ? checkIn : 0,
    ...wishAfter(change.wish ?? row.wish, change.wasDropped ?? row.wasDropped, ledger),
  });
  return model.rules.fence === 'token' && worker !== unfenced ? fenced(written, at, worker) : written;
}

/** Reports whether under these rules every event meets a row for which the engine's table allows it. */
function isRight({ intent, fence }: Rules): boolean {
  return intent && fence === 'token';
}

/** Returns the new row where rules are disabled. */
function limited(rules: Rules, before: RowState, event: Event, row: RowState): RowState {
  const isOwed =
    rules.afterCheck &&
    (rules.actionOwesCheck || event.name !== 'visibilityApplied') &&
    (rules.publishOwesCheck || event.name !== 'published') &&
    (rules.replacedOwesCheck || !replacing.has(event.name));
  if (isOwed) {
    return row;
  }
  const checkOwed = rules.afterCheck && before.checkOwed && row.checkOwed;
  return rules.replacedOwesCheck
    ? { ...row, checkOwed }
    : { ...row, checkOwed, restoresVisibility: before.restoresVisibility && row.restoresVisibility };
}

/** Returns the wish afterwards: it ends when fulfilled, and when it failed. */
function wishAfter(
  wish: Row['wish'],
  wasDropped: boolean,
  { state, listedIsWanted, shown }: RowState,
): Pick<Row, 'wish' | 'wasDropped'> {
  if (wish !== 'none' && (state === 'gone' || state === 'conflict' || state === 'refused')) {
    return { wish: 'none', wasDropped: wasDropped || wish === 'list' };
  }
  const isListed = wish === 'list' && state === 'listed' && listedIsWanted && shown === 'shown';
  return { wish: isListed ? 'none' : wish, wasDropped };
}

/** Takes the row from all workers but one. */
export function fenced(state: State, at: number, but: number): State {
  let isChanged = false;
  const workers = state.workers.map((worker, each): Worker => {
    if (each === but || worker.at === 'idle' || worker.row !== at) {
      return worker;
    }
    isChanged = true;
    if (worker.at === 'decides' || worker.at === 'requested') {
      return { at: 'idle' };
    }
    return { ...worker, isFenced: true };
  });
  return isChanged ? { ...state, workers } : state;
}
