import type { Language } from '@bowerbird/contract/account';
import enUS from './page.en-US.json' with { type: 'json' };
import ptBR from './page.pt-BR.json' with { type: 'json' };
import zhCN from './page.zh-CN.json' with { type: 'json' };
import zhTW from './page.zh-TW.json' with { type: 'json' };
import { type Text, type Texts, textIn } from './text.ts';

export const pageTexts: Record<Language, Texts> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
};

export type PageKey = keyof typeof zhCN;

export interface PageText {
  text: Text<PageKey>;
  /** The sentence of a failure; one without a sentence of its own is said as what it means for the person. */
  fault(code: string, otherwise: 'fault.unread' | 'fault.refused'): string;
}

/** What stands on the button and the marks inside a page. */
export function pageTextIn(language: Language): PageText {
  const texts = pageTexts[language];
  const text = textIn<PageKey>(language, texts);
  return { text, fault: (code, otherwise) => texts[`fault.${code}`] ?? text(otherwise) };
}
