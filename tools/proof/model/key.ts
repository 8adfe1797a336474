import { type Attempt, budgeted, type Product, type Row, type State, type Worker } from './state.ts';

const states = { waiting: 0, intended: 1, verifying: 2, listed: 3, refused: 4, conflict: 5, gone: 6 };
const kinds = { none: 0, create: 1, update: 2, publish: 3, delist: 4, relist: 5, remove: 6 };
const showns = { never: 0, shown: 1, takenDown: 2 };
const wishes = { none: 0, list: 1, delist: 2, relist: 3, publish: 4 };
const phases = { intended: 0, flying: 1, over: 2 };
const memories = { known: 0, sinceBackup: 1, forgotten: 2 };
const substances = { whole: 0, partial: 1, gone: 2 };
const makers = { ours: 0, copy: 1, unmanaged: 2 };
const hands = { none: 0, inside: 1, after: 2 };
const looks = { first: 0, inDoubt: 1, byId: 2, act: 3, check: 4, publish: 5 };
const places = { idle: 0, decides: 1, gate: 2, 'first byte': 3, requested: 4 };

const characters = Array.from({ length: 80 }, (_, at) => String.fromCharCode(40 + at));

/** Writes small numbers, from -8 on, as one character each. */
function written(...numbers: (number | boolean)[]): string {
  let text = '';
  for (const each of numbers) {
    text += characters[Number(each) + 8];
  }
  return text;
}

/** Returns a text that two states share if and only if they are equal except for the order of workers. */
export function keyOf(state: State): string {
  const { rows, workers, attempts, products, budget, backup, quiet, isPutBack, broken } = state;
  const held = workers.map((worker) =>
    worker.at === 'idle' || worker.at === 'decides' ? '' : workerKey(worker),
  );
  // Attempts have no names: each is identified by itself, by the row it is open for, and by the worker that handles it.
  const flights = attempts.map((attempt, at) => {
    const ofRow = rows.findIndex((row) => row.attempt === at);
    const ofBackup = backup?.findIndex((row) => row.attempt === at) ?? -1;
    const by = workers.findIndex(
      (each) => each.at !== 'idle' && each.at !== 'decides' && each.attempt === at,
    );
    return attemptKey(attempt) + written(ofRow, ofBackup) + (held[by] ?? '');
  });
  const free = workers.flatMap((worker) => (worker.at === 'decides' ? [workerKey(worker)] : []));
  return [
    rows.map(rowKey).join(''),
    flights.sort().join('|'),
    free.sort().join('|'),
    products.map(productKey).join(''),
    written(...budgeted.map((name) => budget[name]), quiet, isPutBack),
    backup === null ? '' : backup.map(rowKey).join(''),
    broken,
  ].join('/');
}

function rowKey({ ledger, listed, wanted, checkIn, ages, recent, wish, wasDropped }: Row): string {
  const { state, open, bound, listedIsWanted, checkOwed, shown, restoresVisibility } = ledger;
  const flags = Number(listedIsWanted) + 2 * Number(checkOwed) + 4 * Number(restoresVisibility);
  const standing = written(states[state], kinds[open ?? 'none'], bound, flags, showns[shown], wishes[wish]);
  return standing + written(listed, wanted, checkIn, ages, recent, wasDropped);
}

function attemptKey(attempt: Attempt): string {
  const { kind, revision, target, about, shows, isWanted, phase, left, answer, memory } = attempt;
  const request = written(kinds[kind], revision, target, about, shows, isWanted);
  return request + written(phases[phase], left, answer, memories[memory]);
}

function productKey({ is, maker, about, revision, isUnfinished, isVisible, hand, memory }: Product): string {
  const content = written(substances[is], makers[maker], about, revision, isUnfinished);
  return content + written(isVisible, hands[hand], memories[memory]);
}

function workerKey(worker: Worker): string {
  if (worker.at === 'idle') {
    return '';
  }
  if (worker.at === 'decides') {
    const { row, place, double, isUnmanaged, isAged, wish, seen } = worker;
    const evidence = written(row, looks[worker.for], place, double, isUnmanaged, isAged, wishes[wish]);
    return evidence + (seen === null ? '' : productKey(seen));
  }
  return written(places[worker.at], worker.row, worker.left, worker.isFenced);
}
