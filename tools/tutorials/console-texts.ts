import { join } from 'node:path';
import type { Language } from '@bowerbird/contract/account/account';
import { setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { readCatalogue } from '../../apps/console/build/catalogues.ts';
import type { ConsoleText } from './film.ts';

const locales = join(import.meta.dirname, '../../apps/console/src/locales');

/** Returns every text of the console in one language, by its key, with its placeholders. */
export function readConsoleTexts(language: Language): Map<string, string> {
  return new Map(Object.entries(readCatalogue(locales, language)));
}

/** Returns a function that gives the console's displayed text; it throws for a key that the language lacks. */
export function writerOf(language: Language, texts: ReadonlyMap<string, string>) {
  return ({ key, values = {} }: ConsoleText): string => {
    const text = texts.get(key);
    if (text === undefined) {
      throw new Error(`${key} is no text of the console in ${language}. Correct the film's script.`);
    }
    const messages = { [language]: { [key]: compileMessageOrThrow(text) } };
    return setupI18n({ locale: language, messages })._(key, { ...values });
  };
}
