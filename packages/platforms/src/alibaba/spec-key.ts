import { wordsOf } from './amounts.ts';
import type { Axis } from './goods.ts';

/** An axis of 1688 with its values' names as the page writes them, which the keys repeat; in the order of its values. */
export interface KeyedAxis extends Axis {
  keys: readonly string[];
}

/** A key made to be read in a million ways must not hold us. */
const triesMax = 20_000;
/** A longer key is none of names that shoppers read. */
const keyMax = 20_000;

/**
 * The values that a key of 1688's map of combinations joins with ">" ("白色>M"), one per axis, in their order. A value may
 * hold ">" itself, so the key is read from the left against the names that are known. Spaces come and go between the key
 * and the names: they count only where nothing else tells two names of an axis apart. Null where it does not come out.
 */
export function valuesOfKey(key: string, axes: readonly KeyedAxis[]): string[] | null {
  if (key.length > keyMax) {
    return null;
  }
  const known = axes.map(knownNames);
  const exact = known.some(({ isAmbiguous }) => isAmbiguous)
    ? matchedNames(
        spelled(key),
        known.map(({ spelledNames }) => spelledNames),
      )
    : null;
  return (
    exact ??
    matchedNames(
      bare(key),
      known.map(({ bareNames }) => bareNames),
    )
  );
}

/** Names to match, with the value that each stands for. */
type Names = readonly (readonly [name: string, value: string])[];

function matchedNames(key: string, known: readonly Names[]): string[] | null {
  let left = triesMax;
  return matched(key, 0);

  function matched(rest: string, place: number): string[] | null {
    if (place === known.length) {
      return rest === '' ? [] : null;
    }
    for (const [name, value] of known[place] ?? []) {
      left -= 1;
      if (left < 0) {
        return null;
      }
      const end = place === known.length - 1 ? rest === name : rest.startsWith(`${name}>`);
      const behind = end ? matched(rest.slice(name.length + 1), place + 1) : null;
      if (behind !== null) {
        return [value, ...behind];
      }
    }
    return null;
  }
}

interface Known {
  bareNames: Names;
  spelledNames: Names;
  /** Whether two names are one without their spaces. */
  isAmbiguous: boolean;
}

const kept = new WeakMap<KeyedAxis, Known>();

function knownNames(axis: KeyedAxis): Known {
  const known = kept.get(axis) ?? {
    bareNames: longestFirst(axis, bare),
    spelledNames: longestFirst(axis, spelled),
    isAmbiguous: new Set(axis.keys.map(bare)).size < axis.keys.length,
  };
  kept.set(axis, known);
  return known;
}

/** The longest first: "a>b" before "a". */
function longestFirst({ values, keys }: KeyedAxis, form: (text: string) => string): Names {
  return values
    .map(({ name }, at) => [form(keys[at] ?? name), name] as const)
    .sort(([one], [other]) => other.length - one.length);
}

/** As a reader sees it, without spaces. */
function bare(text: string): string {
  const words = otherMarkup.test(text) ? (wordsOf(text) ?? '') : spelled(text);
  return /\s/.test(words) ? words.replaceAll(/\s+/g, '') : words;
}

/** What more than the escapes of `spelled` takes to read; nearly all names have none of it. */
const otherMarkup = /<|&(?!(?:gt|lt|amp);)/;

/** As the page writes it: keys escape what names may hold unescaped. */
function spelled(text: string): string {
  return text.includes('&')
    ? text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
    : text;
}
