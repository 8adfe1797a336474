import type { StoreAudit } from '@bowerbird/contract/listing/audit';

/** The figures of a check that need somebody's attention, the most urgent first. */
export const findingKeys = ['duplicates', 'missing', 'orphans', 'unfinished', 'open'] as const;

/** Returns how many differences a check found. */
export function findingsIn(audit: StoreAudit): number {
  return findingKeys.reduce((sum, key) => sum + audit[key], 0);
}
