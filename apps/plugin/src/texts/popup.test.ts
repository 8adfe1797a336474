import { languages } from '@bowerbird/contract/account/account';
import { describe, expect, it } from 'vitest';
import { pageTexts } from './page.ts';
import { popupTextIn, popupTexts } from './popup.ts';

const plain = (key: string) => !/\.(?:one|many)$/.test(key);
const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe.each([
  ['the popup', popupTexts],
  ['a page', pageTexts],
])('the texts of %s', (_where, inLanguages) => {
  it.each(languages)('are all there in %s, with the same values', (language) => {
    const texts = inLanguages[language];
    const first = inLanguages['zh-CN'];

    expect(Object.keys(texts).filter(plain).sort()).toEqual(Object.keys(first).filter(plain).sort());
    for (const [key, text] of Object.entries(first)) {
      expect(values(texts[key] ?? ''), key).toEqual(values(text));
    }
  });
});

describe('the texts of the popup', () => {
  it('count as each language does', () => {
    const spoken = (language: 'en-US' | 'pt-BR', count: number) =>
      popupTextIn(language).text('sourceLinks', { count });

    expect(spoken('en-US', 1)).toBe('This page lists 1 product.');
    expect(spoken('pt-BR', 1200)).toBe('Esta página lista 1.200 produtos.');
  });

  it.each(languages)(
    'name every failure in %s: our own, those of the console, and one nobody foresaw',
    (language) => {
      const { fault } = popupTextIn(language);

      for (const code of ['plugin.unreachable', 'quota.exceeded', 'source.blocked-us', 'no.such-code']) {
        expect(fault(code)).not.toMatch(/[{}]|^plugin\.|^$/);
        expect(fault(code)).not.toBe(code);
      }
    },
  );
});
