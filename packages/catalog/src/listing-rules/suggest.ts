import { bigramsOf, foldText } from '../similar/search-words.ts';
import { pathKey } from './mapping.ts';

/** A store path suggested for a source path: one chosen before, or one scored by similarity, 0 to 1. */
export interface Suggestion {
  path: string[];
  why: 'memory' | 'name';
  similarity: number;
}

const likeFrom = 0.35;

/** Input for the category suggestions. */
export interface SuggestFrom {
  /** Paths of the store. */
  known: readonly (readonly string[])[];
  /** What was chosen for a source's category before, best first. */
  memory: readonly { from: readonly string[]; to: readonly string[] }[];
  /** Maximum number of suggestions; 3 when left out. */
  most?: number;
}

/**
 * Returns a function that suggests store paths for a source path, the most certain first: paths chosen before, then
 * similar names. Only paths that have something in common in their last names are compared, so that a large tree costs
 * no more than its similar paths.
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
        const similarity = path ? similarityOf(sought, path) : 0;
        return path && similarity >= likeFrom ? [{ path: [...path.path], why: 'name', similarity }] : [];
      })
      .sort((one, other) => other.similarity - one.similarity || one.path.length - other.path.length);
    const chosen = (remembered.get(pathKey(from)) ?? []).map(
      ({ to }): Suggestion => ({ path: [...to], why: 'memory', similarity: 1 }),
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

/** Returns the similarity of two paths: mostly by their last names, a little by all names. */
function similarityOf(one: ReadPath, other: ReadPath): number {
  return similar(one.last, other.last) * 0.75 + similar(one.whole, other.whole) * 0.25;
}

/** Returns the Dice coefficient: twice the number of common pieces, divided by the number of all pieces. */
function similar(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((piece) => other.has(piece)).length;
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size);
}

/** Returns the words without the letters that distinguish singular and plural, and pairs of Chinese characters. */
function piecesOf(text: string): Set<string> {
  const words = foldText(text).match(/[a-z0-9]+/g) ?? [];
  return new Set([...words.map((word) => word.replace(/(?:es|s)$/, '')), ...bigramsOf(text)]);
}
