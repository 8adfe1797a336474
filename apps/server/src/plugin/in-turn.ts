/**
 * Runs work one after another by key. Waiting work holds no resource that others need, such as a database connection.
 */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>();

  async work<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) {
        this.#last.delete(key);
      }
    }
  }
}
