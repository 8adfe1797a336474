import { applyEvent } from './apply-event.ts';
import type { AttemptKind, Event } from './row.ts';
import { type Attempt, aboutOf, type Model, type State, spend, withRow, withWorker } from './state.ts';

/** What is to be sent. */
export interface Intent {
  kind: AttemptKind;
  target: number;
  revision: number;
  shows: boolean;
  /** Requested by a person, not by an after-check. */
  isWanted: boolean;
}

/** Commits an attempt, before its first byte; null if the model has no room for another. */
export function committed(
  model: Model,
  state: State,
  worker: number,
  at: number,
  intent: Intent,
): State | null {
  if (state.budget.attempts === 0) {
    return null;
  }
  const place = state.attempts.length;
  const attempt: Attempt = {
    ...intent,
    about: aboutOf(model, at),
    phase: 'intended',
    left: 0,
    answer: 0,
    memory: state.backup === null ? 'known' : 'sinceBackup',
  };
  const begun = { ...spend(state, 'attempts'), attempts: [...state.attempts, attempt] };
  const event: Event = { name: 'intended', kind: intent.kind };
  const change = { attempt: place, ages: -1, recent: model.settle };
  const written = model.rules.intent
    ? applyEvent(model, begun, at, event, worker, change)
    : withRow(begun, at, { recent: model.settle });
  const gate = { at: 'gate', row: at, attempt: place, left: model.world.deadline, isFenced: false } as const;
  return {
    ...withWorker(written, worker, gate),
    broken: brokenBy(model, state, worker, at, intent) || state.broken,
  };
}

/** Returns the promise broken by a commit that must never happen, whatever follows. */
function brokenBy(
  { world }: Model,
  state: State,
  worker: number,
  at: number,
  { kind, target, isWanted, shows }: Intent,
): string {
  const row = state.rows[at];
  const held = state.workers[worker];
  // What the merchant does between the look and the commit cannot be known.
  const product = held?.at === 'decides' ? held.seen : state.products[target - 1];
  if (state.isPutBack) {
    return 'sent from a database that was put back';
  }
  if (kind === 'create' && row?.wish === 'none') {
    return 'created again after a cancel';
  }
  if (kind === 'publish' && world.keeps && row?.wish !== 'publish') {
    return 'published as stored, and nobody accepted it';
  }
  const isHidden = product?.isVisible === false;
  const changesHand =
    (kind === 'delist' && !isHidden) || ((kind === 'relist' || (kind === 'update' && shows)) && isHidden);
  return !isWanted && product?.hand === 'after' && changesHand
    ? "the merchant's own visibility written over"
    : '';
}

export function commitSays(worker: number, at: number, { kind, target, revision }: Intent): string {
  const what = target === 0 ? `revision ${revision}` : `product ${target}`;
  return `worker ${worker + 1} commits a ${kind} (${what}) for row ${at + 1}`;
}
