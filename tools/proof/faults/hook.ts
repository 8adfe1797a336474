import { editFiles } from '../mutants/edited-files.ts';
import { editSets } from './edits/all.ts';

/**
 * Loaded into a program before anything else (`--import`): edits what it loads as the edit sets say that `BOWERBIRD_DRILL_EDITS` names
 * (their names with a space between). The same way in which `npm run proof:mutants` breaks the engine.
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
