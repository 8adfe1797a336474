// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
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
