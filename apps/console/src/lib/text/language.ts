import type { Language } from '@bowerbird/contract/account/account';
import { languages } from '@bowerbird/contract/account/account';
import type { I18n, Messages } from '@lingui/core';
import { setupI18n } from '@lingui/core';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { storedSetting, writeSetting } from '../kept/settings.ts';
import { readCookie, writeCookie } from '../person/cookie.ts';

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

/** The texts of the guest pages, and the further ones of the signed-in console. */
const catalogues: Record<Language, { guest: Load; rest: Load }> = {
  'zh-CN': {
    guest: () => import('virtual:catalogue/zh-CN'),
    rest: () => import('virtual:catalogue/zh-CN/rest'),
  },
  'zh-TW': {
    guest: () => import('virtual:catalogue/zh-TW'),
    rest: () => import('virtual:catalogue/zh-TW/rest'),
  },
  'en-US': {
    guest: () => import('virtual:catalogue/en-US'),
    rest: () => import('virtual:catalogue/en-US/rest'),
  },
  'pt-BR': {
    guest: () => import('virtual:catalogue/pt-BR'),
    rest: () => import('virtual:catalogue/pt-BR/rest'),
  },
};

let guestOnly = false;

/** Does not load the texts of the signed-in console until someone signs in. */
export function beginAsGuest(): void {
  guestOnly = true;
}

/** Loads the texts that the guest pages do not have; resolves at once if they are loaded. */
export async function loadAllTexts(): Promise<void> {
  if (guestOnly) {
    guestOnly = false;
    await showLanguage(keptLanguage());
  }
}

const i18n = setupI18n({ missing: (_language, key) => key });

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
  const { guest, rest } = catalogues[language];
  const parts = await Promise.all(guestOnly ? [guest()] : [guest(), rest()]);
  const messages: Messages = Object.assign({}, ...parts.map((part) => part.default));
  document.documentElement.lang = language;
  writeCookie('lang', language, { maxAgeSeconds: 365 * 24 * 3600 });
  writeSetting('app_language', language);
  i18n.loadAndActivate({ locale: language, messages });
}

const Texts = createContext<I18n>(i18n);

/** Returns the texts of the current language; the component re-renders on a change. */
export function useTexts(): { i18n: I18n; language: Language } {
  const texts = useContext(Texts);
  const locale = useSyncExternalStore(
    (changed) => texts.on('change', changed),
    () => texts.locale,
  );
  return { i18n: texts, language: isLanguage(locale) ? locale : 'zh-CN' };
}

/** The texts for use outside components: document titles, failures before the first render. */
export const shownTexts: I18n = i18n;
