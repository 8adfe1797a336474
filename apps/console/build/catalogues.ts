import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const prefix = 'virtual:catalogue/';

/** All areas of one language as one record of raw ICU texts. A key that two areas hold is an error. */
export function readCatalogue(folder: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const file of readdirSync(folder).sort()) {
    const area: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [key, value] of Object.entries(area ?? {})) {
      if (key in all) {
        throw new Error(`${folder}/${file}: "${key}" stands in another area too`);
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
      const folder = join(locales, id.slice(prefix.length + 1));
      const texts = readCatalogue(folder);
      for (const file of readdirSync(folder)) {
        this.addWatchFile(join(folder, file));
      }
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]),
      );
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
    },
    handleHotUpdate({ file, server }) {
      if (file.startsWith(locales)) {
        server.ws.send({ type: 'full-reload' });
      }
    },
  };
}
