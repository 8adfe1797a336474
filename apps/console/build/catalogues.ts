import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const prefix = 'virtual:catalogue/';

/** The sentences of failures: the server tells the same ones, so they live in the contract. */
const faults = join(import.meta.dirname, '../../../packages/contract/src/faults');

/** The files of one language: one for each area of the console, and the sentences of failures. */
export function catalogueFiles(locales: string, language: string): string[] {
  const folder = join(locales, language);
  return [
    ...readdirSync(folder)
      .sort()
      .map((file) => join(folder, file)),
    join(faults, `${language}.json`),
  ];
}

/** All texts of one language as one record of raw ICU. A key that two files hold is an error. */
export function readCatalogue(locales: string, language: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const file of catalogueFiles(locales, language)) {
    const area: unknown = JSON.parse(readFileSync(file, 'utf8'));
    for (const [key, value] of Object.entries(area ?? {})) {
      if (key in all) {
        throw new Error(`${file}: "${key}" stands in another file too`);
      }
      all[key] = String(value);
    }
  }
  return all;
}

/**
 * Serves `virtual:catalogue/<language>`: that language's areas in one module, each text compiled, so that no ICU
 * parser travels to the browser.
 */
export function catalogues(locales: string): Plugin {
  return {
    name: 'bowerbird:catalogues',
    resolveId(id) {
      return id.startsWith(prefix) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) {
        return undefined;
      }
      const language = id.slice(prefix.length + 1);
      const texts = readCatalogue(locales, language);
      for (const file of catalogueFiles(locales, language)) {
        this.addWatchFile(file);
      }
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]),
      );
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
    },
    handleHotUpdate({ file, server }) {
      if (file.startsWith(locales) || file.startsWith(faults)) {
        server.ws.send({ type: 'full-reload' });
      }
    },
  };
}
