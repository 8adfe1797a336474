import { availableParallelism } from 'node:os';

/** One processor stays free for what people wait for. */
const atOnce = Math.max(1, availableParallelism() - 1);

const waiting: (() => void)[] = [];
let taken = 0;

/** The turns of one reading process: of all such processes, only a few may work at the same time. */
export class Turns {
  #hasTurn = false;
  #isOver = false;
  #held: (() => void)[] = [];

  /** Calls `work`, which gives the process something to do, when it is its turn; at once while it still has the turn. */
  give(work: () => void): void {
    if (this.#hasTurn) {
      work();
      return;
    }
    this.#held.push(work);
    if (this.#held.length > 1) {
      return;
    }
    waiting.push(() => this.#begin());
    next();
  }

  /** The process reported something: it is no longer busy with what it was given. */
  done(): void {
    if (this.#hasTurn) {
      this.#hasTurn = false;
      taken -= 1;
      next();
    }
  }

  /** The process gets nothing more. */
  end(): void {
    this.#isOver = true;
    this.#held = [];
    this.done();
  }

  #begin(): void {
    if (this.#isOver) {
      return;
    }
    this.#hasTurn = true;
    taken += 1;
    for (const work of this.#held.splice(0)) {
      work();
    }
  }
}

function next(): void {
  while (taken < atOnce && waiting.length > 0) {
    waiting.shift()?.();
  }
}
