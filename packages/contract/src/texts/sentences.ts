import type { Language } from '../account/account.ts';
import type { ErrorCode } from '../errors.ts';
import enUS from '../faults/en-US.json' with { type: 'json' };
import ptBR from '../faults/pt-BR.json' with { type: 'json' };
import zhCN from '../faults/zh-CN.json' with { type: 'json' };
import zhTW from '../faults/zh-TW.json' with { type: 'json' };
import { fieldWord } from './field-text.ts';

const sentences: Record<Language, Record<string, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
};

/**
 * Returns the message for an error in the person's language: what happened and what to do. Where the message needs a
 * value that is unknown, its plain form is used.
 */
export function sentenceFor(
  language: Language,
  code: ErrorCode,
  given: Record<string, string | number>,
): string {
  // A field without a label is left out, so that the plain form is used: no internal name is shown.
  const params: Record<string, string | number> = {
    ...given,
    ...('field' in given && { field: fieldWord(language, String(given.field)) ?? '' }),
  };
  const texts = sentences[language];
  const full = texts[`fault.${code}`] ?? texts['fault.unexpected'] ?? code;
  const known = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].every(
      ([, name = '']) => Object.hasOwn(params, name) && String(params[name]).trim() !== '',
    );
  const text = known(full) ? full : (texts[`fault.${code}.plain`] ?? full);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
