import {
  canApply,
  type EventName,
  owesCheck,
  stateAfter,
  type Transition,
  transitions,
} from '../../../apps/server/src/listing/ledger/transitions.ts';

/** The part of a product's ledger row that the protocol uses. */
export interface RowState {
  readonly state: 'waiting' | 'intended' | 'verifying' | 'listed' | 'refused' | 'conflict' | 'gone';
  /** The kind of the attempt whose outcome is not known yet. */
  readonly open: AttemptKind | null;
  /** The store product that the row is bound to: its place in the store, from 1; 0 for none. */
  readonly bound: number;
  /** As far as the row knows, the content written last is the wanted one. */
  readonly listedIsWanted: boolean;
  readonly checkOwed: boolean;
  readonly shown: 'never' | 'shown' | 'takenDown';
  /** An earlier write may still change what shoppers see: the after-check restores the product's visibility. */
  readonly restoresVisibility: boolean;
}

export type AttemptKind = 'create' | 'update' | 'publish' | 'delist' | 'relist' | 'remove';

/** Events of a row. The names are those of `apps/server/src/listing/engine`. */
export type Event =
  /** An attempt is committed; it replaces the open one, if there is one. */
  | { readonly name: 'intended'; readonly kind: AttemptKind }
  | {
      readonly name: 'contentApplied' | 'found';
      readonly product: number;
      readonly isWanted: boolean;
      readonly isShown: boolean;
    }
  | {
      /** `isWanted`: requested by a person, not by an after-check. */
      readonly name: 'visibilityApplied';
      readonly act: 'delist' | 'relist';
      readonly isWanted: boolean;
    }
  | { readonly name: 'alreadySo'; readonly act: 'delist' | 'relist' }
  /** `accepts`: as the store keeps it, which a person accepted. */
  | { readonly name: 'published'; readonly accepts: boolean }
  /** `isAccepted`: a publish as stored that was given up has arrived. */
  | { readonly name: 'checked'; readonly isAccepted?: true }
  | {
      readonly name:
        | 'neverSent'
        | 'doubleRemoved'
        | 'rejected'
        | 'missing'
        | 'leftUnknown'
        | 'neverMade'
        | 'lost'
        | 'unmanagedFound'
        | 'givenUp'
        | 'updateGivenUp'
        | 'dropped'
        | 'checkedGone'
        | 'overwritten'
        | 'visibilityOwed';
    }
  | {
      readonly name: /** A person wants a newer revision. */
        | 'edited'
        /** A person relists what was delisted. */
        | 'showWanted'
        /** A restored database is declared: every row is checked once more. */
        | 'restored';
    };

/** The row of a product that was never listed. */
export const newRow: RowState = {
  state: 'waiting',
  open: null,
  bound: 0,
  listedIsWanted: false,
  checkOwed: false,
  shown: 'never',
  restoresVisibility: false,
};

/** Events whose effect on a row is defined only by the model. */
type OwnEvent = 'edited' | 'showWanted' | 'restored';

/**
 * Returns the row after an event, by the engine's own table; additional information of an event, such as the product
 * that was found, is added here in the form of the engine's columns. The model changes rows in no other way.
 */
export function after(row: RowState, event: Event): RowState {
  switch (event.name) {
    case 'edited':
      return { ...row, listedIsWanted: false };
    case 'showWanted':
      return { ...row, shown: 'never', restoresVisibility: row.restoresVisibility || row.checkOwed };
    case 'restored':
      return { ...row, checkOwed: true };
    default:
      return { ...byTable(row, event), ...reported(row, event) };
  }
}

function byTable(row: RowState, event: Exclude<Event, { name: OwnEvent }>): RowState {
  const name = nameInTable(row, event.name);
  const { attempt, check }: Transition = transitions[name];
  const standing = standingOf(row);
  const state = stateAfter(name, standing);
  return {
    ...row,
    state,
    open: event.name === 'intended' ? event.kind : attempt === 'closes' ? null : row.open,
    checkOwed: check === 'made' ? false : row.checkOwed || owesCheck(name, standing),
  };
}

function standingOf({ state, bound, open }: RowState) {
  return { state, isBound: bound !== 0, hasOpenAttempt: open !== null };
}

/** Reports whether the engine accepts this event for such a row; otherwise it stops, and nothing is written. */
export function isPossible(row: RowState, event: Event): boolean {
  switch (event.name) {
    case 'edited':
    case 'showWanted':
    case 'restored':
      return true;
    default:
      return canApply(nameInTable(row, event.name), standingOf(row));
  }
}

/** A product that is already as wanted is checked once more if a check is owed, as in the engine. */
function nameInTable({ checkOwed }: RowState, name: Exclude<Event['name'], OwnEvent>): EventName {
  return name === 'alreadySo' && checkOwed ? 'visibilityOwed' : name;
}

/** Returns what an event sets in the columns that the table leaves to it. */
function reported(row: RowState, event: Event): Partial<RowState> {
  switch (event.name) {
    case 'intended':
      return { restoresVisibility: row.restoresVisibility || (isAction(event.kind) && row.open !== null) };
    case 'contentApplied':
      return {
        bound: row.bound || event.product,
        listedIsWanted: event.isWanted,
        shown: row.shown === 'never' && event.isShown ? 'shown' : row.shown,
      };
    case 'found':
      return {
        bound: event.product,
        listedIsWanted: event.isWanted,
        shown: event.isShown ? 'shown' : 'never',
      };
    case 'published':
      return event.accepts ? accepted(row) : { shown: 'shown' };
    case 'visibilityApplied':
      return {
        ...visibility(row, event.act),
        restoresVisibility: event.isWanted && (row.checkOwed || row.restoresVisibility),
      };
    case 'alreadySo':
      return {
        ...visibility(row, event.act),
        restoresVisibility: row.checkOwed || row.restoresVisibility,
      };
    case 'dropped':
      return { restoresVisibility: row.restoresVisibility || isAction(row.open) };
    case 'updateGivenUp':
      return {
        listedIsWanted: row.open === 'update' ? false : row.listedIsWanted,
        restoresVisibility: row.restoresVisibility || isAction(row.open),
      };
    case 'checked':
      return { restoresVisibility: false, ...(event.isAccepted && { shown: 'shown', listedIsWanted: true }) };
    case 'checkedGone':
      return { restoresVisibility: false };
    case 'overwritten':
      return { listedIsWanted: false };
    case 'visibilityOwed':
      return { restoresVisibility: true };
    default:
      return {};
  }
}

/** Nothing of its content is still to be written, and what was sent before must not hide it. */
function accepted(row: RowState): Partial<RowState> {
  return {
    shown: 'shown',
    listedIsWanted: true,
    restoresVisibility: row.restoresVisibility || row.checkOwed,
  };
}

function isAction(kind: AttemptKind | null): boolean {
  return kind === 'delist' || kind === 'relist';
}

/** A delisted product is not as wanted, so listing it again writes it. */
function visibility(row: RowState, act: 'delist' | 'relist'): Pick<RowState, 'shown' | 'listedIsWanted'> {
  return act === 'delist'
    ? { shown: 'takenDown', listedIsWanted: false }
    : { shown: 'shown', listedIsWanted: row.listedIsWanted };
}
