import { AppError } from '@bowerbird/contract/errors';
import { asOwner } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { findKeptLines } from '../as-stored/kept-hidden.ts';
import { startActionRun } from './create-actions.ts';

/** How many runs are certified again at the end; each costs a full scan of its stores. */
const certifiedMax = 3;

/** Single products in single stores, or all that a run left; `expected` is the number that was shown. */
export type StoredSelection = { listingIds: readonly string[] } | { runId: string; expected: number };

/**
 * Records a run that publishes, or removes, products that stores keep hidden with other values than were sent. Returns
 * its id; `selection.empty` where none of them is left, `selection.changed` where the number left is not the expected
 * one.
 */
export async function createAsStoredRun(
  services: Services,
  ownerId: string,
  action: 'publish-stored' | 'remove',
  { createdBy, ...selection }: StoredSelection & { createdBy: string | null },
): Promise<string> {
  const lines = await asOwner(services.db, ownerId, (db) => findKeptLines(db, ownerId, selection));
  const expected = 'expected' in selection ? selection.expected : lines.length;
  if (lines.length !== expected && lines.length > 0) {
    throw new AppError('selection.changed', `${lines.length} are left`, {
      params: { expected, count: lines.length },
    });
  }
  const reportedBy = [...new Set(lines.map((line) => line.reportedBy))].sort().reverse();
  return await startActionRun(services, ownerId, lines, {
    action,
    undoes: null,
    createdBy,
    certifies: reportedBy.slice(0, certifiedMax),
  });
}
