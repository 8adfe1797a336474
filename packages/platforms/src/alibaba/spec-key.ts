import type { Axis } from './goods.ts';

/** A key made to be read in a million ways must not hold us. */
const triesMax = 20_000;

/**
 * The values that a key of 1688's map of combinations joins with ">" ("白色>M"), one per axis, in their order. A value may
 * hold ">" itself, so the key is read from the left against the names that are known. Null where it does not come out.
 */
export function valuesOfKey(key: string, axes: readonly Axis[]): string[] | null {
  const known = axes.map((axis) => knownNames(axis));
  let left = triesMax;
  return matched(bare(key), 0);

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

const kept = new WeakMap<Axis, [string, string][]>();

/** The longest first: "a>b" before "a". */
function knownNames(axis: Axis): [string, string][] {
  const names =
    kept.get(axis) ??
    axis.values
      .map(({ name }): [string, string] => [bare(name), name])
      .sort(([one], [other]) => other.length - one.length);
  kept.set(axis, names);
  return names;
}

/** Spaces come and go between the key and the names. */
function bare(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
