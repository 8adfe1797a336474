import type { Attempt, Product, Row, State, Worker } from './state.ts';

/** Forgets what can have no further effect, so that states that differ only in it become one. */
export function tidied(state: State): State {
  return withoutProducts(isOver(state) ? withoutAttempts(state) : state);
}

/** Reports whether an attempt can have no further effect: all others are at a gate or in transit. */
function isOver({ attempts, workers }: State): boolean {
  if (attempts.length === 0) {
    return false;
  }
  const atGate = workers.filter(({ at }) => at === 'gate' || at === 'first byte').length;
  const flying = attempts.filter(({ phase }) => phase === 'flying').length;
  return flying + atGate < attempts.length;
}

function withoutAttempts(state: State): State {
  const { attempts, workers, rows, backup } = state;
  const atGate = new Set<number>();
  const requested = new Set<number>();
  for (const worker of workers) {
    if (worker.at === 'gate' || worker.at === 'first byte') {
      atGate.add(worker.attempt);
    } else if (worker.at === 'requested') {
      requested.add(worker.attempt);
    }
  }
  const open = new Set([...rows, ...(backup ?? [])].map(({ attempt }) => attempt));
  const renamed: number[] = [];
  const kept: Attempt[] = [];
  for (const [at, attempt] of attempts.entries()) {
    // An attempt whose worker died before the gate is never sent.
    const phase = attempt.phase === 'intended' && !atGate.has(at) ? 'over' : attempt.phase;
    const isKept = phase !== 'over' || requested.has(at) || open.has(at);
    renamed.push(isKept ? kept.length : -1);
    if (isKept) {
      kept.push(phase === 'over' ? over(attempt, requested.has(at)) : attempt);
    }
  }
  const place = (at: number) => (at < 0 ? at : (renamed[at] ?? -1));
  const moved = (row: Row) =>
    place(row.attempt) === row.attempt ? row : { ...row, attempt: place(row.attempt) };
  return {
    ...state,
    attempts: kept,
    rows: rows.map(moved),
    backup: backup?.map(moved) ?? null,
    workers: workers.map((worker) =>
      worker.at === 'gate' || worker.at === 'first byte' || worker.at === 'requested'
        ? { ...worker, attempt: place(worker.attempt) }
        : worker,
    ),
  };
}

function over(attempt: Attempt, isRequested: boolean): Attempt {
  const answer = isRequested ? attempt.answer : 0;
  return { ...attempt, phase: 'over', left: 0, answer, memory: 'known' };
}

function withoutProducts(state: State): State {
  const { products, rows, backup, attempts, workers } = state;
  if (!products.some(({ is }) => is === 'gone')) {
    return state;
  }
  const named = new Set<number>();
  for (const { ledger } of [...rows, ...(backup ?? [])]) {
    named.add(ledger.bound);
  }
  for (const { target, answer } of attempts) {
    named.add(target).add(answer);
  }
  for (const worker of workers) {
    if (worker.at === 'decides') {
      named.add(worker.place).add(worker.double);
    }
  }
  const renamed: number[] = [0];
  const kept: Product[] = [];
  for (const [at, product] of products.entries()) {
    const isKept = product.is !== 'gone' || named.has(at + 1);
    if (isKept) {
      kept.push(product.is === 'gone' ? { ...product, ...gone } : product);
    }
    renamed.push(isKept ? kept.length : 0);
  }
  const place = (at: number) => (at <= 0 ? at : (renamed[at] ?? 0));
  const moved = (row: Row): Row => ({ ...row, ledger: { ...row.ledger, bound: place(row.ledger.bound) } });
  return {
    ...state,
    products: kept,
    rows: rows.map(moved),
    backup: backup?.map(moved) ?? null,
    attempts: attempts.map((each) => ({ ...each, target: place(each.target), answer: place(each.answer) })),
    workers: workers.map(
      (worker): Worker =>
        worker.at === 'decides'
          ? { ...worker, place: place(worker.place), double: place(worker.double) }
          : worker,
    ),
  };
}

const gone = { revision: 0, isUnfinished: false, isVisible: false, hand: 'none', memory: 'known' } as const;
