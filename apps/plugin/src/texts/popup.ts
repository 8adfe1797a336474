import type { Language } from '@bowerbird/contract/account/account';
import { isErrorCode } from '@bowerbird/contract/errors';
import { sentenceFor } from '@bowerbird/contract/texts/sentences';
import enUS from './popup.en-US.json' with { type: 'json' };
import ptBR from './popup.pt-BR.json' with { type: 'json' };
import zhCN from './popup.zh-CN.json' with { type: 'json' };
import zhTW from './popup.zh-TW.json' with { type: 'json' };
import { type Text, type Texts, textIn } from './text.ts';
import type { PopupValuesByKey } from './text-values.ts';

export const popupTexts: Record<Language, Texts> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
};

export type PopupKey = keyof typeof zhCN;

export interface PopupText {
  text: Text<PopupKey, PopupValuesByKey>;
  /** Returns the message of a failure: of the plugin's own, or of the console and its readers. */
  fault(code: string): string;
  time(at: number): string;
}

export function popupTextIn(language: Language): PopupText {
  const texts = popupTexts[language];
  return {
    text: textIn(language, texts),
    fault: (code) =>
      texts[`fault.${code}`] ?? sentenceFor(language, isErrorCode(code) ? code : 'unexpected', {}),
    time: (at) => new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(at),
  };
}
