import type { Product } from '../product.ts';

/** Scripts written without spaces between words, searched by pairs of characters. */
const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005`;
const cjkRun = new RegExp(`[${cjk}]+`, 'gu');
const accents = /[\u0300-\u036f]+/g;
const plain = /^[ -~\r\n\t]*$/;

/**
 * Returns text in the normalised form used for all searching: lower case, full width and other variants folded (NFKC),
 * Latin accents removed, so that "ＣＡＦÉ" and "cafe" match. Both sides of a comparison must be normalised with this same
 * function.
 */
export function foldText(text: string): string {
  // Most text is plain, and there is nothing in it to normalise.
  if (plain.test(text)) {
    return text.toLowerCase();
  }
  return text.normalize('NFKC').toLowerCase().normalize('NFD').replace(accents, '').normalize('NFC');
}

/**
 * Returns the normalised search text of one product: title, handle, tags, SKUs and barcodes, each on its own line and
 * each once, so that no match spans two fields.
 */
export function searchText(product: Product): string {
  const parts = new Set([product.title, product.handle, ...product.tags]);
  for (const { sku, barcode } of product.variants) {
    parts.add(sku ?? '').add(barcode ?? '');
  }
  parts.delete('');
  return foldText([...parts].join('\n'));
}

/**
 * Returns the overlapping pairs of characters in every run of Chinese, Japanese or Korean text, normalised, each once,
 * in order. A word of two characters is exactly one pair. A run of a single character has none.
 */
export function bigramsOf(text: string): string[] {
  return [...new Set(cjkRuns(foldText(text)).flatMap(pairs))];
}

/** Two plain letters or digits by themselves after another character, such as "us" in "男us 码". */
const pairAfterOther = /(?<=[^\t\n\r -~])[a-z0-9]{2}(?![a-z0-9])/gu;

/**
 * Returns the index entries of a text: its pairs, the last character of each run alone, and pairs of plain letters after
 * another character. So every character of the text begins an entry, and a query of one character is answered by entries
 * that begin with it.
 */
export function indexBigrams(text: string): string[] {
  const folded = foldText(text);
  const runs = cjkRuns(folded);
  if (runs.length === 0 && plain.test(folded)) {
    return [];
  }
  const afterOthers = folded.match(pairAfterOther) ?? [];
  return [...new Set([...runs.flatMap((run) => [...pairs(run), [...run].at(-1) ?? '']), ...afterOthers])];
}

/** A parsed query. A product matches when everything in all lists is found. */
export interface SearchWords {
  /** Latin words, numbers, SKUs: must occur anywhere in the search text (trigram index). */
  words: string[];
  /** Pairs that must be in the bigram index. */
  bigrams: string[];
  /** Single characters: an entry of the bigram index must begin with each. */
  prefixes: string[];
  /** Runs of three or more characters that must occur as they are: their pairs alone could be far apart. */
  phrases: string[];
}

/** Returns the words of a query, normalised like the index. Empty text or only white space gives four empty lists. */
export function searchWords(query: string): SearchWords {
  const folded = foldText(query);
  const runs = [...new Set(cjkRuns(folded))];
  const words = folded.replace(cjkRun, ' ').split(/\s+/u);
  return {
    words: [...new Set(words)].filter((word) => word !== ''),
    bigrams: [...new Set(runs.flatMap(pairs))],
    prefixes: runs.filter((run) => [...run].length === 1),
    phrases: runs.filter((run) => [...run].length > 2),
  };
}

function cjkRuns(folded: string): string[] {
  return folded.match(cjkRun) ?? [];
}

function pairs(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
