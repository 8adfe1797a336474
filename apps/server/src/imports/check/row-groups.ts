import type { RowSpan } from '../rows/stored-rows.ts';
import { compactKey } from './compact-key.ts';

/** The rows of each product of a file, whatever rows lie between them. Memory: about a hundred bytes for each product. */
export class RowGroups {
  readonly #positions = new Map<string, number>();
  readonly #first: number[] = [];
  readonly #last: number[] = [];
  readonly #apart = new Map<number, number[]>();

  /** Takes the next row of the file; `key` is null for a row of no product. */
  add(key: string | null, row: number): void {
    if (key === null) {
      return;
    }
    const short = compactKey(key);
    const position = this.#positions.get(short);
    if (position === undefined) {
      this.#positions.set(short, this.#first.length);
      this.#first.push(row);
      this.#last.push(row);
      return;
    }
    const last = this.#last[position] ?? row;
    const apart = this.#apart.get(position);
    if (apart) {
      apart.push(row);
    } else if (row !== last + 1) {
      const first = this.#first[position] ?? row;
      const until = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      this.#apart.set(position, [...until, row]);
    }
    this.#last[position] = row;
  }

  /** Number of products. */
  get size(): number {
    return this.#first.length;
  }

  /** Returns the rows of some products, in the order of their first rows. */
  spans(from: number, to: number): RowSpan[] {
    return this.#first.slice(from, to).map((first, at) => ({
      first_row: first,
      last_row: this.#last[from + at] ?? first,
      rows: this.#apart.get(from + at) ?? null,
    }));
  }
}
