import type { Language } from '@bowerbird/contract/account/account';
import enUS from './page.en-US.json' with { type: 'json' };
import ptBR from './page.pt-BR.json' with { type: 'json' };
import zhCN from './page.zh-CN.json' with { type: 'json' };
import zhTW from './page.zh-TW.json' with { type: 'json' };
import { type Text, type Texts, textIn } from './text.ts';
import type { PageValuesByKey } from './text-values.ts';

export const pageTexts: Record<Language, Texts> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
};

export type PageKey = keyof typeof zhCN;

export interface PageText {
  text: Text<PageKey, PageValuesByKey>;
  /** Returns the message of a failure; one without a message of its own gets the given general one. */
  fault(code: string, otherwise: 'fault.unread' | 'fault.refused'): string;
}

/** Returns the texts of the button and the checkboxes on a page. */
export function pageTextIn(language: Language): PageText {
  const texts = pageTexts[language];
  const text = textIn<PageKey, PageValuesByKey>(language, texts);
  return { text, fault: (code, otherwise) => texts[`fault.${code}`] ?? text(otherwise) };
}
