import type { Language } from '../account/account.ts';
import enUS from '../notices/en-US.json' with { type: 'json' };
import ptBR from '../notices/pt-BR.json' with { type: 'json' };
import zhCN from '../notices/zh-CN.json' with { type: 'json' };
import zhTW from '../notices/zh-TW.json' with { type: 'json' };
import type { NotificationEvent } from '../system/notifications.ts';
import { deedOf, type NoticeParams } from './deed.ts';

const sentences: Record<Language, Record<string, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
};

/** Returns the text of a notification in the person's language: the console's own text, used for mails. */
export function noticeSentence(language: Language, event: NotificationEvent, given: NoticeParams): string {
  const texts = sentences[language];
  const deed = deedOf(given, (key, values) =>
    texts[key] === undefined ? null : filled(language, key, values),
  );
  const params = deed === null ? given : { ...given, title: deed };
  const text = texts[`notice.${event}.${params.state}`] ?? texts[`notice.${event}`] ?? params.title ?? event;
  return filledIn(language, String(text), params);
}

function filled(language: Language, key: string, values: NoticeParams): string {
  return filledIn(language, sentences[language][key] ?? '', values);
}

function filledIn(language: Language, text: string, params: NoticeParams): string {
  const texts = sentences[language];
  const plain = new Intl.NumberFormat(language);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    const word = texts[`notice.${name}.${value}`];
    return word ?? (typeof value === 'number' ? plain.format(value) : value);
  });
}
