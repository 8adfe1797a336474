import type { Language } from '@bowerbird/contract/account/account';
import { type Article, type ArticleText, filmAddress } from '@bowerbird/contract/system/news';
import { useState } from 'react';
import { languages } from '../../../lib/text/language.ts';
import type { ArticleContent } from '../queries.ts';

export interface ArticleDraft {
  content: ArticleContent;
  /** How many fields differ from what is saved. */
  changes: number;
  setText(language: Language, part: Partial<ArticleText>): void;
  setCover(url: string): void;
  setVideo(url: string): void;
  /** Replaces the draft with the server's version. */
  reset(article: Article): void;
}

/** Returns the draft, next to what is saved. */
export function useArticleDraft(saved: Article): ArticleDraft {
  const [content, setContent] = useState<ArticleContent>(() => contentOf(saved));
  return {
    content,
    changes: countChanges(content, contentOf(saved)),
    setText: (language, part) =>
      setContent((held) => ({
        ...held,
        texts: { ...held.texts, [language]: { ...held.texts[language], ...part } },
      })),
    setCover: (url) => setContent((held) => ({ ...held, coverUrl: url.trim() === '' ? null : url })),
    setVideo: (url) => setContent((held) => ({ ...held, videoUrl: url.trim() === '' ? null : url })),
    reset: (article) => setContent(contentOf(article)),
  };
}

function contentOf({ coverUrl, videoUrl, texts }: Article): ArticleContent {
  return { coverUrl, videoUrl, texts };
}

function countChanges(one: ArticleContent, other: ArticleContent): number {
  const inTexts = languages.flatMap((language) =>
    (['title', 'summary', 'bodyHtml'] as const).filter(
      (part) => one.texts[language][part] !== other.texts[language][part],
    ),
  );
  const alone = [one.coverUrl !== other.coverUrl, one.videoUrl !== other.videoUrl].filter(Boolean);
  return inTexts.length + alone.length;
}

/** Reports whether the address of a cover or a video is allowed: https, or a tutorial video of this server. */
export function isSecureAddress(address: string | null): boolean {
  return (
    address === null ||
    filmAddress.test(address) ||
    (/^https:\/\/[^\s/]+/.test(address) && URL.canParse(address))
  );
}
