import type { AttemptOutcome, ListingState } from '../../db/tables/listing.ts';

/** What one event makes of a product's row in the ledger. */
export interface Transition {
  /** States the row may be in before it; null: any. */
  from: readonly ListingState[] | null;
  /**
   * The state after it. `back`: as before its attempt, `listed` where it is bound and `waiting` where it is not.
   * `same`: unchanged.
   */
  to: ListingState | 'back' | 'same';
  /** What becomes of the row's open attempt. `none`: there must be none. */
  attempt: 'opens' | 'closes' | 'stays' | 'none';
  /** The outcome that a closed attempt is given; null where the evidence determines it, or there is none. */
  outcome: AttemptOutcome | null;
  /** What becomes of the binding to the store's product. */
  binding: 'binds' | 'unbinds' | 'keeps';
  /**
   * What becomes of the after-check. `owedIfOpen`: owed where an in-doubt attempt is left behind, which may still be
   * applied.
   */
  check: 'owed' | 'owedIfOpen' | 'made' | 'keeps';
}

const inDoubt = ['intended', 'verifying'] as const;
const keeps = { binding: 'keeps', check: 'keeps' } as const;

/**
 * The listing protocol as a table: every event of a row, and what each makes of it. Nothing else writes these columns.
 * `tools/proof/model` walks this same table through every reachable state with an adversary, so a change here is a
 * change of the protocol: it needs its scenario there and a decision (`docs/listing-protocol.md`, States of a row).
 */
export const transitions = {
  // --- what is about to be sent
  /**
   * An attempt is committed before its first byte. Where it replaces an in-doubt attempt, that one is decided `absent`
   * in the same commit.
   */
  intended: {
    from: null,
    to: 'intended',
    attempt: 'opens',
    outcome: null,
    binding: 'keeps',
    check: 'owedIfOpen',
  },
  /** The gate was shut, or the limit was used up: surely not sent. */
  neverSent: { from: inDoubt, to: 'back', attempt: 'closes', outcome: 'never_sent', ...keeps },

  // --- what the store answered
  /** A create or update was applied; also when a look shows it on top. */
  contentApplied: {
    from: inDoubt,
    to: 'listed',
    attempt: 'closes',
    outcome: 'applied',
    binding: 'binds',
    check: 'owed',
  },
  /** A publish was applied; also when a look shows it. A copy of it may arrive once the product is delisted. */
  published: {
    from: inDoubt,
    to: 'listed',
    attempt: 'closes',
    outcome: 'applied',
    binding: 'keeps',
    check: 'owed',
  },
  /** Delisted or relisted: earlier writes may still arrive, so the product is looked at once more. */
  visibilityApplied: {
    from: inDoubt,
    to: 'listed',
    attempt: 'closes',
    outcome: 'applied',
    binding: 'keeps',
    check: 'owed',
  },
  /** Removed from the store on a person's wish: the next listing is another generation, under another key. */
  removed: {
    from: inDoubt,
    to: 'waiting',
    attempt: 'closes',
    outcome: 'applied',
    binding: 'unbinds',
    check: 'made',
  },
  /**
   * A step that takes our product out of the store's trash was applied; also when a look shows it. A later event binds
   * the product.
   */
  takenOutOfTrash: { from: inDoubt, to: 'back', attempt: 'closes', outcome: 'applied', ...keeps },
  /** A duplicate of ours was removed, or is no longer there. */
  doubleRemoved: { from: inDoubt, to: 'listed', attempt: 'closes', outcome: 'applied', ...keeps },
  /** The store surely rejected the content. A copy of the request may still be applied: looked at once more. */
  rejected: {
    from: inDoubt,
    to: 'refused',
    attempt: 'closes',
    outcome: 'refused',
    binding: 'keeps',
    check: 'owed',
  },
  /** Rejected for a reason that is the store's and not the product's: the product waits. */
  putOff: { from: inDoubt, to: 'back', attempt: 'closes', outcome: 'refused', ...keeps },
  /** Saved, and not shown: the publish was rejected. */
  notPublished: { from: inDoubt, to: 'listed', attempt: 'closes', outcome: 'refused', ...keeps },
  /** The store answered a write by id that its product is not there. */
  missing: { from: inDoubt, to: 'gone', attempt: 'closes', outcome: 'refused', ...keeps },
  /** Any other answer, or none. */
  leftUnknown: { from: inDoubt, to: 'verifying', attempt: 'stays', outcome: null, ...keeps },

  // --- what a look decided of an in-doubt attempt
  /**
   * A product of ours was found in the store and is bound, no matter which of our attempts created it; also where
   * nothing was in doubt.
   */
  found: { from: null, to: 'listed', attempt: 'closes', outcome: null, binding: 'binds', check: 'owed' },
  /** Not there after the settle period, and no longer wanted. */
  neverMade: { from: inDoubt, to: 'waiting', attempt: 'closes', outcome: 'absent', ...keeps },
  /** The store says it created it, and it is not there after the settle period: deleted before we saw it. */
  deletedUnseen: {
    from: inDoubt,
    to: 'gone',
    attempt: 'closes',
    outcome: 'absent',
    binding: 'keeps',
    check: 'owed',
  },
  /** The bound product is no longer there. */
  lost: { from: null, to: 'gone', attempt: 'closes', outcome: 'absent', ...keeps },
  /** An unmanaged product is in its place. */
  unmanagedFound: {
    from: null,
    to: 'conflict',
    attempt: 'closes',
    outcome: 'absent',
    binding: 'keeps',
    check: 'owedIfOpen',
  },
  /** Sent as often as a run sends, without a known outcome: the after-check binds a late product. */
  givenUp: {
    from: inDoubt,
    to: 'refused',
    attempt: 'closes',
    outcome: 'absent',
    binding: 'keeps',
    check: 'owed',
  },
  /** The same for a bound product: it is listed as it was. */
  updateGivenUp: {
    from: inDoubt,
    to: 'listed',
    attempt: 'closes',
    outcome: 'absent',
    binding: 'keeps',
    check: 'owed',
  },
  /** An action or update by id came to nothing, or is no longer wanted. It may still be applied. */
  dropped: {
    from: inDoubt,
    to: 'back',
    attempt: 'closes',
    outcome: 'absent',
    binding: 'keeps',
    check: 'owed',
  },

  // --- what the after-check and the comparison found
  /** Nothing of ours can be on its way any more, and the store holds what was wanted, or what others made of it. */
  checked: { from: null, to: 'same', attempt: 'none', outcome: null, binding: 'keeps', check: 'made' },
  /** The after-check did not find the bound product. */
  checkedGone: { from: null, to: 'gone', attempt: 'none', outcome: null, binding: 'keeps', check: 'made' },
  /** A read of the store did not find the bound product; what is in doubt is resolved separately. */
  seenGone: { from: null, to: 'gone', attempt: 'stays', outcome: null, ...keeps },
  /** An older write of ours is on top: the newest is written again, and looked at again. */
  overwritten: { from: null, to: 'same', attempt: 'none', outcome: null, ...keeps },
  /** Writes of ours that may still arrive could change what shoppers see: the product is looked at once more. */
  visibilityOwed: { from: null, to: 'same', attempt: 'none', outcome: null, binding: 'keeps', check: 'owed' },
  /** The product is already in the wanted state, no matter who put it there. */
  alreadySo: { from: null, to: 'same', attempt: 'none', outcome: null, ...keeps },
  /** The store's data of the product was read, with nothing that matters to the protocol. */
  noted: { from: null, to: 'same', attempt: 'stays', outcome: null, ...keeps },

  // --- what a person or a rule decided
  /** Our own checks reject it: nothing is sent. */
  notSendable: { from: null, to: 'refused', attempt: 'none', outcome: null, ...keeps },
  /** A person decided a conflict or a rejection. */
  resolved: { from: ['conflict', 'refused'], to: 'back', attempt: 'none', outcome: null, ...keeps },
  /** The merchant lists again what was deleted in the store, or has it forgotten: another generation. */
  listedAgain: {
    from: ['gone'],
    to: 'waiting',
    attempt: 'none',
    outcome: null,
    binding: 'unbinds',
    check: 'made',
  },
  /** A product of the store that a person chose to take over as ours. */
  takenOver: { from: null, to: 'listed', attempt: 'none', outcome: null, binding: 'binds', check: 'made' },
} as const satisfies Record<string, Transition>;

export type EventName = keyof typeof transitions;

/** The part of a row that transitions read. */
export interface Standing {
  state: ListingState;
  isBound: boolean;
  hasOpenAttempt: boolean;
}

/** A row met an event that is not possible for it: a bug of ours, found before anything is written. */
export class ImpossibleTransition extends Error {
  override readonly name = 'ImpossibleTransition';

  constructor(event: EventName, { state, hasOpenAttempt }: Standing) {
    super(`${event} cannot befall a row that is ${state}${hasOpenAttempt ? ' with an open attempt' : ''}`);
  }
}

/** Reports whether an event makes an after-check owed. */
export function owesCheck(event: EventName, { hasOpenAttempt }: Pick<Standing, 'hasOpenAttempt'>): boolean {
  const { check }: Transition = transitions[event];
  return check === 'owed' || (check === 'owedIfOpen' && hasOpenAttempt);
}

/** Reports whether an event is possible for such a row. */
export function canApply(event: EventName, { state, hasOpenAttempt }: Standing): boolean {
  const { from, attempt }: Transition = transitions[event];
  return (from === null || from.includes(state)) && !(attempt === 'none' && hasOpenAttempt);
}

/** Returns the state that an event leaves a row in. */
export function stateAfter(event: EventName, { state, isBound }: Standing): ListingState {
  const { to }: Transition = transitions[event];
  if (to === 'same') {
    return state;
  }
  return to === 'back' ? (isBound ? 'listed' : 'waiting') : to;
}
