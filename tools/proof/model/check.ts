import type { System } from './system.ts';

/** Result of a walk over every reachable state. */
export interface Verdict {
  /** The promise that was broken; '' if all hold. */
  broken: string;
  /** The shortest path there, one line a move. */
  trace: string[];
  states: number;
  /** False if the walk stopped at its limit, or at a broken promise. */
  isWhole: boolean;
}

/** Maximum number of nodes in a walk: with their keys they fit into two gigabytes. */
const limit = 5_000_000;

/**
 * Walks every reachable state, breadth first. With `ends`, also checks that an end can be reached from each state that
 * has room for one.
 */
export function check<State>(system: System<State>, { ends }: { ends: boolean }): Verdict {
  const walk = new Walk(system);
  for (let at = 0; at < walk.size; at += 1) {
    const state = walk.take(at);
    const broken = system.brokenIn(state);
    if (broken !== '') {
      return { broken, trace: walk.traceTo(at), states: walk.size, isWhole: false };
    }
    if (walk.size > limit) {
      return { broken: '', trace: [], states: walk.size, isWhole: false };
    }
    walk.expand(at, state, ends);
  }
  const stuck = ends ? walk.firstStuck() : -1;
  return {
    broken: stuck < 0 ? '' : 'no way to an end',
    trace: stuck < 0 ? [] : walk.traceTo(stuck),
    states: walk.size,
    isWhole: true,
  };
}

class Walk<State> {
  readonly #system: System<State>;
  readonly #known = new Map<string, number>();
  /** States that are not expanded yet, by number. */
  readonly #open = new Map<number, State>();
  readonly #parents = new Numbers();
  readonly #from = new Numbers();
  readonly #to = new Numbers();
  readonly #ended: number[] = [];
  readonly #hasRoom: boolean[] = [];

  constructor(system: System<State>) {
    this.#system = system;
    this.#add(system.start(), -1);
  }

  get size(): number {
    return this.#known.size;
  }

  take(at: number): State {
    const state = this.#open.get(at);
    if (state === undefined) {
      throw new Error(`State ${at} was taken before.`);
    }
    this.#open.delete(at);
    return state;
  }

  expand(at: number, state: State, ends: boolean): void {
    if (ends) {
      this.#hasRoom[at] = this.#system.hasRoom(state);
      if (this.#system.isAtRest(state)) {
        this.#ended.push(at);
      }
    }
    for (const { to } of this.#system.moves(state)) {
      const next = this.#add(to, at);
      if (ends) {
        this.#from.push(at);
        this.#to.push(next);
      }
    }
  }

  #add(state: State, parent: number): number {
    const key = this.#system.keyOf(state);
    const known = this.#known.get(key);
    if (known !== undefined) {
      return known;
    }
    const at = this.#known.size;
    this.#known.set(key, at);
    this.#open.set(at, state);
    this.#parents.push(parent);
    return at;
  }

  /** Returns the moves from the start to a state, recomputed: only each state's parent is stored. */
  traceTo(at: number): string[] {
    const path: number[] = [];
    for (let each = at; each > 0; each = this.#parents.get(each)) {
      path.unshift(each);
    }
    let state = this.#system.start();
    return path.map((wanted) => {
      const move = this.#system
        .moves(state)
        .find(({ to }) => this.#known.get(this.#system.keyOf(to)) === wanted);
      if (move === undefined) {
        throw new Error(`No move leads to state ${wanted}.`);
      }
      state = move.to;
      return move.says;
    });
  }

  /** Returns the first state from which no end can be reached; -1 for none. */
  firstStuck(): number {
    const before = this.#predecessors();
    const reaches = new Uint8Array(this.size);
    const queue = [...this.#ended];
    for (const each of queue) {
      reaches[each] = 1;
    }
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const each of before(at)) {
        if (reaches[each] === 0) {
          reaches[each] = 1;
          queue.push(each);
        }
      }
    }
    return reaches.findIndex((each, at) => each === 0 && this.#hasRoom[at] === true);
  }

  #predecessors(): (at: number) => Int32Array {
    const first = new Int32Array(this.size + 1);
    for (let edge = 0; edge < this.#to.length; edge += 1) {
      const to = this.#to.get(edge) + 1;
      first[to] = (first[to] ?? 0) + 1;
    }
    for (let at = 0; at < this.size; at += 1) {
      first[at + 1] = (first[at + 1] ?? 0) + (first[at] ?? 0);
    }
    const next = first.slice();
    const sources = new Int32Array(this.#to.length);
    for (let edge = 0; edge < this.#to.length; edge += 1) {
      const to = this.#to.get(edge);
      const place = next[to] ?? 0;
      sources[place] = this.#from.get(edge);
      next[to] = place + 1;
    }
    return (at) => sources.subarray(first[at] ?? 0, first[at + 1] ?? 0);
  }
}

/** A growing list of whole numbers, four bytes each. */
class Numbers {
  #held = new Int32Array(1024);
  length = 0;

  push(number: number): void {
    if (this.length === this.#held.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.#held);
      this.#held = larger;
    }
    this.#held[this.length] = number;
    this.length += 1;
  }

  get(at: number): number {
    return this.#held[at] ?? 0;
  }
}
