import type { KeptBecause } from '@bowerbird/contract/listing/after';
import type { AppliedAttempt, Facts } from './facts.ts';

/** The outcome of undoing a run for one product. */
export type Judgement =
  | { undoGroup: 'taken-back'; way: 'away' }
  /** `former` is the attempt whose content it had before; `hidden`: shoppers did not see it then. */
  | { undoGroup: 'taken-back'; way: 'restore'; former: string; hidden: boolean }
  | { undoGroup: 'kept' | 'impossible'; reason: KeptBecause };

/**
 * Returns what undoing a run would do with a product, by the ledger alone and as the product was last seen. Null where
 * there is nothing to undo: the run wrote nothing there, or it was undone before.
 */
export function judge(facts: Facts, runId: string): Judgement | null {
  const content = facts.attempts.filter(({ kind }) => kind === 'create' || kind === 'update');
  const [first] = content.filter(({ run }) => run === runId);
  if (!first) {
    return null;
  }
  if (facts.state === 'gone') {
    return { undoGroup: 'impossible', reason: 'gone' };
  }
  if (facts.openAttempt !== null) {
    return { undoGroup: 'kept', reason: 'verifying' };
  }
  // Matched by hash: of two sends of the same content, the one that was given up as lost may be the one in the store.
  const writer = content.findLast(({ hash, run }) => run !== null && hash === facts.sentHash);
  if (facts.sentHash === null || !writer) {
    return { undoGroup: 'impossible', reason: 'former-unknown' };
  }
  if (writer.run !== runId) {
    return writer.id < first.id ? null : { undoGroup: 'kept', reason: 'later-run' };
  }
  if (wasTakenAway(facts.attempts, runId)) {
    return null;
  }
  if (facts.seenHash !== facts.listedHash) {
    return { undoGroup: 'kept', reason: 'changed' };
  }
  return content.some(({ kind, run }) => kind === 'create' && run === runId)
    ? { undoGroup: 'taken-back', way: 'away' }
    : restored(facts.attempts, content, first, runId);
}

/** Reports whether an undo of this run hid the product, and it was not shown since. */
function wasTakenAway(attempts: readonly AppliedAttempt[], runId: string): boolean {
  const newest = attempts.at(-1);
  return newest?.kind === 'delist' && newest.undoes === runId;
}

function restored(
  attempts: readonly AppliedAttempt[],
  content: readonly AppliedAttempt[],
  first: AppliedAttempt,
  runId: string,
): Judgement {
  const former = content.findLast(({ id }) => id < first.id);
  // The same content may have been written more than once; only the newest of those attempts keeps it.
  const body = former && content.findLast(({ hash, kept }) => kept && hash === former.hash);
  if (!body) {
    return { undoGroup: 'impossible', reason: 'former-unknown' };
  }
  const shows = ({ kind }: AppliedAttempt) => kind === 'publish' || kind === 'relist';
  const shown = attempts.find((each) => shows(each) && each.run === runId);
  const hidden = shown !== undefined && !attempts.some((each) => shows(each) && each.id < first.id);
  return { undoGroup: 'taken-back', way: 'restore', former: body.id, hidden };
}
