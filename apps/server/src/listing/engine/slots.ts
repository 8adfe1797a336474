import type { Clock } from '../../clock.ts';

/** A store that answers in less is quick: an intent may wait for its request behind others'. */
const quickMs = 500;

/**
 * Lets so many requests be under way at a time. Where the store answers quickly, the intents of half as many more are written down
 * meanwhile, so that the next request begins when one ends; where it does not, an intent would wait until its gate is shut.
 */
export class Slots {
  readonly #width: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #waiting: { take: () => boolean; go: () => void }[] = [];
  #prepared = 0;
  #underWay = 0;
  #isQuick = false;

  constructor(width: number, clock: Pick<Clock, 'monotonic'>) {
    this.#width = width;
    this.#clock = clock;
  }

  /**
   * Writes down what is about to be sent, and hands over `send`, which waits for its turn and then sends.
   * @returns what `work` answers
   */
  async run<Answer>(
    work: (send: <Sent>(request: () => Promise<Sent>) => Promise<Sent>) => Promise<Answer>,
  ): Promise<Answer> {
    const ahead = Math.ceil(this.#width / 2);
    await this.#taken(() => {
      const isFree = this.#prepared < this.#width + (this.#isQuick ? ahead : 0);
      this.#prepared += isFree ? 1 : 0;
      return isFree;
    });
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
    });
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
   * Takes a place where one is free, in the same step, as many come at once; else waits for it, in the order in which they came, but
   * those who can go pass by those who cannot.
   */
  async #taken(take: () => boolean): Promise<void> {
    if (!take()) {
      await new Promise<void>((resolve) => {
        this.#waiting.push({ take, go: resolve });
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
