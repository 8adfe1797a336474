import { AsyncLocalStorage } from 'node:async_hooks';

/** A process that can be stopped and continued at any point of its work. */
export interface Stoppable {
  stop(): void;
  goOn(): void;
}

interface Call {
  beganAt: number;
}

/** Longest stretch in which processes stand still, in milliseconds. */
export const stretchMs = 200;
/** How long they work at least after such a stretch, in milliseconds. */
export const workMs = 50;

/**
 * Lets the processes of low priority stand still while somebody waits for a call: a low priority alone lets a process
 * that works go on until the system's next tick, and a call that passes between program and database several times
 * waits for it again and again. A call that waits for these processes itself does not count (`callWaits`), nor does any
 * other after a fifth of a second; and under calls without end the processes still work for a fifth of the time.
 */
export class StandingStill {
  readonly #processes = new Set<Stoppable>();
  /** Times at which the calls that are being answered began. */
  readonly #calls = new Set<Call>();
  readonly #current = new AsyncLocalStorage<Call>();
  #isStopped = false;
  #worksUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  /** A process has work to do; returns the function for when it has done it, or has ended. */
  works(process: Stoppable): () => void {
    this.#processes.add(process);
    if (this.#isStopped) {
      process.stop();
    } else {
      this.#look();
    }
    return () => {
      if (this.#processes.delete(process) && this.#isStopped) {
        process.goOn();
      }
    };
  }

  /** A call is being answered, by what `within` starts, until `end`. */
  answers(): { within(answer: () => void): void; end(): void } {
    const call = { beganAt: performance.now() };
    this.#calls.add(call);
    this.#look();
    return { within: (answer) => this.#current.run(call, answer), end: () => this.#forget(call) };
  }

  /** The call that is being answered here waits for a process from now on. */
  callWaits(): void {
    const call = this.#current.getStore();
    if (call) {
      this.#forget(call);
    }
  }

  #forget(call: Call): void {
    this.#calls.delete(call);
    if (this.#isStopped && !this.#somebodyWaits()) {
      this.#goOn();
    }
  }

  #look(): void {
    const now = performance.now();
    if (this.#isStopped || this.#processes.size === 0 || !this.#somebodyWaits()) {
      return;
    }
    if (now < this.#worksUntil) {
      this.#timer ??= this.#after(this.#worksUntil - now, () => this.#look());
      return;
    }
    this.#isStopped = true;
    for (const process of this.#processes) {
      process.stop();
    }
    clearTimeout(this.#timer);
    this.#timer = this.#after(stretchMs, () => {
      this.#worksUntil = performance.now() + workMs;
      this.#goOn();
    });
  }

  #goOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isStopped = false;
    for (const process of this.#processes) {
      process.goOn();
    }
    this.#look();
  }

  #somebodyWaits(): boolean {
    const since = performance.now() - stretchMs;
    return this.#calls.values().some(({ beganAt }) => beganAt > since);
  }

  /** Keeps the program alive: nothing else continues what it has stopped. */
  #after(ms: number, then: () => void): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = undefined;
      then();
    }, ms);
  }
}

/** Of this program: its calls, and the processes it has started. */
export const standingStill = new StandingStill();
