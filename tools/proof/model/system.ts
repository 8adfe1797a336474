import { database } from './database.ts';
import { keyOf } from './key.ts';
import { network } from './network.ts';
import { people } from './people.ts';
import { brokenIn, isAtRest, type Promises } from './promises.ts';
import { type Model, type Move, modelOf, type State, startOf } from './state.ts';
import { tidied } from './tidy.ts';
import { work } from './work.ts';
import type { Rules, World } from './world.ts';

/** What is walked: its start, what may happen next, and what must hold. */
export interface System<Of> {
  start(): Of;
  moves(state: Of): Move<Of>[];
  /** Returns a text that equal states share. */
  keyOf(state: Of): string;
  /** Returns the promise that a state breaks; '' for none. */
  brokenIn(state: Of): string;
  isAtRest(state: Of): boolean;
  /** Reports whether the model's own limits leave enough room to require an end. */
  hasRoom(state: Of): boolean;
}

/** Returns the listing protocol in a world, under rules. */
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
    // Each product may be a duplicate to remove, and each request in transit may create one.
    hasRoom: ({ budget, products, attempts }) => {
      const flying = attempts.filter(({ phase }) => phase !== 'over').length;
      return budget.attempts >= 2 + products.length + flying && products.length + flying < world.places;
    },
  };
}
