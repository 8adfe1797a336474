import type { Edit } from '../../mutants/mutant.ts';

/** Changes of the program's source text that are made while it is loaded, by name. */
export type EditSets = Readonly<Record<string, readonly Edit[]>>;
