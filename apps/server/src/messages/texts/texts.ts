import type { Language } from '@bowerbird/contract/account/account';
import { wordsEnUs } from './en-us.ts';
import type { LanguageText } from './language-text.ts';
import { wordsPtBr } from './pt-br.ts';
import { wordsZhCn } from './zh-cn.ts';
import { wordsZhTw } from './zh-tw.ts';

/** The text of every message, in each language. */
export const wordsOf: Record<Language, LanguageText> = {
  'zh-CN': wordsZhCn,
  'zh-TW': wordsZhTw,
  'en-US': wordsEnUs,
  'pt-BR': wordsPtBr,
};
