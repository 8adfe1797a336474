import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Edit, edited } from './mutant.ts';

const top = new URL('../../../', import.meta.url);

/**
 * Edits source text while this process loads the named files. Node strips the types from the edited text as from any
 * other, and its compile cache identifies a text by its content. Returns a function that lists the files not loaded
 * yet: while there are any, the program is not the edited one.
 * @param name name of the edits, for an edit that does not find its text
 */
export function editFiles(name: string, edits: readonly Edit[]): () => string[] {
  const files = new Map(
    edits.map(({ file }) => [pathToFileURL(fileURLToPath(new URL(file, top))).href, file]),
  );
  if (files.size > 0) {
    registerHooks({
      load(url, context, nextLoad) {
        const loaded = nextLoad(url, context);
        const file = files.get(url);
        if (file === undefined || loaded.source === undefined || loaded.source === null) {
          return loaded;
        }
        const source =
          typeof loaded.source === 'string'
            ? loaded.source
            : Buffer.from(loaded.source as Uint8Array).toString();
        const text = edited(name, file, source, edits);
        files.delete(url);
        return { ...loaded, source: text };
      },
    });
  }
  return () => [...files.values()];
}
