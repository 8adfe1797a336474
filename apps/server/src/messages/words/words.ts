import type { Language } from '@bowerbird/contract/account';
import type { Template } from '../messages.ts';
import { wordsEnUs } from './en-us.ts';
import { wordsPtBr } from './pt-br.ts';
import { wordsZhCn } from './zh-cn.ts';
import { wordsZhTw } from './zh-tw.ts';

/** One message in one language. `{name}` stands for a value; a paragraph whose value is missing is left out. */
export interface Words {
  subject: string;
  /** Paragraphs of the mail; one that is `{link}` and nothing else becomes a link, `{code}` stands large. */
  mail: readonly string[];
  /** One line. */
  sms: string;
}

export interface LanguageWords {
  product: string;
  /** At the foot of each mail. */
  foot: string;
  templates: Record<Template, Words>;
}

export const wordsOf: Record<Language, LanguageWords> = {
  'zh-CN': wordsZhCn,
  'zh-TW': wordsZhTw,
  'en-US': wordsEnUs,
  'pt-BR': wordsPtBr,
};
