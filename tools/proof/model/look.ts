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

/** Everything that a worker may find as it reads a row and looks at the store, and then holds to decide by. */
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
  const found = lookFor === 'first' || lookFor === 'doubt' || row.ledger.bound === 0;
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

type Evidence = Pick<Extract<Worker, { at: 'decides' }>, 'place' | 'double' | 'isStranger'>;

/** What the look-up finds of a product that is bound to nothing. */
function candidates(model: Model, state: State, at: number): Evidence[] {
  const { rules } = model;
  const about = aboutOf(model, at);
  const isStranger =
    rules.accept === 'key' && state.products.some((each) => exists(each) && each.maker === 'stranger');
  const found = placesOf(state, (product) => isCandidate(model, product, about));
  const visible = found.filter((place) => productAt(state, place)?.isVisible);
  const chosen = rules.preferVisible && visible.length > 0 ? visible.slice(0, 1) : found;
  const some = rules.preferVisible ? chosen.slice(0, 1) : chosen;
  const evidence = some.map((place): Evidence => ({ place, double: 0, isStranger }));
  const isMissed = evidence.length === 0 || rules.look === 'search';
  return isMissed ? [...evidence, { place: 0, double: 0, isStranger }] : evidence;
}

/** What the rules take for ours. */
function isCandidate({ rules }: Model, product: Product, about: number): boolean {
  if (!exists(product) || (rules.look !== 'all' && product.is === 'partial')) {
    return false;
  }
  return isOurs(product, about) || (product.maker === 'stranger' && rules.accept === 'any code');
}

/** What a look by id, or an after-check, finds of a product that is bound. */
function own(model: Model, state: State, row: Row, at: number, lookFor: LookFor): Evidence {
  const open = state.attempts[row.attempt];
  const target = lookFor === 'byId' && open !== undefined ? open.target : row.ledger.bound;
  const isThere = exists(productAt(state, target));
  const [double = 0] = lookFor === 'check' ? doubles(model, state, row, at) : [];
  return { place: isThere ? target : 0, double, isStranger: false };
}

/** Duplicates beside the bound product that may be removed. */
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
