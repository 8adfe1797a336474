import type { Product } from './product.ts';

/** Scripts written without spaces between words, searched by pairs of characters. */
const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々`;
const cjkRun = new RegExp(`[${cjk}]+`, 'gu');
const accents = /[\u0300-\u036f]+/g;
const plain = /^[ -~\r\n\t]*$/;

/**
 * Text in the one form in which everything is searched: lower case, full width and other variants folded (NFKC), Latin
 * accents off, so that "ＣＡＦÉ" and "cafe" meet. The same function must have gone over both sides.
 */
export function foldText(text: string): string {
  // Most text is such, and there is nothing in it to normalise.
  if (plain.test(text)) {
    return text.toLowerCase();
  }
  return text.normalize('NFKC').toLowerCase().normalize('NFD').replace(accents, '').normalize('NFC');
}

/**
 * What the search looks through for one product, folded: title, handle, tags, codes and barcodes, each on a line of its
 * own and each once, so that no match runs from one field into the next.
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
 * The overlapping pairs of characters in every run of Chinese, Japanese or Korean text, folded, each once, in order: a
 * word of two characters is exactly one pair. A run of a single character has none.
 */
export function bigramsOf(text: string): string[] {
  return [...new Set(cjkRuns(foldText(text)).flatMap(pairs))];
}

/**
 * What goes into the index for a text: its pairs, and the last character of each run alone. So every character of the
 * text begins some entry, and a query of one character is answered by entries that begin with it.
 */
export function indexBigrams(text: string): string[] {
  const runs = cjkRuns(foldText(text));
  return [...new Set(runs.flatMap((run) => [...pairs(run), [...run].at(-1) ?? '']))];
}

/** A query taken apart. A product matches when everything in all lists is found. */
export interface SearchWords {
  /** Latin words, numbers, codes: to be found anywhere in the search text (trigram index). */
  words: string[];
  /** Pairs to be found in the bigram index. */
  bigrams: string[];
  /** Single characters: some entry of the bigram index must begin with it. */
  prefixes: string[];
  /** Runs of three characters and more, to be found as they stand: their pairs alone could lie apart. */
  phrases: string[];
}

/** The words of a query, folded as the index is. Only white space, or nothing, gives four empty lists. */
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
