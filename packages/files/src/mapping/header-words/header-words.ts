import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { NamedByHeader } from './words.ts';

/** Returns every word of a header with what it can name, each pair once; the first meaning of a word is the surest. */
export function* headerWords(): Generator<{ word: string; names: NamedByHeader }> {
  const given = new Set<string>();
  for (const lists of [english, chinese, portuguese, spanish, german, french]) {
    for (const [names, words] of Object.entries(lists)) {
      for (const word of words.split(/,\s+/)) {
        const pair = `${names} ${word}`;
        if (!given.has(pair)) {
          given.add(pair);
          yield { word, names: names as NamedByHeader };
        }
      }
    }
  }
}
