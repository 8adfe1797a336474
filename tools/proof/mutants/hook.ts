import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { all } from './all.ts';
import { edited } from './mutant.ts';

/**
 * Loaded into a program before anything else (`--import`): breaks what it loads in the way that `BOWERBIRD_MUTANT` names. Node takes the
 * types out of the edited text as of any other, and its compile cache knows a text by its content.
 */
const name = process.env.BOWERBIRD_MUTANT;
const mutant = all.find((each) => each.name === name);
if (name !== undefined && !mutant) {
  throw new Error(`there is no mutant ${name}`);
}
const top = new URL('../../../', import.meta.url);
const files = new Map(
  mutant?.edits.map(({ file }) => [pathToFileURL(fileURLToPath(new URL(file, top))).href, file]) ?? [],
);

if (mutant) {
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
      const text = edited(mutant.name, file, source, mutant.edits);
      files.delete(url);
      return { ...loaded, source: text };
    },
  });
}

/** Files of the mutant that were not loaded yet: while there are any, the program is not the broken one. */
export function filesToLoad(): string[] {
  return [...files.values()];
}
