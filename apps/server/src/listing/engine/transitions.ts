import type { AttemptFate, ListingState } from '../../db/tables/listing.ts';

/** What one event makes of a product's row in the ledger. */
export interface Transition {
  /** States the row may be in before it; null: any. */
  from: readonly ListingState[] | null;
  /** The state after it. `back`: as before its attempt, `listed` where it is bound and `waiting` where it is not. `same`: it stays. */
  to: ListingState | 'back' | 'same';
  /** What becomes of the row's open attempt. `none`: there must be none. */
  attempt: 'opens' | 'closes' | 'stays' | 'none';
  /** The fate that a closed attempt is given; null where the evidence tells which, or there is none. */
  fate: AttemptFate | null;
  /** What becomes of the binding to the store's product. */
  binding: 'binds' | 'unbinds' | 'keeps';
  /** What becomes of the after-check. `owedIfOpen`: owed where an attempt in doubt is left behind, which may still be applied. */
  check: 'owed' | 'owedIfOpen' | 'made' | 'keeps';
}

const inDoubt = ['intended', 'unsure'] as const;
const keeps = { binding: 'keeps', check: 'keeps' } as const;

/**
 * The listing protocol as a table: every event that may befall a row, and what each makes of it. Nothing else writes these columns.
 * `tools/proof/model` walks this same table through every reachable state with an adversary, so a change here is a change of the
 * protocol: it needs its scenario there and a decision (`docs/listing-protocol.md`, States of a row).
 */
export const transitions = {
  // --- what is about to be sent
  /** An attempt is committed before its first byte. In place of one in doubt, that one is decided `absent` in the same commit. */
  intended: {
    from: null,
    to: 'intended',
    attempt: 'opens',
    fate: null,
    binding: 'keeps',
    check: 'owedIfOpen',
  },
  /** The gate was shut, or the limit was used up: surely not sent. */
  neverSent: { from: inDoubt, to: 'back', attempt: 'closes', fate: 'never_sent', ...keeps },

  // --- what the store answered
  /** A create or update was applied; also when a look shows it on top. */
  contentApplied: {
    from: inDoubt,
    to: 'listed',
    attempt: 'closes',
    fate: 'applied',
    binding: 'binds',
    check: 'owed',
  },
  /** A publishing was applied; also when a look shows it. A copy of it may land once the product is delisted. */
  published: {
    from: inDoubt,
    to: 'listed',
    attempt: 'closes',
    fate: 'applied',
    binding: 'keeps',
    check: 'owed',
  },
  /** Delisted or shown again: writes of before it may still land, so it is looked at once more. */
  visibilityApplied: {
    from: inDoubt,
    to: 'listed',
    attempt: 'closes',
    fate: 'applied',
    binding: 'keeps',
    check: 'owed',
  },
  /** Taken out of the store on a person's wish: the next listing is another generation, under another key. */
  removed: {
    from: inDoubt,
    to: 'waiting',
    attempt: 'closes',
    fate: 'applied',
    binding: 'unbinds',
    check: 'made',
  },
  /** A step that takes ours out of the store's trash was applied; also when a look shows it. It is bound by what follows. */
  takenOutOfTrash: { from: inDoubt, to: 'back', attempt: 'closes', fate: 'applied', ...keeps },
  /** A double of ours was removed, or is not there any more. */
  doubleRemoved: { from: inDoubt, to: 'listed', attempt: 'closes', fate: 'applied', ...keeps },
  /** The store surely refused the content. A copy of the request may still be applied: looked at once more. */
  rejected: {
    from: inDoubt,
    to: 'refused',
    attempt: 'closes',
    fate: 'refused',
    binding: 'keeps',
    check: 'owed',
  },
  /** Refused for a reason that is the store's and not the product's: it waits. */
  putOff: { from: inDoubt, to: 'back', attempt: 'closes', fate: 'refused', ...keeps },
  /** Saved, and not shown: the publishing was refused. */
  notPublished: { from: inDoubt, to: 'listed', attempt: 'closes', fate: 'refused', ...keeps },
  /** A write by id was answered that its product is not there. */
  missing: { from: inDoubt, to: 'gone', attempt: 'closes', fate: 'refused', ...keeps },
  /** Any other answer, or none. */
  doubted: { from: inDoubt, to: 'unsure', attempt: 'stays', fate: null, ...keeps },

  // --- what a look decided of a doubt
  /** Ours was found in the store and is bound, whoever of our attempts made it; also where nothing was in doubt. */
  found: { from: null, to: 'listed', attempt: 'closes', fate: null, binding: 'binds', check: 'owed' },
  /** Not there after the settle time, and nobody wants it made any more. */
  neverMade: { from: inDoubt, to: 'waiting', attempt: 'closes', fate: 'absent', ...keeps },
  /** The store says it made it, and it is not there after the settle time: deleted before we saw it. */
  deletedUnseen: {
    from: inDoubt,
    to: 'gone',
    attempt: 'closes',
    fate: 'absent',
    binding: 'keeps',
    check: 'owed',
  },
  /** The bound product is not there any more. */
  lost: { from: null, to: 'gone', attempt: 'closes', fate: 'absent', ...keeps },
  /** Somebody else's product stands in its place. */
  strangerFound: {
    from: null,
    to: 'conflict',
    attempt: 'closes',
    fate: 'absent',
    binding: 'keeps',
    check: 'owedIfOpen',
  },
  /** Sent as often as a run sends, and never heard: the after-check takes a late one for what it is. */
  givenUp: {
    from: inDoubt,
    to: 'refused',
    attempt: 'closes',
    fate: 'absent',
    binding: 'keeps',
    check: 'owed',
  },
  /** The same of a product that is bound: it is listed as it was. */
  updateGivenUp: {
    from: inDoubt,
    to: 'listed',
    attempt: 'closes',
    fate: 'absent',
    binding: 'keeps',
    check: 'owed',
  },
  /** An act or update by id came to nothing, or is wanted no more. It may still be applied. */
  dropped: { from: inDoubt, to: 'back', attempt: 'closes', fate: 'absent', binding: 'keeps', check: 'owed' },

  // --- what the after-check and the comparison found
  /** Nothing of ours can be on its way any more, and the store holds what was wanted, or what somebody else made of it. */
  checked: { from: null, to: 'same', attempt: 'none', fate: null, binding: 'keeps', check: 'made' },
  /** The after-check did not find the bound product. */
  checkedGone: { from: null, to: 'gone', attempt: 'none', fate: null, binding: 'keeps', check: 'made' },
  /** Whoever read the store did not find the bound product; what is in doubt is settled by itself. */
  seenGone: { from: null, to: 'gone', attempt: 'stays', fate: null, ...keeps },
  /** An older write of ours lies on top: the newest is written again, and looked at again. */
  overwritten: { from: null, to: 'same', attempt: 'none', fate: null, ...keeps },
  /** Writes of ours that may still land could change what shoppers see: it is looked at once more. */
  visibilityOwed: { from: null, to: 'same', attempt: 'none', fate: null, binding: 'keeps', check: 'owed' },
  /** It stands as it was wanted already, by whoever's hand. */
  alreadySo: { from: null, to: 'same', attempt: 'none', fate: null, ...keeps },
  /** What the store shows of it was read: nothing that the protocol goes by. */
  noted: { from: null, to: 'same', attempt: 'stays', fate: null, ...keeps },

  // --- what a person or a rule decided
  /** Our own checks refuse it: nothing is sent. */
  notSendable: { from: null, to: 'refused', attempt: 'none', fate: null, ...keeps },
  /** A person chose what is to become of a conflict, or of what was rejected. */
  resolved: { from: ['conflict', 'refused'], to: 'back', attempt: 'none', fate: null, ...keeps },
  /** The merchant lists again what was deleted in the store, or tells us to forget it: another generation. */
  listedAgain: {
    from: ['gone'],
    to: 'waiting',
    attempt: 'none',
    fate: null,
    binding: 'unbinds',
    check: 'made',
  },
  /** A product of the store that a person chose to take for ours. */
  takenOver: { from: null, to: 'listed', attempt: 'none', fate: null, binding: 'binds', check: 'made' },
} as const satisfies Record<string, Transition>;

export type EventName = keyof typeof transitions;

/** The part of a row that transitions read. */
export interface Standing {
  state: ListingState;
  isBound: boolean;
  hasOpenAttempt: boolean;
}

/** A row met an event that cannot befall it: a fault of ours, found before anything is written. */
export class ImpossibleTransition extends Error {
  override readonly name = 'ImpossibleTransition';

  constructor(event: EventName, { state, hasOpenAttempt }: Standing) {
    super(`${event} cannot befall a row that is ${state}${hasOpenAttempt ? ' with an open attempt' : ''}`);
  }
}

/** Whether an after-check is owed anew by an event. */
export function owesCheck(event: EventName, { hasOpenAttempt }: Pick<Standing, 'hasOpenAttempt'>): boolean {
  const { check }: Transition = transitions[event];
  return check === 'owed' || (check === 'owedIfOpen' && hasOpenAttempt);
}

/** Whether an event can befall such a row at all. */
export function canBefall(event: EventName, { state, hasOpenAttempt }: Standing): boolean {
  const { from, attempt }: Transition = transitions[event];
  return (from === null || from.includes(state)) && !(attempt === 'none' && hasOpenAttempt);
}

/** The state that an event leaves a row in. */
export function stateAfter(event: EventName, { state, isBound }: Standing): ListingState {
  const { to }: Transition = transitions[event];
  if (to === 'same') {
    return state;
  }
  return to === 'back' ? (isBound ? 'listed' : 'waiting') : to;
}
