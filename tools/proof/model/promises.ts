import { aboutOf, exists, isOurs, type Model, productAt, type Row, type State } from './state.ts';

/** What must hold for the states of a world. */
export interface Promises {
  /** Never two products of ours, visible or not. */
  one: boolean;
  /** Never two that shoppers see. */
  oneVisible: boolean;
  /** Everything is right once everything is at rest. */
  atRest: boolean;
}

/** What a late publish as stored must not leave. */
const unrecorded = 'visible, and our records say that shoppers never saw it';

export const all: Promises = { one: true, oneVisible: true, atRest: true };

/** Returns the promise that a state breaks; '' for none. */
export function brokenIn(model: Model, promises: Promises, state: State): string {
  if (state.broken !== '') {
    return state.broken;
  }
  for (const [at, row] of state.rows.entries()) {
    const broken = brokenOf(model, promises, state, at, row);
    if (broken !== '') {
      return broken;
    }
  }
  const removal = brokenRemoval(state);
  return removal !== '' || !promises.atRest || !isAtRest(state) ? removal : brokenAtRest(model, state);
}

function brokenOf(model: Model, promises: Promises, state: State, at: number, { ledger }: Row): string {
  const ours = state.products.filter((product) => isOurs(product, aboutOf(model, at)));
  const visible = ours.filter(({ isVisible }) => isVisible);
  if (promises.one && ours.length > 1) {
    return 'two products';
  }
  if (promises.oneVisible && visible.length > 1) {
    return 'two visible products';
  }
  if (model.rules.draftFirst && visible.some(({ is }) => is === 'partial')) {
    return 'a partial product is visible';
  }
  return productAt(state, ledger.bound)?.maker === 'unmanaged' ? "a stranger's product taken for ours" : '';
}

function brokenRemoval({ attempts, products, rows }: State): string {
  for (const { kind, phase, target } of attempts) {
    if (kind !== 'remove' || phase === 'intended') {
      continue;
    }
    const product = products[target - 1];
    if (product !== undefined && product.maker !== 'ours') {
      return "the merchant's own product removed";
    }
    if (phase === 'flying' && rows.some(({ ledger }) => ledger.bound === target)) {
      return 'the bound product being removed';
    }
  }
  return '';
}

/** Reports whether everything is over: nothing is wished, owed, open, held or in transit. */
export function isAtRest({ rows, workers, attempts, isPutBack, quiet }: State): boolean {
  return (
    !isPutBack &&
    quiet === 0 &&
    workers.every(({ at }) => at === 'idle') &&
    attempts.every(({ phase }) => phase === 'over') &&
    rows.every(isResting)
  );
}

function isResting({ ledger, wish }: Row): boolean {
  return wish === 'none' && !ledger.checkOwed && ledger.open === null;
}

function brokenAtRest(model: Model, state: State): string {
  for (const [at, row] of state.rows.entries()) {
    const broken = brokenAtRestOf(model, state, at, row);
    if (broken !== '') {
      return `at rest: ${broken}`;
    }
  }
  return '';
}

function brokenAtRestOf(model: Model, state: State, at: number, row: Row): string {
  const { ledger } = row;
  // What a restored database no longer knows is reported by the audit, and never removed.
  const isLeft = (product: State['products'][number]) =>
    product.memory === 'forgotten' && !(model.rules.draftFirst && product.isVisible);
  const ours = state.products.filter((product) => isOurs(product, aboutOf(model, at)));
  const product = productAt(state, ledger.bound);
  const counted = ours.filter((each) => each === product || !isLeft(each)).length;
  if (ledger.state === 'gone') {
    return counted > 0 ? 'a deleted product came back' : '';
  }
  if (ledger.state !== 'listed') {
    return counted > 0 ? 'in the store, but our records say it is not' : '';
  }
  if (!exists(product)) {
    // Deleted after the last look: the next audit finds it.
    return counted > 0 ? 'a deleted product came back' : '';
  }
  if (counted > 1) {
    return 'two products';
  }
  const isUnrecorded = ledger.shown === 'never' && product.isVisible && product.hand === 'none';
  return model.world.keeps && isUnrecorded ? unrecorded : standsWrong(row, product);
}

function standsWrong(
  { ledger, listed, wanted, wasDropped }: Row,
  product: State['products'][number],
): string {
  const { is, isVisible, isUnfinished, revision, hand } = product;
  if (ledger.shown === 'takenDown') {
    return isVisible && hand === 'none' ? 'delisted, and visible' : '';
  }
  if (is === 'partial') {
    return isVisible || !wasDropped ? 'a partial product' : '';
  }
  if (isUnfinished && !(wasDropped && listed === 0)) {
    return 'a part of an update on top';
  }
  if (revision !== (wasDropped && listed > 0 ? listed : wanted) && !(wasDropped && listed === 0)) {
    return 'old content in the store';
  }
  if (ledger.shown === 'shown' && !isVisible && hand === 'none') {
    return 'listed, and not visible';
  }
  return ledger.shown === 'never' && !wasDropped && !isVisible ? 'never published' : '';
}
