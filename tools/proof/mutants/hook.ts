import { all } from './all.ts';
import { editFiles } from './edited-files.ts';

/**
 * Loaded into a program before anything else (`--import`): breaks what it loads in the way that `BOWERBIRD_MUTANT`
 * names.
 */
const name = process.env.BOWERBIRD_MUTANT;
const mutant = all.find((each) => each.name === name);
if (name !== undefined && !mutant) {
  throw new Error(`there is no mutant ${name}`);
}

/** Files of the mutant that were not loaded yet: while there are any, the program is not the broken one. */
export const filesToLoad = editFiles(name ?? '', mutant?.edits ?? []);
