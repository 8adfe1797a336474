import {
  aboutOf,
  exists,
  isOurs,
  type LookFor,
  type Model,
  type Move,
  type Product,
  productAt,
  type Row,
  type State,
  type Worker,
  withWorker,
} from './state.ts';

/** Returns everything that a worker may find when it reads a row and looks at the store, and then decides by. */
export function looks(
  model: Model,
  state: State,
  worker: number,
  at: number,
  lookFor: LookFor,
): Move<State>[] {
  const row = state.rows[at];
  if (row === undefined) {
    return [];
  }
  const found = lookFor === 'first' || lookFor === 'inDoubt' || row.ledger.bound === 0;
  const evidence = found ? candidates(model, state, at) : [own(model, state, row, at, lookFor)];
  return evidence.map((each) => {
    const holds: Worker = {
      at: 'decides',
      row: at,
      for: lookFor,
      ...each,
      seen: productAt(state, each.place) ?? null,
      isAged: row.ages === 0,
      wish: row.wish,
    };
    const thing = each.place > 0 ? `product ${each.place}` : 'not there';
    const says = `worker ${worker + 1} reads the row and looks (${lookFor}): ${thing}${each.double ? `, and a duplicate, product ${each.double}` : ''}`;
    return { says, to: withWorker(state, worker, holds) };
  });
}

type Evidence = Pick<Extract<Worker, { at: 'decides' }>, 'place' | 'double' | 'isUnmanaged'>;

/** Returns what the look-up finds for an unbound product. */
function candidates(model: Model, state: State, at: number): Evidence[] {
  const { rules } = model;
  const about = aboutOf(model, at);
  const isUnmanaged =
    rules.accept === 'key' && state.products.some((each) => exists(each) && each.maker === 'unmanaged');
  const found = placesOf(state, (product) => isCandidate(model, product, about));
  const visible = found.filter((place) => productAt(state, place)?.isVisible);
  const chosen = rules.preferVisible && visible.length > 0 ? visible.slice(0, 1) : found;
  const some = rules.preferVisible ? chosen.slice(0, 1) : chosen;
  const evidence = some.map((place): Evidence => ({ place, double: 0, isUnmanaged }));
  const isMissed = evidence.length === 0 || rules.look === 'search';
  return isMissed ? [...evidence, { place: 0, double: 0, isUnmanaged }] : evidence;
}

/** Reports whether the rules accept a product as ours. */
function isCandidate({ rules }: Model, product: Product, about: number): boolean {
  if (!exists(product) || (rules.look !== 'all' && product.is === 'partial')) {
    return false;
  }
  return isOurs(product, about) || (product.maker === 'unmanaged' && rules.accept === 'any code');
}

/** Returns what a look by id, or an after-check, finds of a bound product. */
function own(model: Model, state: State, row: Row, at: number, lookFor: LookFor): Evidence {
  const open = state.attempts[row.attempt];
  const target = lookFor === 'byId' && open !== undefined ? open.target : row.ledger.bound;
  const isThere = exists(productAt(state, target));
  const [double = 0] = lookFor === 'check' ? doubles(model, state, row, at) : [];
  return { place: isThere ? target : 0, double, isUnmanaged: false };
}

/** Returns duplicates beside the bound product that may be removed. */
function doubles({ rules, ...model }: Model, state: State, row: Row, at: number): number[] {
  const about = aboutOf({ rules, ...model }, at);
  return placesOf(state, (product, place) => {
    if (place === row.ledger.bound || !exists(product)) {
      return false;
    }
    if (rules.removes === 'our key' && product.maker === 'copy') {
      return true;
    }
    const isUntouched = product.memory !== 'forgotten' && !(rules.draftFirst && product.isVisible);
    return isOurs(product, about) && isUntouched;
  });
}

function placesOf(state: State, is: (product: Product, place: number) => boolean): number[] {
  return state.products.flatMap((product, at) => (is(product, at + 1) ? [at + 1] : []));
}
