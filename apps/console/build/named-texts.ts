import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const imports = /(?:from|import\()\s*'(\.[^']+\.tsx?)'/g;
const literals = /'([\w-]+(?:\.[\w-]+)+)'/g;
const prefixes = /[`']([\w-]+(?:\.[\w-]+)*\.)(?:\$\{|')/g;
/** Files that hold types of all texts. */
const ofTypes = /\/(text-values|text\/text)\.ts$/;

/**
 * Returns whether a text is named by these sources or by one that they load: its whole key, or the beginning of a key
 * that is put together.
 * @param folder the console's sources
 */
export function namedTexts(folder: string, sources: readonly string[]): (key: string) => boolean {
  const seen = new Set(sources.map((source) => join(folder, source)));
  const keys = new Set<string>();
  const beginnings = new Set<string>();
  for (const file of seen) {
    const source = readFileSync(file, 'utf8');
    for (const [, key = ''] of source.matchAll(literals)) {
      keys.add(key);
    }
    for (const [, beginning = ''] of source.matchAll(prefixes)) {
      beginnings.add(beginning);
    }
    for (const [, name = ''] of source.matchAll(imports)) {
      const next = join(dirname(file), name);
      if (!ofTypes.test(next) && existsSync(next)) {
        seen.add(next);
      }
    }
  }
  return (key) => keys.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning));
}
