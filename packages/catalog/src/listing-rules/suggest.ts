import { bigramsOf, foldText } from '../search-words.ts';
import { pathKey } from './mapping.ts';

/** A path of the store for one of a source: remembered from before, or by its likeness, 0 to 1. */
export interface Suggestion {
  path: string[];
  why: 'memory' | 'name';
  likeness: number;
}

const likeFrom = 0.35;

/** The store's paths that may be meant by a source's, the surest first: what was chosen before, then similar names. */
export function suggestCategories(
  from: readonly string[],
  known: readonly (readonly string[])[],
  memory: readonly { from: readonly string[]; to: readonly string[] }[],
  most = 3,
): Suggestion[] {
  const key = pathKey(from);
  const remembered = memory
    .filter((one) => pathKey(one.from) === key)
    .map(({ to }): Suggestion => ({ path: [...to], why: 'memory', likeness: 1 }));
  const alike = known
    .map((path): Suggestion => ({ path: [...path], why: 'name', likeness: likenessOfPaths(from, path) }))
    .filter(({ likeness }) => likeness >= likeFrom)
    .sort((one, other) => other.likeness - one.likeness || one.path.length - other.path.length);
  const seen = new Set<string>();
  return [...remembered, ...alike]
    .filter(({ path }) => {
      const name = pathKey(path);
      return seen.has(name) ? false : seen.add(name);
    })
    .slice(0, most);
}

/** How alike two paths are: mostly by their last names, a little by all of them. */
export function likenessOfPaths(one: readonly string[], other: readonly string[]): number {
  const last = alike(piecesOf(one.at(-1) ?? ''), piecesOf(other.at(-1) ?? ''));
  const whole = alike(piecesOf(one.join(' ')), piecesOf(other.join(' ')));
  return last * 0.75 + whole * 0.25;
}

/** Twice what both have, of what there is (Dice). */
function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((piece) => other.has(piece)).length;
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size);
}

/** Words without the letters by which one thing and many differ, and pairs of Chinese characters. */
function piecesOf(text: string): Set<string> {
  const words = foldText(text).match(/[a-z0-9]+/g) ?? [];
  return new Set([...words.map((word) => word.replace(/(?:es|s)$/, '')), ...bigramsOf(text)]);
}
