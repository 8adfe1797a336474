import type { Db } from '../../db/database.ts';
import { analyzeGrown } from '../../db/statistics.ts';
import { matchFresh } from './match-similar.ts';

/** A source that gives nothing for so long, in milliseconds, leaves time for a search. */
const waitedMs = 200;
/** Fewest new products for which a search begins. */
const freshFrom = 1000;
/**
 * And the part of all that were saved: each search reads the keys of all products once. At a fifth of all, the tables
 * have grown by a quarter, which is when they are analysed.
 */
const freshShare = 0.2;

/**
 * Searches for similar products, and analyses the tables that grew, while a run waits for its source. What fails here is
 * done when the run ends.
 */
export class SearchBeside {
  readonly #search: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #searching: Promise<void> | null = null;
  #fresh = 0;
  #saved = 0;

  constructor(db: Db, ownerId: string, signal: AbortSignal) {
    this.#search = async () => {
      await matchFresh(db, ownerId, signal);
      await analyzeGrown(db);
    };
  }

  /** So many new products were saved. */
  saved(added: number): void {
    this.#fresh += added;
    this.#saved += added;
  }

  /** From now on, the run waits for its source. */
  waits(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), waitedMs);
  }

  /** The source gave something. */
  goesOn(): void {
    clearTimeout(this.#timer);
  }

  /** Ends once a search that has begun has ended. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#searching;
  }

  #begin(): void {
    if (this.#searching !== null || this.#fresh < Math.max(freshFrom, freshShare * this.#saved)) {
      return;
    }
    this.#fresh = 0;
    this.#searching = this.#search()
      .catch(() => undefined)
      .finally(() => {
        this.#searching = null;
      });
  }
}
