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
  readonly #waiting: { mayGo: () => boolean; go: () => void }[] = [];
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
    await this.#until(() => this.#prepared < this.#width + (this.#isQuick ? ahead : 0));
    this.#prepared += 1;
    try {
      return await work((request) => this.#send(request));
    } finally {
      this.#prepared -= 1;
      this.#next();
    }
  }

  async #send<Sent>(request: () => Promise<Sent>): Promise<Sent> {
    await this.#until(() => this.#underWay < this.#width);
    this.#underWay += 1;
    const began = this.#clock.monotonic();
    try {
      return await request();
    } finally {
      this.#isQuick = this.#clock.monotonic() - began < quickMs;
      this.#underWay -= 1;
      this.#next();
    }
  }

  /** In the order in which they came, but those who can go pass by those who cannot. */
  async #until(mayGo: () => boolean): Promise<void> {
    if (mayGo()) {
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push({ mayGo, go: resolve });
    });
    // Another may have taken the place in the meantime.
    await this.#until(mayGo);
  }

  #next(): void {
    const at = this.#waiting.findIndex(({ mayGo }) => mayGo());
    if (at !== -1) {
      this.#waiting.splice(at, 1)[0]?.go();
    }
  }
}
