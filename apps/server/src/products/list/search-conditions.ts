import { searchWords } from '@bowerbird/catalog/similar/search-words';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The entries of single characters and of pairs, as the indexes of `product_text` and `collected` have them. */
const characters = sql`array_to_tsvector(bigrams || string_to_array(translate(search, E' \n', ''), null))`;

/**
 * Builds the conditions that every word of a query occurs in `search`, for products in the bin. Chinese
 * characters, alone or in pairs, are looked up in `bigrams`, words of three letters and more by their trigrams, both by
 * one index. A word of one or two Latin letters has no index.
 */
export function textConditions(text: string): RawBuilder<SqlBool>[] {
  const { words, bigrams, prefixes, phrases } = searchWords(text);
  const entries = [...bigrams.map(lexeme), ...prefixes.map((one) => `${lexeme(one)}:*`)];
  return [
    ...(entries.length > 0
      ? [sql<SqlBool>`array_to_tsvector(bigrams) @@ ${entries.join(' & ')}::tsquery`]
      : []),
    ...[...words, ...phrases].map(occurs),
  ];
}

/**
 * How a query finds its rows: by the indexes of its conditions, or by looking at a limited number of rows, for which conditions are
 * written that are quick to check.
 */
export type Finding = 'by index' | 'by looking';

/**
 * Builds the conditions that every word of a query occurs in `search`, for tables with an index of trigrams and characters: the
 * texts of products, and collected products. By index, every word is found, however short it is.
 */
export function wordConditions(text: string, finding: Finding): RawBuilder<SqlBool>[] {
  const { words, bigrams, prefixes, phrases } = searchWords(text);
  if (finding === 'by looking') {
    return [...words, ...bigrams, ...prefixes, ...phrases].map(contains);
  }
  const entries = [...bigrams, ...prefixes];
  return [
    ...(entries.length > 0 ? [hasEntries(entries)] : []),
    ...words.map(wordOccurs),
    ...phrases.map(occurs),
  ];
}

/**
 * Builds the condition that every word of a query occurs in the text of the product with this id; none for a query
 * without words.
 */
export function productTextConditions(
  ownerId: string,
  id: RawBuilder<unknown>,
  text: string,
  finding: Finding = 'by index',
): RawBuilder<SqlBool>[] {
  const conditions = wordConditions(text, finding);
  if (conditions.length === 0) {
    return [];
  }
  const all = sql.join(conditions, sql` and `);
  return finding === 'by looking'
    ? // A value, which is looked up for each product: the planner could read all texts for a condition.
      [sql<SqlBool>`(select ${all} from own_product_text where owner_id = ${ownerId} and product_id = ${id})`]
    : [
        sql<SqlBool>`${id} in (select product_id from own_product_text where owner_id = ${ownerId} and ${all})`,
      ];
}

function contains(part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`strpos(search, ${part}) > 0`;
}

function occurs(part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`search like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
}

function wordOccurs(word: string): RawBuilder<SqlBool> {
  const letters = [...new Set(word)];
  if ([...word].length === 1) {
    return hasEntries(letters);
  }
  if (/^[a-z0-9]{2}$/.test(word)) {
    return hasPair(word);
  }
  return hasTrigram.test(word)
    ? occurs(word)
    : // Not `like`, which would make the index read itself whole.
      sql<SqlBool>`(${hasEntries(letters)} and ${contains(word)})`;
}

/** Three letters in a row, or a letter after what is none: the index of trigrams knows these. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** What ends a word for the index of trigrams, of plain characters. */
const apart = String.raw`[\t\n\r -/:-@[-${'`'}{-~]`;

/**
 * A pair of plain letters: beside a third one, or at the beginning of a word, it is part of trigrams that can be
 * listed; after another character (男us 码) it is an entry of its own (`indexBigrams`).
 */
function hasPair(pair: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    search ~ ${`(^|${apart})${pair}`}
    or search ~ ${`${pair}[a-z0-9]|[a-z0-9]${pair}`}
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
