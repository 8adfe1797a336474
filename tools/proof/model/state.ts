import { type AttemptKind, newRow, type RowState } from './row.ts';
import type { Budget, Rules, World } from './world.ts';

export interface Row {
  readonly ledger: RowState;
  /** The open attempt: its place among the attempts; -1 for none. */
  readonly attempt: number;
  /** The revision that was written last, as far as known; 0 if unknown. */
  readonly listed: number;
  readonly wanted: number;
  /** Ticks until the after-check may be made. */
  readonly checkIn: number;
  /** Ticks left in the settle period of the open in-doubt attempt; -1 if no worker has started to wait. */
  readonly ages: number;
  /** Ticks for which an attempt of ours may still be applied. */
  readonly recent: number;
  /** What a person currently wants. */
  readonly wish: 'list' | 'delist' | 'relist' | 'publish' | 'none';
  /** A wish to list it failed: cancelled, refused, in conflict or gone. */
  readonly wasDropped: boolean;
}

export interface Attempt {
  readonly kind: AttemptKind;
  readonly revision: number;
  /** The product of the store that it concerns: its place, from 1; 0 for a create. */
  readonly target: number;
  readonly about: number;
  /** Whether it makes the product visible. */
  readonly shows: boolean;
  /** Requested by a person, not by an after-check. */
  readonly isWanted: boolean;
  readonly phase: 'intended' | 'flying' | 'over';
  /** Ticks within which it is applied, or never. */
  readonly left: number;
  /** The store's answer: none yet, the place of a product, or a reason for refusal. */
  readonly answer: number;
  readonly memory: Memory;
}

/** Whether our database knows of it: `sinceBackup` would be forgotten by a restore, `forgotten` was. */
export type Memory = 'known' | 'sinceBackup' | 'forgotten';

export const notFound = -1;
export const taken = -2;

export interface Product {
  readonly is: 'whole' | 'partial' | 'gone';
  readonly maker: 'ours' | 'copy' | 'unmanaged';
  readonly about: number;
  readonly revision: number;
  /** The first request of an update was applied on top, and its last one has not arrived since. */
  readonly isUnfinished: boolean;
  readonly isVisible: boolean;
  /** Whether the merchant changed its visibility last: while a request of ours might arrive, or later. */
  readonly hand: 'none' | 'inside' | 'after';
  readonly memory: Memory;
}

export type LookFor = 'first' | 'inDoubt' | 'byId' | 'act' | 'publish' | 'check';

/** What a worker is doing. A worker keeps nothing else between two steps. */
export type Worker =
  | { readonly at: 'idle' }
  | {
      readonly at: 'decides';
      readonly row: number;
      readonly for: LookFor;
      /** The place of what was found, from 1; 0 for nothing. */
      readonly place: number;
      readonly seen: Product | null;
      /** A duplicate of ours beside it; 0 for none. */
      readonly double: number;
      readonly isUnmanaged: boolean;
      /** The settle period had passed before the look. */
      readonly isAged: boolean;
      /** What a person wanted when the worker read the row. */
      readonly wish: Row['wish'];
    }
  | {
      readonly at: 'gate' | 'first byte' | 'requested';
      readonly row: number;
      readonly attempt: number;
      /** Ticks within which it may send. */
      readonly left: number;
      readonly isFenced: boolean;
    };

export interface State {
  readonly rows: readonly Row[];
  readonly workers: readonly Worker[];
  readonly attempts: readonly Attempt[];
  readonly products: readonly Product[];
  readonly budget: Budget;
  readonly backup: readonly Row[] | null;
  /** Ticks for which nothing is sent, after a restored database was declared. */
  readonly quiet: number;
  /** The database was restored, and the restore was not declared. */
  readonly isPutBack: boolean;
  /** A promise that a step has broken; '' for none. */
  readonly broken: string;
}

/** A world, its rules, and the resulting settle period. */
export interface Model {
  readonly world: World;
  readonly rules: Rules;
  readonly settle: number;
}

/** One thing that may happen next. */
export interface Move<Of> {
  readonly says: string;
  readonly to: Of;
}

export const idle: Worker = { at: 'idle' };

export function modelOf(world: World, rules: Rules): Model {
  return { world, rules, settle: rules.settle ?? world.deadline + world.lateness };
}

export function startOf({ world, rules }: Model): State {
  const { attempts, partial, parts, twice, edits, deletes, copies, unmanaged } = world;
  const { restores, jumps, actions, hands, cancels, lists, givesUp, accepts } = world;
  const rows = world.products * (rules.rowPerConnection ? 2 : 1);
  return {
    rows: Array.from({ length: rows }, () => firstRow),
    workers: Array.from({ length: world.workers }, () => idle),
    attempts: [],
    products: [],
    budget: {
      ...{ attempts, partial, parts, twice, edits, deletes, copies, unmanaged },
      ...{ restores, jumps, actions, hands, cancels, lists, givesUp, accepts },
    },
    backup: null,
    quiet: 0,
    isPutBack: false,
    broken: '',
  };
}

const firstRow: Row = {
  ledger: newRow,
  attempt: -1,
  listed: 0,
  wanted: 1,
  checkIn: 0,
  ages: -1,
  recent: 0,
  wish: 'list',
  wasDropped: false,
};

/** Returns the product of a row: two rows are for the same product if each connection has its own row. */
export function aboutOf({ rules }: Model, row: number): number {
  return rules.rowPerConnection ? Math.floor(row / 2) : row;
}

export function exists(product: Product | undefined): product is Product {
  return product !== undefined && product.is !== 'gone';
}

export function isOurs(product: Product, about: number): boolean {
  return exists(product) && product.maker === 'ours' && product.about === about;
}

export function productAt({ products }: State, place: number): Product | undefined {
  return products[place - 1];
}

export function withRow(state: State, at: number, change: Partial<Row>): State {
  return { ...state, rows: state.rows.map((row, each) => (each === at ? { ...row, ...change } : row)) };
}

export function withWorker(state: State, at: number, worker: Worker): State {
  return { ...state, workers: state.workers.with(at, worker) };
}

export function withAttempt(state: State, at: number, change: Partial<Attempt>): State {
  const attempt = state.attempts[at];
  return attempt === undefined
    ? state
    : { ...state, attempts: state.attempts.with(at, { ...attempt, ...change }) };
}

export function withProduct(state: State, place: number, change: Partial<Product>): State {
  const product = productAt(state, place);
  return product === undefined
    ? state
    : { ...state, products: state.products.with(place - 1, { ...product, ...change }) };
}

export function spend(state: State, what: keyof Budget): State {
  return { ...state, budget: { ...state.budget, [what]: state.budget[what] - 1 } };
}

/** The names of what a budget counts, in a fixed order. */
export const budgeted = [
  'attempts',
  'partial',
  'parts',
  'twice',
  'edits',
  'deletes',
  'copies',
  'unmanaged',
  'restores',
  'jumps',
  'actions',
  'hands',
  'cancels',
  'lists',
  'givesUp',
  'accepts',
] as const satisfies readonly (keyof Budget)[];
