import type { Move } from '../state.ts';
import type { System } from '../system.ts';
import { type CategoryState, type CategoryWorker, idleCategory } from './state.ts';

/** Rules for creating in a store a category that several runs need. */
export interface CategoryRules {
  /** Looked up and created under one lock for the shop and the name. */
  lock: boolean;
  /** Recorded before it is created; while that is in doubt, no other run creates one. */
  attempt: boolean;
  /** Looked up in the store before it is created. */
  look: boolean;
}

/** What can happen to it. */
export interface CategoryWorld {
  deadline: number;
  lateness: number;
  runs: number;
  /** Total number of requests that create it. */
  makes: number;
  /** How often the merchant creates one of the same name. */
  merchants: number;
}

/** Models two runs that need the same new category: there must never be two of ours. */
export function category(world: CategoryWorld, rules: CategoryRules): System<CategoryState> {
  return {
    start: () => ({
      isKnown: false,
      isOpen: false,
      ages: -1,
      lock: -1,
      flights: [],
      ours: 0,
      merchants: 0,
      makes: world.makes,
      hands: world.merchants,
      workers: Array.from({ length: world.runs }, () => idleCategory),
    }),
    moves: (state) => [
      ...state.workers.flatMap((worker, each) => steps(world, rules, state, each, worker)),
      ...flights(state),
      ...time(state),
      ...merchant(state),
    ],
    keyOf: (state) => JSON.stringify(state),
    brokenIn: ({ ours }) => (ours > 1 ? 'two categories made' : ''),
    isAtRest: ({ workers, flights: flying }) =>
      flying.length === 0 && workers.every(({ at }) => at === 'done'),
    hasRoom: ({ makes }) => makes > 0,
  };
}

function steps(
  world: CategoryWorld,
  rules: CategoryRules,
  state: CategoryState,
  each: number,
  worker: CategoryWorker,
): Move<CategoryState>[] {
  const name = `run ${each + 1}`;
  const becomes = (says: string, next: CategoryWorker, change: Partial<CategoryState> = {}) => ({
    says: `${name} ${says}`,
    to: { ...state, ...change, workers: state.workers.with(each, next) },
  });
  const unlocked = state.lock === each ? -1 : state.lock;
  const ends = (says: string, change: Partial<CategoryState> = {}) =>
    becomes(says, { at: 'done' }, { isKnown: true, isOpen: false, ages: -1, lock: unlocked, ...change });
  if (worker.at === 'done') {
    return [];
  }
  if (worker.at === 'idle') {
    if (state.isKnown) {
      return [ends('knows it')];
    }
    const isFree = !rules.lock || state.lock < 0;
    return isFree ? [becomes('takes the lock', { at: 'looks' }, rules.lock ? { lock: each } : {})] : [];
  }
  const killed = becomes('is killed', idleCategory, { lock: unlocked });
  switch (worker.at) {
    case 'looks': {
      const isThere = rules.look && state.ours + state.merchants > 0;
      const isAged = state.ages === 0;
      const found = isThere ? 'finds it' : 'does not find it';
      return [killed, becomes(found, { at: 'decides', isThere, isAged })];
    }
    case 'decides': {
      if (worker.isThere || state.isKnown) {
        return [killed, ends('notes it')];
      }
      if (rules.attempt && state.isOpen && !worker.isAged) {
        const ages = state.ages < 0 ? world.deadline + world.lateness : state.ages;
        return [killed, becomes('waits for what is in doubt', idleCategory, { ages, lock: unlocked })];
      }
      const gate: CategoryWorker = { at: 'gate', left: world.deadline };
      const change = { makes: state.makes - 1, ...(rules.attempt && { isOpen: true, ages: -1 }) };
      return state.makes === 0 ? [killed] : [killed, becomes('goes to its gate', gate, change)];
    }
    case 'gate': {
      if (worker.left === 0) {
        return [killed, becomes('is too late to send', idleCategory, { isOpen: false, lock: unlocked })];
      }
      const flight = { left: world.lateness, by: each };
      return [killed, becomes('sends', { at: 'requested' }, { flights: [...state.flights, flight] })];
    }
    default: {
      const unconfirmed = becomes('hears nothing that is known', idleCategory, { lock: unlocked });
      return worker.isMade ? [killed, unconfirmed, ends('hears that it was made')] : [killed, unconfirmed];
    }
  }
}

function flights(state: CategoryState): Move<CategoryState>[] {
  return state.flights.flatMap((flight, at) => {
    const left = state.flights.filter((_, each) => each !== at);
    const workers = state.workers.map(
      (worker, each): CategoryWorker =>
        each === flight.by && worker.at === 'requested' ? { at: 'requested', isMade: true } : worker,
    );
    return [
      { says: 'the store makes it', to: { ...state, flights: left, workers, ours: state.ours + 1 } },
      { says: 'the request is lost', to: { ...state, flights: left } },
    ];
  });
}

function time(state: CategoryState): Move<CategoryState>[] {
  const isTimed =
    state.ages > 0 ||
    state.flights.length > 0 ||
    state.workers.some((worker) => worker.at === 'gate' && worker.left > 0);
  if (!isTimed || state.flights.some(({ left }) => left === 0)) {
    return [];
  }
  const to: CategoryState = {
    ...state,
    ages: state.ages > 0 ? state.ages - 1 : state.ages,
    flights: state.flights.map((each) => ({ ...each, left: each.left - 1 })),
    workers: state.workers.map((worker) =>
      worker.at === 'gate' ? { ...worker, left: Math.max(0, worker.left - 1) } : worker,
    ),
  };
  return [{ says: 'time passes', to }];
}

function merchant(state: CategoryState): Move<CategoryState>[] {
  const to = { ...state, merchants: state.merchants + 1, hands: state.hands - 1 };
  return state.hands > 0 ? [{ says: 'the merchant makes one of the same name', to }] : [];
}
