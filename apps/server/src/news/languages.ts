import { type Language, languages } from '@bowerbird/contract/account';
import type { ArticleKind, ArticleText, TextState } from '@bowerbird/contract/news';
import { wordsOf } from './clean-article.ts';

/** What a reader of one language reads instead, the nearest first. */
const nearest: Record<Language, readonly Language[]> = {
  'zh-CN': ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'],
  'zh-TW': ['zh-TW', 'zh-CN', 'en-US', 'pt-BR'],
  'en-US': ['en-US', 'pt-BR', 'zh-CN', 'zh-TW'],
  'pt-BR': ['pt-BR', 'en-US', 'zh-CN', 'zh-TW'],
};

/** Languages in the order a reader of this one would have them. */
export function readingOrder(language: Language): readonly Language[] {
  return nearest[language];
}

/** The words in the reader's language, else in the nearest that has any. */
export function inLanguage<Words>(
  texts: Partial<Record<Language, Words>>,
  language: Language,
): { language: Language; words: Words } | undefined {
  for (const each of nearest[language]) {
    const words = texts[each];
    if (words !== undefined) {
      return { language: each, words };
    }
  }
  return undefined;
}

/** Whether a reader could be shown this: a title and, for news, a text. A video tells itself. */
export function stateOfText(kind: ArticleKind, { title, summary, bodyHtml }: ArticleText): TextState {
  const hasBody = wordsOf(bodyHtml) !== '' || /<img\b/i.test(bodyHtml);
  if (title.trim() !== '' && (hasBody || kind === 'video')) {
    return 'whole';
  }
  return title.trim() === '' && summary.trim() === '' && !hasBody ? 'missing' : 'part';
}

/** The same for every language. */
export function forEachLanguage<Value>(value: (language: Language) => Value): Record<Language, Value> {
  // Every language is a key, by construction.
  return Object.fromEntries(languages.map((language) => [language, value(language)])) as Record<
    Language,
    Value
  >;
}
