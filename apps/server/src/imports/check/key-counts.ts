import type { KeyCount, MatchKey } from '@bowerbird/contract/files/imports';
import type { ReadProduct } from './compared.ts';

/** Products that match several, named for each key; and the longest text of their values. */
const examplesMax = 3;
const valueMax = 100;

/** Counts how many products of a file a key matches: once, not at all, several times. */
export class KeyCounts {
  readonly #count: KeyCount;

  constructor(key: MatchKey) {
    this.#count = { key, one: 0, none: 0, several: 0, examples: [] };
  }

  /** `values` are those of the key. */
  add(found: 'one' | 'none' | 'several', { span, product }: ReadProduct, values: readonly string[]): void {
    this.#count[found] += 1;
    if (found === 'several' && this.#count.examples.length < examplesMax) {
      const value = values.join(', ').slice(0, valueMax);
      this.#count.examples.push({ row: span.first_row ?? 0, title: product.title.slice(0, valueMax), value });
    }
  }

  get count(): KeyCount {
    return this.#count;
  }
}
