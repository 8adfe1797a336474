import later from 'virtual:catalogue/zh-CN/later';
import type { Language } from '@bowerbird/contract/account/account';
import { languages } from '@bowerbird/contract/account/account';
import type { I18n, Messages } from '@lingui/core';
import { setupI18n } from '@lingui/core';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { storedSetting, writeSetting } from '../kept/settings.ts';
import { readCookie, writeCookie } from '../person/cookie.ts';
import { beginningOf } from './beginning.ts';

export type { Language };
export { languages };

/** Each language's name in itself. */
export const languageNames: Record<Language, string> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'pt-BR': 'Português',
};

type Load = () => Promise<{ default: Messages }>;

/** The parts in which texts are loaded: for guest pages; for the frame and the first page; for all other pages. */
const parts = ['guest', 'first', 'rest'] as const;
type Part = (typeof parts)[number];

const catalogues: Record<Language, Record<Part, Load>> = {
  'zh-CN': {
    guest: () => import('virtual:catalogue/zh-CN'),
    first: () => import('virtual:catalogue/zh-CN/first'),
    rest: () => import('virtual:catalogue/zh-CN/rest'),
  },
  'zh-TW': {
    guest: () => import('virtual:catalogue/zh-TW'),
    first: () => import('virtual:catalogue/zh-TW/first'),
    rest: () => import('virtual:catalogue/zh-TW/rest'),
  },
  'en-US': {
    guest: () => import('virtual:catalogue/en-US'),
    first: () => import('virtual:catalogue/en-US/first'),
    rest: () => import('virtual:catalogue/en-US/rest'),
  },
  'pt-BR': {
    guest: () => import('virtual:catalogue/pt-BR'),
    first: () => import('virtual:catalogue/pt-BR/first'),
    rest: () => import('virtual:catalogue/pt-BR/rest'),
  },
};

/** The last part that is loaded. */
let upTo: Part = 'rest';
/** Grows with each change of the texts. */
let version = 0;

/** Loads at first only the texts of guest pages, or those of the frame and the first page as well; the others when a page needs them. */
export function beginWith(part: 'guest' | 'first'): void {
  upTo = part;
}

/** Loads the texts of a part and those before it; resolves at once if they are loaded. */
export async function loadTexts(part: Part): Promise<void> {
  if (parts.indexOf(upTo) < parts.indexOf(part)) {
    upTo = part;
    await showLanguage(keptLanguage());
  }
}

/** Loads all texts when one is requested that may be among those of other pages than the first. */
function loadMissing(key: string): void {
  if (upTo === 'first' && later.includes(beginningOf(key))) {
    void loadTexts('rest');
  }
}

const i18n = setupI18n({
  missing: (_language, key) => {
    loadMissing(key);
    return key;
  },
});

/** Reports whether there is a text of this key. A text that is not loaded yet is shown as soon as it is. */
export function hasText(texts: I18n, key: string): boolean {
  const has = Object.hasOwn(texts.messages, key);
  if (!has && texts === i18n) {
    loadMissing(key);
  }
  return has;
}

function isLanguage(text: string | null): text is Language {
  return languages.some((language) => language === text);
}

/** Returns the language kept by this browser; Simplified Chinese if there is none. */
export function keptLanguage(): Language {
  const kept = [readCookie('lang'), storedSetting('app_language')].find(isLanguage);
  return kept ?? 'zh-CN';
}

/** Loads a language's texts, shows them at once everywhere and saves the choice. */
export async function showLanguage(language: Language): Promise<void> {
  const wanted = parts.slice(0, parts.indexOf(upTo) + 1);
  const loaded = await Promise.all(wanted.map((part) => catalogues[language][part]()));
  const messages: Messages = Object.assign({}, ...loaded.map((part) => part.default));
  document.documentElement.lang = language;
  writeCookie('lang', language, { maxAgeSeconds: 365 * 24 * 3600 });
  writeSetting('app_language', language);
  version += 1;
  i18n.loadAndActivate({ locale: language, messages });
}

const Texts = createContext<I18n>(i18n);

/** Returns the texts of the current language and a mark of them; the component re-renders on a change. */
export function useTexts(): { i18n: I18n; language: Language; shown: string } {
  const texts = useContext(Texts);
  const shown = useSyncExternalStore(
    (changed) => texts.on('change', changed),
    () => `${texts.locale} ${version}`,
  );
  const { locale } = texts;
  return { i18n: texts, language: isLanguage(locale) ? locale : 'zh-CN', shown };
}

/** The texts for use outside components: document titles, failures before the first render. */
export const shownTexts: I18n = i18n;
