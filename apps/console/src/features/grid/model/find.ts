import { literalPattern } from '@bowerbird/catalog/edits/text/replace';
import { Pattern, replacePattern, workFor } from '@bowerbird/catalog/patterns/pattern';
import { safeParse } from 'zod/mini';
import type { CellText } from './state.ts';

export interface Search {
  find: string;
  ignoreCase: boolean;
  /** `find` is a pattern, and `replaceWith` may name its groups: `$1`. */
  isPattern: boolean;
}

/** Milliseconds after which a search over many cells ends. */
const longestMs = 3000;

/** Returns whether something can be looked for: a pattern has to be one that ends in linear time. */
export function isSearch({ find, isPattern }: Search): boolean {
  return find !== '' && (!isPattern || safeParse(Pattern, find).success);
}

/** What a search found: the cells with the text after replacing, or how far it came in the time that it has. */
export interface Found {
  cells: CellText[];
  /** It ended early: its pattern takes too long on these texts. */
  isCut: boolean;
}

/** Returns the cells in which something is found, each with its text after replacing every match. */
export function replaced(cells: readonly CellText[], search: Search, replaceWith: string): Found {
  if (!isSearch(search)) {
    return { cells: [], isCut: false };
  }
  const replace = search.isPattern ? byPattern(search, replaceWith) : literally(search, replaceWith);
  const found: CellText[] = [];
  const endsAt = performance.now() + longestMs;
  for (const [at, cell] of cells.entries()) {
    const result = replace(cell.text);
    if (result === null || (at % 500 === 499 && performance.now() > endsAt)) {
      return { cells: found, isCut: true };
    }
    if (result !== undefined) {
      found.push({ ...cell, text: result });
    }
  }
  return { cells: found, isCut: false };
}

/** Returns the text after replacing; undefined where nothing is found, null where it takes too long. */
type Replace = (text: string) => string | undefined | null;

function byPattern({ find, ignoreCase }: Search, replaceWith: string): Replace {
  return (text) => {
    const work = workFor();
    // A mark that no text has tells a match that is replaced by itself from none.
    const marked = replacePattern(text, find, '\u{F0000}', ignoreCase, work);
    return marked === null
      ? null
      : marked === text
        ? undefined
        : replacePattern(text, find, replaceWith, ignoreCase, work);
  };
}

function literally({ find, ignoreCase }: Search, replaceWith: string): Replace {
  const pattern = literalPattern(find, ignoreCase);
  return (text) => {
    pattern.lastIndex = 0;
    return pattern.test(text) ? text.replaceAll(pattern, () => replaceWith) : undefined;
  };
}
