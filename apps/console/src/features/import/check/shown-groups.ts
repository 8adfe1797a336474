import { importGroups } from '@bowerbird/contract/files/imports';
import type { Group, Import } from '../queries.ts';

/** Returns the groups that have products, in their order. */
export function groupsOf({ groups }: Pick<Import, 'groups'>): Group[] {
  return importGroups.filter((group) => groups[group] > 0);
}
