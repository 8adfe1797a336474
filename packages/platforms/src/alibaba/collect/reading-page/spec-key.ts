import { wordsOf } from '../product/amounts.ts';
import type { Axis } from '../product/facts.ts';

/**
 * An axis of 1688 with its values' names as the page writes them, which the keys repeat; in the order of the values.
 */
export interface KeyedAxis extends Axis {
  keys: readonly string[];
}

/** Limit for keys built to be readable in a huge number of ways. */
const triesMax = 20_000;
/** Longest accepted key, in characters; a longer one does not consist of names that shoppers read. */
const keyMax = 20_000;

/**
 * Returns the values in a key of 1688's map of combinations, which joins them with ">" ("白色>M"), one per axis, in
 * order. A value may contain ">" itself, so the key is matched from the left against the known names. Spaces may differ
 * between the key and the names: they count only when nothing else distinguishes two names of an axis. Returns null
 * when the key does not match.
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

/** Names to match, with the value of each. */
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
  /** Whether two names become equal without their spaces. */
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

/** Sorts the longest names first: "a>b" before "a". */
function longestFirst({ values, keys }: KeyedAxis, form: (text: string) => string): Names {
  return values
    .map(({ name }, at) => [form(keys[at] ?? name), name] as const)
    .sort(([one], [other]) => other.length - one.length);
}

/** Returns the visible text without spaces. */
function bare(text: string): string {
  const words = otherMarkup.test(text) ? (wordsOf(text) ?? '') : spelled(text);
  return /\s/.test(words) ? words.replaceAll(/\s+/g, '') : words;
}

/** Markup beyond the escapes that `spelled` handles; nearly all names have none. */
const otherMarkup = /<|&(?!(?:gt|lt|amp);)/;

/** Unescapes a name: keys escape characters that names may contain unescaped. */
function spelled(text: string): string {
  return text.includes('&')
    ? text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
    : text;
}
