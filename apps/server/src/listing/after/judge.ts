import type { KeptBecause } from '@bowerbird/contract/listing-after';
import type { AppliedAttempt, Facts } from './facts.ts';

/** What becomes of one product when a run is taken back. */
export type Judgement =
  | { pile: 'taken-back'; way: 'away' }
  /** `former` is the attempt whose content it had before; `hidden`: shoppers did not see it then. */
  | { pile: 'taken-back'; way: 'restore'; former: string; hidden: boolean }
  | { pile: 'kept' | 'impossible'; reason: KeptBecause };

/**
 * What taking a run back would do with a product, by the ledger alone and so as it was last seen. Null where there is nothing
 * to take back: the run wrote nothing there, or it was taken back before.
 */
export function judge(facts: Facts, runId: string): Judgement | null {
  const content = facts.attempts.filter(({ kind }) => kind === 'create' || kind === 'update');
  const [first] = content.filter(({ run }) => run === runId);
  if (!first) {
    return null;
  }
  if (facts.state === 'gone') {
    return { pile: 'impossible', reason: 'gone' };
  }
  if (facts.openAttempt !== null) {
    return { pile: 'kept', reason: 'unsure' };
  }
  // By its hash: of two sends of the same, the one that was given up for lost may be the one that lies there.
  const writer = content.findLast(({ hash, run }) => run !== null && hash === facts.sentHash);
  if (facts.sentHash === null || !writer) {
    return { pile: 'impossible', reason: 'former-unknown' };
  }
  if (writer.run !== runId) {
    return writer.id < first.id ? null : { pile: 'kept', reason: 'later-run' };
  }
  if (wasTakenAway(facts.attempts, runId)) {
    return null;
  }
  if (facts.seenHash !== facts.listedHash) {
    return { pile: 'kept', reason: 'changed' };
  }
  return content.some(({ kind, run }) => kind === 'create' && run === runId)
    ? { pile: 'taken-back', way: 'away' }
    : restored(facts.attempts, content, first, runId);
}

/** Hidden by a run that took this one back, and not shown since. */
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
  // The same content may have been written more than once; the newest of them is the one that is kept.
  const body = former && content.findLast(({ hash, kept }) => kept && hash === former.hash);
  if (!body) {
    return { pile: 'impossible', reason: 'former-unknown' };
  }
  const shows = ({ kind }: AppliedAttempt) => kind === 'publish' || kind === 'relist';
  const shown = attempts.find((each) => shows(each) && each.run === runId);
  const hidden = shown !== undefined && !attempts.some((each) => shows(each) && each.id < first.id);
  return { pile: 'taken-back', way: 'restore', former: body.id, hidden };
}
