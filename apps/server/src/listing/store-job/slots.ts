import type { Clock } from '../../time/clock.ts';

/** A store that answers faster than this is quick: an intent may wait for its request behind others. */
const quickMs = 500;
/** The rank of what is recorded already: its gate is about to shut, so it goes in the order of arrival. */
const recorded = -1;

/**
 * Limits how many requests are under way. Where the store answers quickly, the intents of half as many more are
 * recorded meanwhile, so that the next request begins when one ends; where it does not, an intent would wait until its
 * gate is shut.
 */
export class Slots {
  readonly #width: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #waiting: { take: () => boolean; go: () => void; rank: number }[] = [];
  #prepared = 0;
  #underWay = 0;
  #isQuick = false;

  constructor(width: number, clock: Pick<Clock, 'monotonic'>) {
    this.#width = width;
    this.#clock = clock;
  }

  /**
   * Records what is about to be sent, and passes `send`, which waits for its turn and then sends. Of those that wait to
   * begin, the lowest rank begins first: products that go together are finished one group after the other, so that the
   * last request of one group, which few others can accompany, is under way beside the first requests of the next.
   * @returns what `work` returns
   */
  async run<Answer>(
    work: (send: <Sent>(request: () => Promise<Sent>) => Promise<Sent>) => Promise<Answer>,
    rank = 0,
  ): Promise<Answer> {
    const ahead = Math.ceil(this.#width / 2);
    await this.#taken(() => {
      const isFree = this.#prepared < this.#width + (this.#isQuick ? ahead : 0);
      this.#prepared += isFree ? 1 : 0;
      return isFree;
    }, rank);
    try {
      return await work((request) => this.#send(request));
    } finally {
      this.#prepared -= 1;
      this.#next();
    }
  }

  async #send<Sent>(request: () => Promise<Sent>): Promise<Sent> {
    await this.#taken(() => {
      const isFree = this.#underWay < this.#width;
      this.#underWay += isFree ? 1 : 0;
      return isFree;
    }, recorded);
    const began = this.#clock.monotonic();
    try {
      return await request();
    } finally {
      this.#isQuick = this.#clock.monotonic() - began < quickMs;
      this.#underWay -= 1;
      this.#next();
    }
  }

  /**
   * Takes a slot in the same step where one is free, also when many callers come at once; otherwise waits in the order
   * of ranks and then of arrival, but callers that can proceed pass those that cannot.
   */
  async #taken(take: () => boolean, rank: number): Promise<void> {
    if (!take()) {
      await new Promise<void>((resolve) => {
        const behind = this.#waiting.findIndex((other) => other.rank > rank);
        this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, { take, go: resolve, rank });
      });
    }
  }

  #next(): void {
    for (const one of [...this.#waiting]) {
      if (one.take()) {
        this.#waiting.splice(this.#waiting.indexOf(one), 1);
        one.go();
      }
    }
  }
}
