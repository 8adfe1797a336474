import { bigramsOf, foldText } from '../search-words.ts';
import { pathKey } from './mapping.ts';

/** A path of the store for one of a source: remembered from before, or by its likeness, 0 to 1. */
export interface Suggestion {
  path: string[];
  why: 'memory' | 'name';
  likeness: number;
}

const likeFrom = 0.35;

/** What categories are suggested from. */
export interface SuggestFrom {
  /** Paths of the store. */
  known: readonly (readonly string[])[];
  /** What was chosen for a source's category before, best first. */
  memory: readonly { from: readonly string[]; to: readonly string[] }[];
  /** How many are suggested at most; 3 where left out. */
  most?: number;
}

/**
 * Returns a function that suggests the store's paths for one of a source, the surest first: what was chosen before, then similar names.
 * Only paths with something in common in their last names are compared, so that a large tree costs no more than what is near.
 */
export function categorySuggester({
  known,
  memory,
  most = 3,
}: SuggestFrom): (from: readonly string[]) => Suggestion[] {
  const remembered = Map.groupBy(memory, ({ from }) => pathKey(from));
  const read = known.map(readPath);
  const byPiece = new Map<string, number[]>();
  for (const [at, { last }] of read.entries()) {
    for (const piece of last) {
      const places = byPiece.get(piece);
      if (places) {
        places.push(at);
      } else {
        byPiece.set(piece, [at]);
      }
    }
  }
  return (from) => {
    const sought = readPath(from);
    const near = new Set([...sought.last].flatMap((piece) => byPiece.get(piece) ?? []));
    const byName = [...near]
      .toSorted((one, other) => one - other)
      .flatMap((at): Suggestion[] => {
        const path = read[at];
        const likeness = path ? likenessOf(sought, path) : 0;
        return path && likeness >= likeFrom ? [{ path: [...path.path], why: 'name', likeness }] : [];
      })
      .sort((one, other) => other.likeness - one.likeness || one.path.length - other.path.length);
    const chosen = (remembered.get(pathKey(from)) ?? []).map(
      ({ to }): Suggestion => ({ path: [...to], why: 'memory', likeness: 1 }),
    );
    const seen = new Set<string>();
    return [...chosen, ...byName]
      .filter(({ path }) => {
        const name = pathKey(path);
        return seen.has(name) ? false : seen.add(name);
      })
      .slice(0, most);
  };
}

interface ReadPath {
  path: readonly string[];
  last: ReadonlySet<string>;
  whole: ReadonlySet<string>;
}

function readPath(path: readonly string[]): ReadPath {
  return { path, last: piecesOf(path.at(-1) ?? ''), whole: piecesOf(path.join(' ')) };
}

/** How alike two paths are: mostly by their last names, a little by all of them. */
function likenessOf(one: ReadPath, other: ReadPath): number {
  return alike(one.last, other.last) * 0.75 + alike(one.whole, other.whole) * 0.25;
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
