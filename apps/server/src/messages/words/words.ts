import type { Language } from '@bowerbird/contract/account';
import { wordsEnUs } from './en-us.ts';
import type { LanguageWords } from './language-words.ts';
import { wordsPtBr } from './pt-br.ts';
import { wordsZhCn } from './zh-cn.ts';
import { wordsZhTw } from './zh-tw.ts';

/** What every message says, in each language. */
export const wordsOf: Record<Language, LanguageWords> = {
  'zh-CN': wordsZhCn,
  'zh-TW': wordsZhTw,
  'en-US': wordsEnUs,
  'pt-BR': wordsPtBr,
};
