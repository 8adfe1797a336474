import {
  addPrices,
  decimalsOf,
  isDecimal,
  multiplyPrice,
  roundPrice,
} from '@bowerbird/catalog/pricing/price';
import type { CellKind } from './columns.ts';

/**
 * Continues a row of texts, as the fill handle does: numbers with the same distance, and texts that end with a number,
 * go on counting; anything else is repeated. `count` texts follow after the given ones; `back` is before them, nearest
 * first.
 */
export function continued(kind: CellKind, given: readonly string[], count: number, back = false): string[] {
  const texts = back ? given.toReversed() : given;
  const next = series(kind, texts) ?? ((at: number) => texts[at % texts.length] ?? '');
  return Array.from({ length: count }, (_, at) => next(at));
}

/** Repeats texts, as Ctrl+D does. */
export function repeated(given: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => given[at % given.length] ?? '');
}

type Series = ((at: number) => string) | null;

function series(kind: CellKind, texts: readonly string[]): Series {
  if (kind === 'money' || kind === 'whole') {
    return texts.length > 1 && texts.every((text) => isDecimal(text)) ? numbers(texts) : null;
  }
  return kind === 'text' || kind === 'code' ? numberedTexts(texts) : null;
}

function numbers(texts: readonly string[]): Series {
  const distance = sameDistance(texts);
  const last = texts.at(-1) ?? '0';
  const decimals = Math.max(...texts.map(decimalsOf));
  return distance === null
    ? null
    : (at) => roundPrice(addPrices(last, multiplyPrice(distance, String(at + 1))), decimals);
}

function sameDistance(texts: readonly string[]): string | null {
  const distances = texts
    .slice(1)
    .map((text, at) => addPrices(text, multiplyPrice(texts[at] ?? '0', '-1')))
    .map((each) => roundPrice(each, 4));
  return distances.every((each) => each === distances[0]) ? (distances[0] ?? null) : null;
}

const numbered = /^(.*?)(\d{1,15})$/s;

function numberedTexts(texts: readonly string[]): Series {
  const parts = texts.map((text) => numbered.exec(text));
  const [first] = parts;
  if (!first || parts.some((each) => each?.[1] !== first[1])) {
    return null;
  }
  const digits = parts.map((each) => each?.[2] ?? '');
  const distance = texts.length === 1 ? '1' : sameDistance(digits.map((each) => BigInt(each).toString()));
  const last = digits.at(-1) ?? '0';
  // A single number alone is no series.
  if (distance === null || (texts.length === 1 && first[1] === '')) {
    return null;
  }
  const step = BigInt(roundPrice(distance, 0));
  return (at) => {
    const number = BigInt(last) + step * BigInt(at + 1);
    return number < 0n ? (texts.at(-1) ?? '') : `${first[1]}${String(number).padStart(last.length, '0')}`;
  };
}
