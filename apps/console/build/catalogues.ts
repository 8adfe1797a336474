import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

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

export type Part = 'guest' | 'rest';

/**
 * Returns a language's texts as raw ICU, in the two parts in which they are sent. A key that occurs in two files is an
 * error.
 */
export function partsOf(locales: string, language: string): Record<Part, Record<string, string>> {
  const parts: Record<Part, Record<string, string>> = { guest: {}, rest: {} };
  for (const file of catalogueFiles(locales, language)) {
    const folder = basename(dirname(file));
    const area = folder === language ? basename(file, '.json') : folder;
    const part = parts[guestAreas.includes(area) ? 'guest' : 'rest'];
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
    for (const [key, text] of Object.entries(texts ?? {})) {
      if (key in parts.guest || key in parts.rest) {
        throw new Error(`${file}: "${key}" stands in another file too`);
      }
      part[key] = String(text);
    }
  }
  return parts;
}

/** Returns all texts of one language as one record of raw ICU. */
export function readCatalogue(locales: string, language: string): Record<string, string> {
  const { guest, rest } = partsOf(locales, language);
  return { ...guest, ...rest };
}

/**
 * Serves `virtual:catalogue/<language>` and `virtual:catalogue/<language>/rest`: the compiled texts of the guest pages
 * and of the signed-in console, so that no ICU parser is sent to the browser.
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
      const texts = partsOf(locales, language)[part === 'rest' ? 'rest' : 'guest'];
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
