import type { Edit } from '../../mutants/mutant.ts';
import { database } from './database.ts';
import { killPoints } from './kill-points.ts';
import { listing } from './listing.ts';
import { machine } from './machine.ts';
import { peers } from './peers.ts';
import { work } from './work.ts';

export const editSets: ReadonlyMap<string, readonly Edit[]> = new Map(
  Object.entries({ ...database, ...killPoints, ...listing, ...machine, ...peers, ...work }),
);
