/**
 * Saves in the order given, while more is on its way; what waits when a save ends is saved together. Whoever adds waits
 * once too much is waiting, so that memory stays flat.
 */
export class SaveQueue<Item> {
  readonly #save: (together: Item[]) => Promise<void>;
  readonly #waitingMax: number;
  #waiting: Item[] = [];
  #saving: Promise<void> | null = null;

  constructor(save: (together: Item[]) => Promise<void>, waitingMax: number) {
    this.#save = save;
    this.#waitingMax = waitingMax;
  }

  /** Nothing is being saved or waits. */
  get idle(): boolean {
    return this.#saving === null;
  }

  /** Rejects with the failure of an earlier save. */
  async add(item: Item): Promise<void> {
    this.#waiting.push(item);
    this.#saving ??= this.#begin();
    while (this.#saving !== null && this.#waiting.length >= this.#waitingMax) {
      await this.#saving;
    }
  }

  /** Waits until all is saved. */
  async drain(): Promise<void> {
    while (this.#saving !== null) {
      await this.#saving;
    }
  }

  /** After a failure nothing more is saved, and everybody who waits hears of it. */
  #begin(): Promise<void> {
    const saving = this.#save(this.#waiting.splice(0)).then(() => {
      this.#saving = this.#waiting.length > 0 ? this.#begin() : null;
    });
    // It is thrown where it is waited for; until then it must not count as unhandled.
    saving.catch(() => undefined);
    return saving;
  }
}
