import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@bowerbird/contract/account/account';
import { errorCodes } from '@bowerbird/contract/errors';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../build/catalogues.ts';
import { argumentsOf } from '../lib/text/fault-text.ts';

const sources = join(import.meta.dirname, '..');
const texts = Object.fromEntries(
  languages.map((language) => [language, readCatalogue(import.meta.dirname, language)]),
);
const main = texts['zh-CN'] ?? {};
const others = languages.filter((language) => language !== 'zh-CN');

const plurals: Record<string, string[]> = {
  'zh-CN': ['other'],
  'zh-TW': ['other'],
  'en-US': ['one', 'other'],
  'pt-BR': ['one', 'many', 'other'],
};

/** Returns all source files of the console as one text, without the gallery: a text that only it shows is unused. */
function sourceText(): string {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^gallery/.test(file))
    .map((file) => readFileSync(join(sources, file), 'utf8'))
    .join('\n');
}

describe('the texts', () => {
  it.each(others)('say everything in %s that zh-CN says, and nothing more', (language) => {
    expect(Object.keys(texts[language] ?? {}).sort()).toEqual(Object.keys(main).sort());
  });

  it.each(others)('name the same values in %s as in zh-CN', (language) => {
    const wrong = Object.entries(main).filter(([key, text]) => {
      const wanted = argumentsOf(compileMessageOrThrow(text)).sort();
      const found = argumentsOf(compileMessageOrThrow(texts[language]?.[key] ?? '')).sort();
      return wanted.join() !== found.join();
    });

    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it.each(languages)('count in %s by forms that the language has', (language) => {
    const wrong = Object.entries(texts[language] ?? {}).flatMap(([key, text]) =>
      [...text.matchAll(/,\s*plural,\s*((?:=?\w+\s*\{[^{}]*\}\s*)+)\}/g)].flatMap(([, forms = '']) =>
        [...forms.matchAll(/([a-z]+)\s*\{/g)]
          .filter(([, form = '']) => !plurals[language]?.includes(form))
          .map(([, form]) => `${key}: ${form}`),
      ),
    );

    expect(wrong).toEqual([]);
  });

  it.each(languages)('are never empty in %s', (language) => {
    const empty = Object.entries(texts[language] ?? {}).filter(([, text]) => text.trim() === '');

    expect(empty).toEqual([]);
  });

  it.each(languages)(
    'have a sentence in %s for every error code, with a plain one where values may be missing',
    (language) => {
      const held = texts[language] ?? {};
      const missing = Object.keys(errorCodes).flatMap((code) => {
        const text = held[`fault.${code}`];
        const needsPlain = text !== undefined && argumentsOf(compileMessageOrThrow(text)).length > 0;
        return text === undefined || (needsPlain && held[`fault.${code}.plain`] === undefined) ? [code] : [];
      });

      expect(missing).toEqual([]);
    },
  );

  it('are all used', { tags: ['slow'] }, () => {
    const source = sourceText();
    // A key built from parts occurs in the source as `prefix.${...}`.
    const prefixes = [...source.matchAll(/[`']([\w-]+(?:\.[\w-]+)*\.)\$\{/g)].map(
      ([, prefix = '']) => prefix,
    );
    const unused = Object.keys(main).filter(
      (key) =>
        !source.includes(`'${key}'`) &&
        !source.includes(`"${key}"`) &&
        !prefixes.some((prefix) => key.startsWith(prefix)) &&
        !/^(menu|fault|field|fileFault|fileRemedy|fileRemedyKind)\./.test(key),
    );

    expect(unused).toEqual([]);
  });
});
