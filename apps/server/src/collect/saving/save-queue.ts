export interface SaveQueueOptions<Item> {
  weightOf(item: Item): number;
  /** Most weight saved together; a heavier item is saved alone. */
  togetherMax: number;
  /** Callers of `add` wait while this much waits to be saved, so that memory use stays flat. */
  waitingMax: number;
}

/** Saves in the given order while more arrives; everything that waits when a save ends is saved together. */
export class SaveQueue<Item> {
  readonly #save: (together: Item[]) => Promise<void>;
  readonly #options: SaveQueueOptions<Item>;
  #waiting: Item[] = [];
  #weight = 0;
  #saving: Promise<void> | null = null;

  constructor(save: (together: Item[]) => Promise<void>, options: SaveQueueOptions<Item>) {
    this.#save = save;
    this.#options = options;
  }

  /** True if nothing is being saved and nothing waits. */
  get idle(): boolean {
    return this.#saving === null;
  }

  /** Rejects with the failure of an earlier save. */
  async add(item: Item): Promise<void> {
    this.#waiting.push(item);
    this.#weight += this.#options.weightOf(item);
    this.#saving ??= this.#begin();
    while (this.#saving !== null && this.#weight >= this.#options.waitingMax) {
      await this.#saving;
    }
  }

  /** Waits until everything is saved. */
  async drain(): Promise<void> {
    while (this.#saving !== null) {
      await this.#saving;
    }
  }

  /** After a failure, saves nothing more and rejects everything that waits. */
  #begin(): Promise<void> {
    const saving = this.#save(this.#takeTogether()).then(() => {
      this.#saving = this.#waiting.length > 0 ? this.#begin() : null;
    });
    // The error is thrown where it is awaited; until then it must not count as unhandled.
    saving.catch(() => undefined);
    return saving;
  }

  #takeTogether(): Item[] {
    const { weightOf, togetherMax } = this.#options;
    let weight = 0;
    const tooMany = this.#waiting.findIndex((item, index) => {
      weight += weightOf(item);
      return index > 0 && weight > togetherMax;
    });
    const together = this.#waiting.splice(0, tooMany === -1 ? this.#waiting.length : tooMany);
    this.#weight -= together.reduce((sum, item) => sum + weightOf(item), 0);
    return together;
  }
}
