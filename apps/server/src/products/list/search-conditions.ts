import { searchWords } from '@bowerbird/catalog/similar/search-words';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Which of the two indexes of texts a query may use: that of products also has every single character. */
export type TextIndex = 'products' | 'pairs';

/** The entries of single characters and of pairs, as the index `product_search` has them. */
const characters = sql`array_to_tsvector(bigrams || string_to_array(translate(search, E' \n', ''), null))`;
const pairs = sql`array_to_tsvector(bigrams)`;

/**
 * Builds the conditions that every word of a query occurs in `search`, for products and for collected products. Chinese
 * characters, alone or in pairs, are looked up in `bigrams`, words of three letters and more by their trigrams, all by
 * one index; of products also single characters and pairs of letters.
 */
export function textConditions(text: string, index: TextIndex = 'pairs'): RawBuilder<SqlBool>[] {
  const { words, bigrams, prefixes, phrases } = searchWords(text);
  const entries = [
    ...bigrams.map(lexeme),
    ...prefixes.map((one) => `${lexeme(one)}${index === 'pairs' ? ':*' : ''}`),
  ];
  return [
    ...(entries.length > 0
      ? [sql<SqlBool>`${index === 'pairs' ? pairs : characters} @@ ${entries.join(' & ')}::tsquery`]
      : []),
    ...words.map((word) => (index === 'pairs' ? occurs(word) : occursInProduct(word))),
    ...phrases.map(occurs),
  ];
}

function occurs(part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`search like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** The same for one word, so that an index finds it however short it is. */
function occursInProduct(word: string): RawBuilder<SqlBool> {
  const letters = [...new Set(word)];
  if (letters.length === word.length && letters.length === 1) {
    return hasEntries(letters);
  }
  if (/^[a-z0-9]{2}$/.test(word)) {
    return hasPair(word);
  }
  return hasTrigram.test(word)
    ? occurs(word)
    : // Not `like`, which would make the index read itself whole.
      sql<SqlBool>`(${hasEntries(letters)} and strpos(search, ${word}) > 0)`;
}

/** Three letters in a row, or a letter after what is none: the index of trigrams knows these. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** What ends a word for the index of trigrams, of plain characters. */
const apart = String.raw`[\t\n\r -/:-@[-${'`'}{-~]`;

/**
 * A pair of plain letters: beside a third one, or at the beginning or end of a word, it is part of trigrams that can be
 * listed; between two other characters (男us码) it is an entry of its own (`indexBigrams`).
 */
function hasPair(pair: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    search ~ ${`(^|${apart})${pair}`}
    or search ~ ${`${pair}[a-z0-9]|[a-z0-9]${pair}`}
    or search ~ ${`${pair}($|${apart})`}
    or ${hasEntries([pair])}
  )`;
}

function hasEntries(entries: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${characters} @@ ${entries.map(lexeme).join(' & ')}::tsquery`;
}

/** Quotes an entry for a `tsquery`. */
function lexeme(text: string): string {
  return `'${text.replace(/['\\]/g, '$&$&')}'`;
}
