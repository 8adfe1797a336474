import { editFiles } from '../mutants/edited-files.ts';
import { smallPages, switches } from './switches.ts';

/** Loaded into a process before anything else (`--import`): small pages, and the switch that `BOWERBIRD_BROKEN` names. */
const name = process.env.BOWERBIRD_BROKEN ?? '';
editFiles(name, [...smallPages, ...(switches[name]?.edits ?? [])]);
