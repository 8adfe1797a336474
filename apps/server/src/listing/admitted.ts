import { AppError } from '@bowerbird/contract/errors';
import { admitListings, isStanding } from '../billing/quotas.ts';
import { inLane, type Lane } from './lane.ts';
import type { Next } from './work.ts';

/**
 * What may be written of what comes next: a product new in the store is counted once towards the merchant's plan, before
 * its intent is written down; there is no question after that. What has no room is left out, and `lane.plan` says why.
 * What is there already, or was begun before, always goes on.
 */
export async function admitted(lane: Lane, nexts: readonly Next[]): Promise<Next[]> {
  const rows = nexts.flatMap((next) => (begins(next) ? [next.write.work.row] : []));
  if (rows.length === 0) {
    return [...nexts];
  }
  const { admitted: known, reached } = await inLane(lane, (db) =>
    admitListings(
      db,
      lane.ownerId,
      rows.map(({ id, generation }) => ({ id, generation })),
    ),
  ).catch((thrown: unknown) => {
    const failure = AppError.from(thrown);
    if (!isStanding(failure)) {
      throw thrown;
    }
    return { admitted: new Set<string>(), reached: failure };
  });
  lane.plan.reached ??= reached;
  return nexts.filter((next) => !begins(next) || known.has(next.write.work.row.id));
}

/** A product's first way into a store; a send in place of one that surely failed was counted with it. */
function begins(next: Next): next is Next & { kind: 'write' } {
  return next.kind === 'write' && next.write.kind === 'create' && next.write.instead === null;
}
