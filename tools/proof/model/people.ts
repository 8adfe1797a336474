import { applyEvent, unfenced } from './apply-event.ts';
import { isThere } from './network.ts';
import {
  aboutOf,
  type Model,
  type Move,
  type Product,
  productAt,
  type Row,
  type State,
  spend,
  withProduct,
  withRow,
} from './state.ts';

/** Returns what people do here and in the store. */
export function people(model: Model, state: State): Move<State>[] {
  return [
    ...state.rows.flatMap((row, at) => [
      ...here(model, state, at, row),
      ...inTheStore(model, state, at, row),
    ]),
    ...unmanaged(model, state),
  ];
}

/** Actions in our console. Nothing is requested while the database is restored. */
function here(model: Model, state: State, at: number, row: Row): Move<State>[] {
  const { ledger, wish } = row;
  const { budget } = state;
  const moves: Move<State>[] = [];
  if (state.isPutBack) {
    return moves;
  }
  if (budget.edits > 0 && (wish === 'list' || ledger.state === 'listed')) {
    const to = applyEvent(
      model,
      withRow(spend(state, 'edits'), at, { wanted: row.wanted + 1, wish: 'list' }),
      at,
      { name: 'edited' },
      unfenced,
    );
    moves.push({ says: 'a person lists a newer revision', to });
  }
  if (budget.actions > 0 && ledger.bound > 0 && ledger.state !== 'gone') {
    for (const act of ['delist', 'relist'] as const) {
      const isSo = (ledger.shown === 'takenDown') === (act === 'delist') && wish === 'none';
      if (wish !== act && !isSo) {
        const wasDropped = row.wasDropped || wish === 'list';
        const to = withRow(spend(state, 'actions'), at, { wish: act, wasDropped });
        moves.push({ says: `a person wants to ${act} it`, to });
      }
    }
  }
  const mayAccept = ledger.state === 'listed' && ledger.shown === 'never' && ledger.open === null;
  if (budget.accepts > 0 && mayAccept && wish === 'none' && row.listed > 0) {
    const to = withRow(spend(state, 'accepts'), at, { wish: 'publish' });
    moves.push({ says: 'a person publishes it as the store keeps it', to });
  }
  const mayList = ledger.state !== 'gone' && ledger.state !== 'conflict' && ledger.state !== 'refused';
  if (budget.lists > 0 && wish !== 'list' && mayList) {
    const isListed = ledger.state === 'listed' && ledger.listedIsWanted && ledger.shown === 'shown';
    if (!isListed) {
      const to = withRow(spend(state, 'lists'), at, { wish: 'list', wasDropped: false });
      moves.push({ says: 'a person lists it again', to });
    }
  }
  if (budget.cancels > 0 && wish !== 'none') {
    moves.push({ says: 'a person cancels', to: cancelled(model, spend(state, 'cancels'), at, row) });
  }
  return moves;
}

function cancelled(model: Model, state: State, at: number, row: Row): State {
  const change = { wish: 'none', wasDropped: true } as const;
  return model.rules.cancel === 'forgets' && row.ledger.open === 'create'
    ? applyEvent(model, state, at, { name: 'neverMade' }, -1, change)
    : withRow(state, at, change);
}

/** Actions in the store's own administration. */
function inTheStore(model: Model, state: State, at: number, row: Row): Move<State>[] {
  const { bound, state: stands } = row.ledger;
  const { budget, products } = state;
  const product = productAt(state, bound);
  const moves: Move<State>[] = [];
  if (product === undefined || !isThere(state, at)) {
    return moves;
  }
  if (budget.deletes > 0 && stands === 'listed' && product.is === 'whole') {
    const to = withProduct(spend(state, 'deletes'), bound, { is: 'gone' });
    moves.push({ says: 'the merchant deletes the product in the store', to });
  }
  if (budget.copies > 0 && stands === 'listed' && products.length < model.world.places) {
    const copy: Product = {
      ...product,
      maker: 'copy',
      isVisible: true,
      hand: 'none',
      about: aboutOf(model, at),
    };
    const to = { ...spend(state, 'copies'), products: [...products, copy] };
    moves.push({ says: 'the merchant duplicates the product in the store, with our key', to });
  }
  if (budget.hands > 0 && product.is === 'whole') {
    const hand = row.recent > 0 ? 'inside' : 'after';
    const to = withProduct(spend(state, 'hands'), bound, { isVisible: !product.isVisible, hand });
    const does = product.isVisible ? 'hides' : 'publishes';
    const when = hand === 'inside' ? 'while a request of ours might land' : 'when none of ours can land';
    moves.push({ says: `the merchant ${does} the product by hand, ${when}`, to });
  }
  return moves;
}

function unmanaged(model: Model, state: State): Move<State>[] {
  if (state.budget.unmanaged === 0 || state.products.length >= model.world.places) {
    return [];
  }
  const product: Product = {
    is: 'whole',
    maker: 'unmanaged',
    about: 0,
    revision: 9,
    isUnfinished: false,
    isVisible: true,
    hand: 'none',
    memory: 'known',
  };
  const to = { ...spend(state, 'unmanaged'), products: [...state.products, product] };
  return [{ says: 'somebody else makes a product with our code', to }];
}
