interface Waiting<Asked, Answer> {
  asked: Asked;
  done(answer: Answer): void;
  failed(thrown: unknown): void;
}

/**
 * Answers questions together: those asked in one turn of the event loop, and those that wait while others are being
 * answered. No answer is older than its question.
 */
export class Gathered<Asked, Answer> {
  readonly #answer: (asked: readonly Asked[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Asked, Answer>[] = [];
  #isAnswering = false;

  /** `answer` returns an answer for each question, in their order. */
  constructor(answer: (asked: readonly Asked[]) => Promise<readonly Answer[]>) {
    this.#answer = answer;
  }

  /** Rejects with what the questions that were asked together failed with. */
  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, done: resolve, failed: reject });
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#isAnswering) {
      return;
    }
    this.#isAnswering = true;
    // Questions of the same turn of the event loop are included.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const some = this.#waiting;
      this.#waiting = [];
      await this.#settle(some);
    }
    this.#isAnswering = false;
  }

  async #settle(some: readonly Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.#answer(some.map(({ asked }) => asked));
      for (const [at, { done, failed }] of some.entries()) {
        const answer = answers[at];
        if (answer === undefined) {
          failed(new Error(`No answer to question ${at + 1} of ${some.length}`));
        } else {
          done(answer);
        }
      }
    } catch (thrown) {
      for (const { failed } of some) {
        failed(thrown);
      }
    }
  }
}
