import { database } from './database.ts';
import { keyOf } from './key.ts';
import { network } from './network.ts';
import { people } from './people.ts';
import { brokenIn, isAtRest, type Promises } from './promises.ts';
import { type Model, type Move, modelOf, type State, startOf } from './state.ts';
import { tidied } from './tidy.ts';
import { work } from './work.ts';
import type { Rules, World } from './world.ts';

/** What is walked: where it begins, what may happen next, and what must hold. */
export interface System<Of> {
  start(): Of;
  moves(state: Of): Move<Of>[];
  /** A text that equal states share. */
  keyOf(state: Of): string;
  /** The promise that a state breaks; '' for none. */
  brokenIn(state: Of): string;
  isAtRest(state: Of): boolean;
  /** Whether the model's own limits are far enough to ask for an end. */
  hasRoom(state: Of): boolean;
}

/** The listing protocol in a world, under rules. */
export function listing(world: World, rules: Rules, promises: Promises): System<State> {
  const model: Model = modelOf(world, rules);
  return {
    start: () => startOf(model),
    moves: (state) =>
      [
        ...work(model, state),
        ...network(model, state),
        ...people(model, state),
        ...database(model, state),
      ].map(({ says, to }) => ({ says, to: tidied(to) })),
    keyOf,
    brokenIn: (state) => brokenIn(model, promises, state),
    isAtRest,
    // Each product may be a duplicate that is to be removed, and each request that flies may make one.
    hasRoom: ({ budget, products, attempts }) => {
      const flying = attempts.filter(({ phase }) => phase !== 'over').length;
      return budget.attempts >= 2 + products.length + flying && products.length + flying < world.places;
    },
  };
}
