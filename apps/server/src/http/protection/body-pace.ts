import type { Clock } from '../../time/clock.ts';
import { collectYoungGarbage } from './young-garbage.ts';

/** Bytes of large bodies that are read of one merchant in a second: all that 130 Mbit/s bring. */
const bytesPerSecond = 16 * 1024 ** 2;
/** Shortest wait, in milliseconds: shorter ones are added up. */
const shortestMs = 2;
/** Bytes after which what they left over is collected. */
const leftOverBytes = 8_000_000;
/** Number of merchants above which those whose turn is over are forgotten. */
const keptMax = 1000;

/**
 * Reads the large bodies of one merchant no faster than so many bytes in a second, all their uploads together. A call
 * passes between program and database several times, and each time waits for what the program reads in between: four
 * images that arrive at once as fast as the program reads made that 24 ms each time. Slow senders delay nobody.
 */
export class BodyPace {
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** Until when what was read of a merchant lasts. */
  readonly #until = new Map<string, number>();
  #leftOver = 0;

  constructor(clock: Pick<Clock, 'monotonic' | 'sleep'>) {
    this.#clock = clock;
  }

  /** Yields the parts of a body, each when it is its turn. */
  async *read(ownerId: string, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of body) {
      await this.#wait(ownerId, part.length);
      this.#leftOver += part.length;
      if (this.#leftOver >= leftOverBytes) {
        this.#leftOver = 0;
        collectYoungGarbage();
      }
      yield part;
    }
  }

  async #wait(ownerId: string, bytes: number): Promise<void> {
    const now = this.#clock.monotonic();
    const until = Math.max(now, this.#until.get(ownerId) ?? 0) + (bytes / bytesPerSecond) * 1000;
    this.#forgetOver(now);
    this.#until.set(ownerId, until);
    if (until - now >= shortestMs) {
      await this.#clock.sleep(until - now);
    }
  }

  #forgetOver(now: number): void {
    if (this.#until.size >= keptMax) {
      for (const [ownerId, until] of this.#until) {
        if (until <= now) {
          this.#until.delete(ownerId);
        }
      }
    }
  }
}
