// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { readSetting } from '../kept/settings.ts';
import { dropCookie, readCookie, writeCookie } from '../person/cookie.ts';
import { keptLanguage, languages, showLanguage, shownTexts } from './language.ts';

beforeEach(() => {
  localStorage.clear();
  dropCookie('lang');
});

it('offers Simplified Chinese first, Traditional Chinese, English and Portuguese [9.languages] [4.languages]', () => {
  expect(languages).toEqual(['zh-CN', 'zh-TW', 'en-US', 'pt-BR']);
  expect(keptLanguage()).toBe('zh-CN');
  writeCookie('lang', 'fr-FR');
  expect(keptLanguage()).toBe('zh-CN');
});

it('keeps a change in the cookie lang, names it in the page and loads its texts [4.language-change]', async () => {
  await showLanguage('pt-BR');

  expect(readCookie('lang')).toBe('pt-BR');
  expect(document.documentElement.lang).toBe('pt-BR');
  expect(readSetting('app_language')).toBe('pt-BR');
  expect(shownTexts._('act.close')).toBe('Fechar');
  expect(keptLanguage()).toBe('pt-BR');
  await showLanguage('zh-TW');
  expect(document.documentElement.lang).toBe('zh-TW');
});

it('loads the texts of other pages only when one of them is asked for, then all at once', async () => {
  vi.resetModules();
  const { beginWith, hasText, showLanguage: show, shownTexts: shown } = await import('./language.ts');
  const loaded = (key: string) => Object.hasOwn(shown.messages, key);
  beginWith('first');
  await show('en-US');

  expect([loaded('act.close'), loaded('menu.home')]).toEqual([true, true]);
  expect(loaded('calculator.title')).toBe(false);
  expect(hasText(shown, 'calculator.title')).toBe(false);
  await vi.waitFor(() => expect(loaded('calculator.title')).toBe(true));
});
