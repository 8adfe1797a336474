import { columnPlace } from './columns.ts';
import { decoderFor } from './xml.ts';

/** Longest tag of a merged range that is looked for across two chunks, in characters. */
const tagMax = 1_000;

/** The merged ranges of a sheet: only the first cell of each is seen. */
export class MergedCells {
  /** By their first row: rows and places, the last ones included. */
  readonly #ranges: readonly { top: number; bottom: number; left: number; right: number }[];
  /** Rows of the tallest range. */
  readonly #tallest: number;

  private constructor(ranges: readonly { top: number; bottom: number; left: number; right: number }[]) {
    this.#ranges = ranges.toSorted((one, other) => one.top - other.top);
    this.#tallest = ranges.reduce((most, { top, bottom }) => Math.max(most, bottom - top), 0);
  }

  /** Reads the ranges of a sheet from its text alone: they stand behind the rows, and `<` stands in no value. */
  static async of(chunks: AsyncIterable<Uint8Array>): Promise<MergedCells> {
    const ranges: { top: number; bottom: number; left: number; right: number }[] = [];
    let decoder: TextDecoder | null = null;
    let text = '';
    for await (const chunk of chunks) {
      decoder ??= decoderFor(chunk);
      text += decoder.decode(chunk, { stream: true });
      let end = 0;
      for (const found of text.matchAll(
        /<(?:\w{1,50}:)?mergeCell\s[^>]{0,200}?ref\s?=\s?["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']/gi,
      )) {
        const [tag, left = '', top, right = '', bottom] = found;
        end = found.index + tag.length;
        ranges.push({
          left: columnPlace(left),
          right: columnPlace(right),
          top: Number(top),
          bottom: Number(bottom),
        });
      }
      text = text.slice(Math.max(end, text.length - tagMax));
    }
    return new MergedCells(ranges);
  }

  /** Reports whether a cell lies in a range and is not its first. */
  covers(row: number, place: number): boolean {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.top ?? 0) <= row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (let at = low - 1; at >= 0; at -= 1) {
      const range = this.#ranges[at];
      if (range === undefined || range.top < row - this.#tallest) {
        return false;
      }
      const isIn = range.bottom >= row && range.left <= place && place <= range.right;
      if (isIn && (range.top !== row || range.left !== place)) {
        return true;
      }
    }
    return false;
  }
}
