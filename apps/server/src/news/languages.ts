import { type Language, languages } from '@bowerbird/contract/account/account';
import type { ArticleKind, ArticleText, TextState } from '@bowerbird/contract/system/news';
import { wordsOf } from './clean-article.ts';

/** Fallback languages for each reader's language, nearest first. */
const nearest: Record<Language, readonly Language[]> = {
  'zh-CN': ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'],
  'zh-TW': ['zh-TW', 'zh-CN', 'en-US', 'pt-BR'],
  'en-US': ['en-US', 'pt-BR', 'zh-CN', 'zh-TW'],
  'pt-BR': ['pt-BR', 'en-US', 'zh-CN', 'zh-TW'],
};

/** Returns the languages in order of preference for a reader of this one. */
export function readingOrder(language: Language): readonly Language[] {
  return nearest[language];
}

/** Returns the text in the reader's language, otherwise in the nearest language that has one. */
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

/**
 * Returns whether this text could be shown to a reader: it needs a title and, for news, a body. A video needs no body.
 */
export function stateOfText(kind: ArticleKind, { title, summary, bodyHtml }: ArticleText): TextState {
  const hasBody = wordsOf(bodyHtml) !== '' || /<img\b/i.test(bodyHtml);
  if (title.trim() !== '' && (hasBody || kind === 'video')) {
    return 'whole';
  }
  return title.trim() === '' && summary.trim() === '' && !hasBody ? 'missing' : 'part';
}

/** Builds a record with a value for every language. */
export function forEachLanguage<Value>(value: (language: Language) => Value): Record<Language, Value> {
  // By construction, every language is a key.
  return Object.fromEntries(languages.map((language) => [language, value(language)])) as Record<
    Language,
    Value
  >;
}
