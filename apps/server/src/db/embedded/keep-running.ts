import { setTimeout as sleep } from 'node:timers/promises';
import type { Holder } from './holder.ts';

export interface Keeping {
  /** Holds the server again, at its previous address; starts it if `mayStart` allows. */
  revive(mayStart: boolean): Promise<Holder>;
  say(line: string): void;
  /** Called once if the server did not come back in time. */
  lost(because: string): void;
  /** How long to keep trying, in milliseconds. */
  patienceMs?: number;
}

const firstWaitMs = 250;
const longestWaitMs = 10_000;

/**
 * Holds the server until `stop`, and brings it back when it is gone: at once, then with growing pauses. If somebody
 * shut it down in good order, they must start it again: this class only waits for it.
 */
export class KeptServer {
  #holder: Holder;
  readonly #keeping: Keeping;
  readonly #stop = new AbortController();

  constructor(holder: Holder, keeping: Keeping) {
    this.#holder = holder;
    this.#keeping = keeping;
    void this.#keep();
  }

  /** The session that holds the server now. */
  get holder(): Holder {
    return this.#holder;
  }

  /** Stops bringing the server back. */
  stop(): void {
    this.#stop.abort();
  }

  async #keep(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const how = await this.#holder.gone;
      if (this.#stop.signal.aborted || !(await this.#bringBack(how))) {
        return;
      }
    }
  }

  async #bringBack(how: 'stopped' | 'broke-off'): Promise<boolean> {
    const { say, revive, lost, patienceMs = 120_000 } = this.#keeping;
    say(how === 'stopped' ? 'The database was stopped.' : 'The database died. It is being started again.');
    const since = performance.now();
    let because = '';
    for (let waitMs = firstWaitMs; performance.now() - since < patienceMs; waitMs *= 2) {
      await sleep(Math.min(waitMs, longestWaitMs), undefined, { signal: this.#stop.signal }).catch(() => {});
      if (this.#stop.signal.aborted) {
        return false;
      }
      try {
        this.#holder = await revive(how === 'broke-off');
        say('The database is back.');
        return true;
      } catch (thrown) {
        because = thrown instanceof Error ? thrown.message : String(thrown);
      }
    }
    lost(because);
    return false;
  }
}
