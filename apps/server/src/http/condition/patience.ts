import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@bowerbird/contract/errors';
import type { Db } from '../../db/database.ts';

/** Limits of how long a call waits for a database that does not respond, in milliseconds. */
export interface PatienceTimes {
  /** After this, the database is asked whether it responds at all. */
  askAfterMs: number;
  /** A database that has not responded after this does not respond. */
  respondsWithinMs: number;
}

const usual: PatienceTimes = { askAfterMs: 20_000, respondsWithinMs: 15_000 };

/**
 * Ends the wait for a database that does not respond, by name: a connection without a response is given up only after
 * minutes (`db/database.ts`), and nobody waits that long for a page. A call that takes long for another reason is
 * never ended.
 */
export class Patience {
  readonly #db: () => Db;
  readonly #times: PatienceTimes;
  /** The question that is under way: callers at the same time share it. */
  #asking: Promise<boolean> | null = null;

  /** @param db returns the database that calls use */
  constructor(db: () => Db, times: PatienceTimes = usual) {
    this.#db = db;
    this.#times = times;
  }

  /** Returns the result of the work, or throws `database.unreachable` while the work waits in vain. */
  async within<Result>(work: Promise<Result>): Promise<Result> {
    let gaveUp: (why: AppError) => void = () => undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      gaveUp = reject;
    });
    // Without an `AbortController`, which would take a thirtieth of the processor time of each call.
    const asking = setInterval(async () => {
      if (!(await this.#responds())) {
        gaveUp(new AppError('database.unreachable', 'the database does not respond', { waitMs: 10_000 }));
      }
    }, this.#times.askAfterMs);
    asking.unref();
    try {
      return await Promise.race([work, limit]);
    } finally {
      clearInterval(asking);
    }
  }

  #responds(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const asked = this.#db()
      .selectFrom('installation')
      .select('id')
      .executeTakeFirst()
      .then(
        () => true,
        () => false,
      );
    return await Promise.race([asked, sleep(this.#times.respondsWithinMs, false, { ref: false })]);
  }
}
