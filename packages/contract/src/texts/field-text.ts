import type { Language } from '../account/account.ts';
import enUS from '../fields/en-US.json' with { type: 'json' };
import ptBR from '../fields/pt-BR.json' with { type: 'json' };
import zhCN from '../fields/zh-CN.json' with { type: 'json' };
import zhTW from '../fields/zh-TW.json' with { type: 'json' };
import { fieldKeyOf } from './field-keys.ts';

const words: Record<Language, Record<string, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
};

/** Returns the label of a product field by its path in our product; null where it has none. */
export function fieldWord(language: Language, field: string): string | null {
  const texts = words[language];
  const key = fieldKeyOf(field, (each) => Object.hasOwn(texts, each));
  return key === null ? null : (texts[key] ?? null);
}
