import { editFiles } from '../mutants/edited-files.ts';
import { editSets } from './edits/all.ts';

/**
 * Loaded into a program before anything else (`--import`): edits what it loads according to the edit sets that
 * `BOWERBIRD_DRILL_EDITS` names (names separated by spaces). `npm run proof:mutants` breaks the engine in the same way.
 */
const names = (process.env.BOWERBIRD_DRILL_EDITS ?? '').split(' ').filter((name) => name !== '');
const edits = names.flatMap((name) => {
  const found = editSets.get(name);
  if (!found) {
    throw new Error(`there is no edit set ${name}`);
  }
  return found;
});
editFiles(names.join(' '), edits);
