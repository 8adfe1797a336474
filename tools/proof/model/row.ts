import {
  canBefall,
  type EventName,
  owesCheck,
  stateAfter,
  type Transition,
  transitions,
} from '../../../apps/server/src/listing/engine/transitions.ts';

/** The part of a product's row in the ledger that the protocol goes by. */
export interface RowState {
  readonly state: 'waiting' | 'intended' | 'unsure' | 'listed' | 'refused' | 'conflict' | 'gone';
  /** The kind of the attempt whose outcome is not known yet. */
  readonly open: AttemptKind | null;
  /** The product of the store that the row is bound to: its place in the store, from 1; 0 for none. */
  readonly bound: number;
  /** The content that was written last is, as far as the row knows, the one that is wanted. */
  readonly listedIsWanted: boolean;
  readonly checkOwed: boolean;
  readonly shown: 'never' | 'shown' | 'takenDown';
  /** A write of before may still change what shoppers see: the after-check gives the product its visibility back. */
  readonly restoresVisibility: boolean;
}

export type AttemptKind = 'create' | 'update' | 'publish' | 'delist' | 'relist' | 'remove';

/** What may befall a row. The names are those of `apps/server/src/listing/engine`. */
export type Event =
  /** An attempt is committed; in place of the open one, if there is one. */
  | { readonly name: 'intended'; readonly kind: AttemptKind }
  | {
      readonly name: 'contentApplied' | 'found';
      readonly product: number;
      readonly isWanted: boolean;
      readonly isShown: boolean;
    }
  | {
      /** `isWanted`: a person wanted it, and no after-check. */
      readonly name: 'visibilityApplied';
      readonly act: 'delist' | 'relist';
      readonly isWanted: boolean;
    }
  | { readonly name: 'alreadySo'; readonly act: 'delist' | 'relist' }
  | {
      readonly name:
        | 'neverSent'
        | 'published'
        | 'doubleRemoved'
        | 'rejected'
        | 'missing'
        | 'doubted'
        | 'neverMade'
        | 'lost'
        | 'strangerFound'
        | 'givenUp'
        | 'updateGivenUp'
        | 'dropped'
        | 'checked'
        | 'checkedGone'
        | 'overwritten'
        | 'visibilityOwed';
    }
  | {
      readonly name: /** A person wants a newer revision. */
        | 'edited'
        /** A person lists again what was delisted. */
        | 'showWanted'
        /** A database that was put back is declared: every row is looked at once more. */
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

/** Events that change nothing of a row but what the model says of them. */
type OwnEvent = 'edited' | 'showWanted' | 'restored';

/**
 * Returns what an event makes of a row, by the engine's own table; what an event tells besides, such as the product that was found, is added
 * here as the engine's columns have it. The model changes rows by nothing else.
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
      return { ...byTable(row, event), ...told(row, event) };
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

/** Whether the engine takes this event for such a row; where it does not, it stops, and nothing is written. */
export function isPossible(row: RowState, event: Event): boolean {
  switch (event.name) {
    case 'edited':
    case 'showWanted':
    case 'restored':
      return true;
    default:
      return canBefall(nameInTable(row, event.name), standingOf(row));
  }
}

/** What stands as it was wanted is looked at once more where a check is owed, as the engine has it. */
function nameInTable({ checkOwed }: RowState, name: Exclude<Event['name'], OwnEvent>): EventName {
  return name === 'alreadySo' && checkOwed ? 'visibilityOwed' : name;
}

/** What an event tells of the columns that the table leaves to it. */
function told(row: RowState, event: Event): Partial<RowState> {
  switch (event.name) {
    case 'intended':
      return { restoresVisibility: row.restoresVisibility || (isAct(event.kind) && row.open !== null) };
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
      return { shown: 'shown' };
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
      return { restoresVisibility: row.restoresVisibility || isAct(row.open) };
    case 'updateGivenUp':
      return {
        listedIsWanted: row.open === 'update' ? false : row.listedIsWanted,
        restoresVisibility: row.restoresVisibility || isAct(row.open),
      };
    case 'checked':
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

function isAct(kind: AttemptKind | null): boolean {
  return kind === 'delist' || kind === 'relist';
}

/** What is delisted is not as it was wanted: who lists it again writes it. */
function visibility(row: RowState, act: 'delist' | 'relist'): Pick<RowState, 'shown' | 'listedIsWanted'> {
  return act === 'delist'
    ? { shown: 'takenDown', listedIsWanted: false }
    : { shown: 'shown', listedIsWanted: row.listedIsWanted };
}
