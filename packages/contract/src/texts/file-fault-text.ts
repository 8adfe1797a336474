import type { Language } from '../account/account.ts';
import enUS from '../file-faults/en-US.json' with { type: 'json' };
import ptBR from '../file-faults/pt-BR.json' with { type: 'json' };
import zhCN from '../file-faults/zh-CN.json' with { type: 'json' };
import zhTW from '../file-faults/zh-TW.json' with { type: 'json' };
import type { FaultCode } from '../files/fault-codes.ts';

const sentences: Record<Language, Record<string, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
};

/** Returns what is wrong with a cell or row of a file, and what a person can do, in their language. */
export function fileFaultText(language: Language, code: FaultCode): { reason: string; remedy: string } {
  const texts = sentences[language];
  return { reason: texts[`fileFault.${code}`] ?? code, remedy: texts[`fileRemedy.${code}`] ?? '' };
}
