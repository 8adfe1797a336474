import { comparePrices } from '@bowerbird/catalog/pricing/price';

/** Keeps the few items with the highest rank, a decimal; of equal ranks the one with the lower id. */
export class Best<Item> {
  readonly #max: number;
  #held: { rank: string; id: string; item: Item }[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes the item if it is among the best so far; only then calls `make`. */
  offer(rank: string, id: string, make: () => Item): void {
    const last = this.#held.at(-1);
    if (this.#held.length === this.#max && last && !isBefore({ rank, id }, last)) {
      return;
    }
    const at = this.#held.findIndex((held) => isBefore({ rank, id }, held));
    this.#held.splice(at === -1 ? this.#held.length : at, 0, { rank, id, item: make() });
    this.#held = this.#held.slice(0, this.#max);
  }

  /** Returns the items, best first. */
  items(): Item[] {
    return this.#held.map(({ item }) => item);
  }
}

interface Ranked {
  rank: string;
  id: string;
}

function isBefore(one: Ranked, other: Ranked): boolean {
  const order = comparePrices(one.rank, other.rank);
  return order === 0 ? one.id < other.id : order > 0;
}
