import { asOwner, type Db } from '../../db/database.ts';
import { applyChanges, type Change } from './apply.ts';
import type { ListingRow } from './ledger.ts';

/** The most changes in one transaction: they include product contents. */
const changesMax = 100;

/**
 * The result of a change: the row with its new token; or another worker wrote it meanwhile; or sending is held, and
 * nothing was written.
 */
export type Recorded = { row: ListingRow } | 'fenced' | 'held';

interface Waiting {
  change: Change;
  done(recorded: Recorded): void;
  failed(thrown: unknown): void;
}

/**
 * Writes the changes of one store job to the ledger. While one transaction is under way, new changes queue up, and the
 * next one takes them all: as many transactions as the database can handle, and no change waits for a timer.
 */
export class Recorder {
  readonly #db: Db;
  readonly #place: { ownerId: string; shopId: string };
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(db: Db, place: { ownerId: string; shopId: string }) {
    this.#db = db;
    this.#place = place;
  }

  /**
   * Resolves once the change is committed. Rejects where the database could not be reached; whether the change is
   * committed is then unknown.
   */
  record(change: Change): Promise<Recorded> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, done: resolve, failed: reject });
      void this.#write();
    });
  }

  async #write(): Promise<void> {
    if (this.#isWriting) {
      return;
    }
    this.#isWriting = true;
    try {
      // Changes of the same turn of the event loop are included.
      await Promise.resolve();
      for (let some = this.#next(); some.length > 0; some = this.#next()) {
        await this.#commit(some);
      }
    } finally {
      this.#isWriting = false;
    }
  }

  /** Returns the next changes that go together; of two changes of one row, the second waits for the first. */
  #next(): Waiting[] {
    const rows = new Set<string>();
    const some: Waiting[] = [];
    const others: Waiting[] = [];
    for (const each of this.#waiting) {
      const { id } = each.change.row;
      if (some.length < changesMax && !rows.has(id)) {
        some.push(each);
      } else {
        others.push(each);
      }
      rows.add(id);
    }
    this.#waiting = others;
    return some;
  }

  async #commit(some: readonly Waiting[]): Promise<void> {
    try {
      const { rows, isHeld } = await asOwner(this.#db, this.#place.ownerId, (db) =>
        applyChanges(
          db,
          this.#place,
          some.map(({ change }) => change),
        ),
      );
      for (const [at, { change, done }] of some.entries()) {
        const row = rows[at];
        done(row ? { row } : change.opens && isHeld ? 'held' : 'fenced');
      }
    } catch (thrown) {
      if (some.length === 1) {
        some[0]?.failed(thrown);
        return;
      }
      // Whichever change failed, the others must not fail with it.
      for (const each of some) {
        await this.#commit([each]);
      }
    }
  }
}
