import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { beginningOf } from '../src/lib/text/beginning.ts';
import { namedTexts } from './named-texts.ts';

const prefix = 'virtual:catalogue/';

/** Error messages, notices and field labels. The server uses the same ones, so they live in the contract. */
const contract = join(import.meta.dirname, '../../../packages/contract/src');
const ofContract = ['faults', 'file-faults', 'notices', 'fields'].map((folder) => join(contract, folder));

/** Texts of the settings drawer and of the command line, which a built console does not show. */
const forDevelopers = /^(app\.drawer|fileRemedyKind)\./;

/** Returns the files of one language: one for each area of the console, and the error messages and notices. */
export function catalogueFiles(locales: string, language: string): string[] {
  const folder = join(locales, language);
  return [
    ...readdirSync(folder)
      .sort()
      .map((file) => join(folder, file)),
    ...ofContract.map((each) => join(each, `${language}.json`)),
  ];
}

/** Areas whose texts are needed before sign-in. The others load with the signed-in console. */
const guestAreas = ['account', 'faults', 'frame', 'guest', 'states'];

/** Guest pages; the frame with the page that follows a sign-in; all other pages. */
export type Part = 'guest' | 'first' | 'rest';

/** The sources whose texts are sent first after a sign-in. */
const firstSources = ['app/signed-in.tsx', 'features/dashboard/workplace-page.tsx'];

/**
 * Returns a language's texts as raw ICU, in the parts in which they are sent. A key that occurs in two files is an
 * error.
 */
export function partsOf(locales: string, language: string): Record<Part, Record<string, string>> {
  const parts: Record<Part, Record<string, string>> = { guest: {}, first: {}, rest: {} };
  const isNamed = namedTexts(join(locales, '..'), firstSources);
  // The server names the entries of the menu.
  const isFirst = (key: string) => isNamed(key) || key.startsWith('menu.');
  for (const file of catalogueFiles(locales, language)) {
    const folder = basename(dirname(file));
    const area = folder === language ? basename(file, '.json') : folder;
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
    for (const [key, text] of Object.entries(texts ?? {})) {
      if (Object.values(parts).some((part) => key in part)) {
        throw new Error(`${file}: "${key}" stands in another file too`);
      }
      parts[guestAreas.includes(area) ? 'guest' : isFirst(key) ? 'first' : 'rest'][key] = String(text);
    }
  }
  return parts;
}

/** Returns the beginnings of the keys of these texts, each once. */
function beginnings(texts: Record<string, string>): string[] {
  return [...new Set(Object.keys(texts).map(beginningOf))].sort();
}

/** Returns all texts of one language as one record of raw ICU. */
export function readCatalogue(locales: string, language: string): Record<string, string> {
  const { guest, first, rest } = partsOf(locales, language);
  return { ...guest, ...first, ...rest };
}

/**
 * Serves `virtual:catalogue/<language>`, `.../first` and `.../rest`: the compiled texts of each part, so that no ICU
 * parser is sent to the browser; and `.../later`, the beginnings of the keys of the last part.
 */
export function catalogues(locales: string): Plugin {
  let built = false;
  return {
    name: 'bowerbird:catalogues',
    configResolved({ command }) {
      built = command === 'build';
    },
    resolveId(id) {
      return id.startsWith(prefix) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) {
        return undefined;
      }
      const [language = '', part] = id.slice(prefix.length + 1).split('/');
      const all = partsOf(locales, language);
      if (part === 'later') {
        return `export default ${JSON.stringify(beginnings(all.rest))};`;
      }
      const texts = all[part === 'first' || part === 'rest' ? part : 'guest'];
      for (const file of catalogueFiles(locales, language)) {
        this.addWatchFile(file);
      }
      const compiled = Object.fromEntries(
        Object.entries(texts)
          .filter(([key]) => !built || !forDevelopers.test(key))
          .map(([key, text]) => [key, compileMessageOrThrow(text)]),
      );
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
    },
    handleHotUpdate({ file, server }) {
      if ([locales, ...ofContract].some((each) => file.startsWith(each))) {
        server.ws.send({ type: 'full-reload' });
      }
    },
  };
}
