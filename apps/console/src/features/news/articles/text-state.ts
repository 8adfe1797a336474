import type { Language } from '@bowerbird/contract/account/account';
import type { Article, ArticleKind, ArticleText, TextState } from '@bowerbird/contract/system/news';

/** Rates a text by whether it can be shown to readers: a title and, for news, a text. The server uses the same rule. */
export function stateOfText(kind: ArticleKind, { title, summary, bodyHtml }: ArticleText): TextState {
  const holder = document.createElement('template');
  holder.innerHTML = bodyHtml;
  const hasBody =
    (holder.content.textContent ?? '').trim() !== '' || holder.content.querySelector('img') !== null;
  if (title.trim() !== '' && (hasBody || kind === 'video')) {
    return 'whole';
  }
  return title.trim() === '' && summary.trim() === '' && !hasBody ? 'missing' : 'part';
}

/** Returns an article's title in this language, or else in the first that has one. */
export function titleIn(texts: Article['texts'], language: Language): string | undefined {
  return [texts[language], ...Object.values(texts)].find(({ title }) => title.trim() !== '')?.title;
}
