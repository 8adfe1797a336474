import { availableParallelism } from 'node:os';

/** One processor stays free for what people wait for. */
const atOnce = Math.max(1, availableParallelism() - 1);

/** Longest rest after a turn, in milliseconds. */
const restMaxMs = 250;

const waiting: (() => void)[] = [];
let taken = 0;

/**
 * The turns of one reading process: of all such processes, only a few may work at the same time. After a turn, its place
 * rests for as long as the turn took: a shop whose every answer is costly keeps a processor from others for half the
 * time at most, and a reader that waits for its shop in between loses next to nothing.
 */
export class Turns {
  #hasTurn = false;
  #begunAt = 0;
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
      const restMs = Math.min(performance.now() - this.#begunAt, restMaxMs);
      if (restMs < 1) {
        free();
      } else {
        setTimeout(free, restMs);
      }
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
    this.#begunAt = performance.now();
    taken += 1;
    for (const work of this.#held.splice(0)) {
      work();
    }
  }
}

function free(): void {
  taken -= 1;
  next();
}

function next(): void {
  while (taken < atOnce && waiting.length > 0) {
    waiting.shift()?.();
  }
}
