import type { Work } from '../engine/work.ts';
import type { StoreJob } from '../store-job/store-job.ts';
import { through, type Waiting } from './through.ts';

/**
 * The chunks of a store job that are under way, two at most: while the last products of one have their answers, the first
 * of the next are sent, so that the store's requests never run short between them. How many requests are in flight is
 * the store's limit, as ever.
 */
export class Courses {
  readonly #storeJob: StoreJob;
  /** The chunk whose last products are under way. */
  #former: Promise<Waiting[]> | null = null;

  constructor(storeJob: StoreJob) {
    this.#storeJob = storeJob;
  }

  /**
   * Takes a chunk as far as it goes; returns when the chunk before has ended, and all of this one was begun and `mayGoOn`
   * has come, or it has ended too. Returns what must wait of the chunks that have ended. The first failure is thrown
   * when nothing is under way any more.
   */
  async begin(works: readonly Work[], mayGoOn: Promise<void>): Promise<Waiting[]> {
    const former = this.#former;
    const { promise: lastBegun, resolve } = Promise.withResolvers<void>();
    const course = through(this.#storeJob, works, resolve);
    this.#former = course;
    // Thrown by `end`, or where it is waited for below; until then it must not count as unhandled.
    course.catch(() => undefined);
    try {
      const left = (await former) ?? [];
      const isBegun = Promise.all([lastBegun, mayGoOn]).then(() => null);
      const ended = await Promise.race([isBegun, course]);
      if (ended === null) {
        return left;
      }
      this.#former = null;
      return [...left, ...ended];
    } catch (thrown) {
      await course.catch(() => undefined);
      this.#former = null;
      throw thrown;
    }
  }

  /** Waits until nothing is under way, whatever becomes of it. */
  async settled(): Promise<void> {
    await this.#former?.catch(() => undefined);
  }

  /** Waits for what is under way; returns what must wait of it, or throws its failure. */
  async end(): Promise<Waiting[]> {
    const former = this.#former;
    this.#former = null;
    return (await former) ?? [];
  }
}
