import {
  type Attempt,
  exists,
  isOurs,
  type Model,
  notFound,
  type Product,
  productAt,
  type State,
  taken,
  withProduct,
} from './state.ts';

/** Effect of one application of a request on the store, and the store's answer. */
export interface Effect {
  state: State;
  answer: number;
}

/** Applies a request once. `isCut`: the store dies in the middle of a create. */
export function applied(model: Model, state: State, attempt: Attempt, isCut: boolean): Effect {
  return attempt.target === 0 ? created(model, state, attempt, isCut) : changed(model, state, attempt);
}

/** Applies only the first request of an update with several. It creates nothing if the product is gone. */
export function partApplied(state: State, { target }: Attempt): State {
  return exists(productAt(state, target)) ? withProduct(state, target, { isUnfinished: true }) : state;
}

function changed(model: Model, state: State, attempt: Attempt): Effect {
  const { kind, target, revision, shows } = attempt;
  const product = productAt(state, target);
  if (!exists(product)) {
    if (kind !== 'update' || model.rules.updateBy === 'id') {
      return { state, answer: notFound };
    }
    const made = created(model, state, attempt, false);
    return { ...made, state: { ...made.state, broken: 'a deleted product came back' } };
  }
  return { state: withProduct(state, target, changeOf(kind, product, revision, shows)), answer: target };
}

function changeOf(
  kind: Attempt['kind'],
  product: Product,
  revision: number,
  shows: boolean,
): Partial<Product> {
  switch (kind) {
    case 'update':
      return { is: 'whole', revision, isUnfinished: false, ...(shows && seenAs(product, true)) };
    case 'publish':
    case 'relist':
      return seenAs(product, true);
    case 'delist':
      return seenAs(product, false);
    default:
      return { is: 'gone' };
  }
}

/** A product that already has the requested visibility keeps the time of its last change. */
function seenAs(product: Product, isVisible: boolean): Partial<Product> {
  return product.isVisible === isVisible ? {} : { isVisible, hand: 'none' };
}

function created(model: Model, state: State, attempt: Attempt, isCut: boolean): Effect {
  const { store } = model.world;
  if (store !== 'none') {
    const holder = state.products.findIndex(
      (each) => each.is === 'whole' && (each.maker === 'unmanaged' || isOurs(each, attempt.about)),
    );
    const product = state.products[holder];
    if (product !== undefined) {
      if (store === 'refuse' || product.maker === 'unmanaged') {
        return { state, answer: taken };
      }
      const shown = model.rules.draftFirst ? {} : seenAs(product, true);
      const written = { revision: attempt.revision, isUnfinished: false };
      const next = withProduct(state, holder + 1, { ...written, ...shown });
      return { state: next, answer: holder + 1 };
    }
  }
  if (state.products.length >= model.world.places) {
    return { state, answer: 0 };
  }
  const product: Product = {
    is: isCut ? 'partial' : 'whole',
    maker: 'ours',
    about: attempt.about,
    revision: isCut ? 0 : attempt.revision,
    isUnfinished: false,
    isVisible: !model.rules.draftFirst,
    hand: 'none',
    memory: attempt.memory,
  };
  return {
    state: { ...state, products: [...state.products, product] },
    answer: state.products.length + 1,
  };
}
