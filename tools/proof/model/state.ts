import { type AttemptKind, newRow, type RowState } from './row.ts';
import type { Budget, Rules, World } from './world.ts';

export interface Row {
  readonly ledger: RowState;
  /** The open attempt: its place among the attempts; -1 for none. */
  readonly attempt: number;
  /** The revision that was written last, as far as we know; 0 where it is not known. */
  readonly listed: number;
  readonly wanted: number;
  /** Ticks until the after-check may be made. */
  readonly checkIn: number;
  /** Ticks that the open doubt must still age; -1 where nobody began to wait. */
  readonly ages: number;
  /** Ticks for which an attempt of ours may still be applied. */
  readonly recent: number;
  /** What a person wants of it now. */
  readonly wish: 'list' | 'delist' | 'relist' | 'none';
  /** A wish to list it came to nothing: cancelled, refused, in conflict or gone. */
  readonly wasDropped: boolean;
}

export interface Attempt {
  readonly kind: AttemptKind;
  readonly revision: number;
  /** The product of the store it is about: its place, from 1; 0 for a create. */
  readonly target: number;
  readonly about: number;
  /** Whether it makes the product visible. */
  readonly shows: boolean;
  /** A person wanted it, and no after-check. */
  readonly isWanted: boolean;
  readonly phase: 'intended' | 'flying' | 'over';
  /** Ticks within which it is applied, or never. */
  readonly left: number;
  /** What the store answers: nothing yet, the place of a product, or why not. */
  readonly answer: number;
  readonly memory: Memory;
}

/** Whether our database knows of it: `sinceBackup` what it would forget, `forgotten` what it has forgotten. */
export type Memory = 'known' | 'sinceBackup' | 'forgotten';

export const notFound = -1;
export const taken = -2;

export interface Product {
  readonly is: 'whole' | 'partial' | 'gone';
  readonly maker: 'ours' | 'copy' | 'stranger';
  readonly about: number;
  readonly revision: number;
  /** The first of the requests of an update lies on top, and its last one has not landed since. */
  readonly isUnfinished: boolean;
  readonly isVisible: boolean;
  /** Whether the merchant changed its visibility last: while a request of ours might land, or later. */
  readonly hand: 'none' | 'inside' | 'after';
  readonly memory: Memory;
}

export type LookFor = 'first' | 'doubt' | 'byId' | 'act' | 'check';

/** What a worker is at. Nothing is kept by a worker between two steps but this. */
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
      readonly isStranger: boolean;
      /** The doubt had aged before the look. */
      readonly isAged: boolean;
      /** What a person wanted as the worker read it. */
      readonly wish: Row['wish'];
    }
  | {
      readonly at: 'gate' | 'first byte' | 'asked';
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
  /** Ticks for which nothing is sent, after a database was declared. */
  readonly quiet: number;
  /** The database was put back, and nobody declared it. */
  readonly isPutBack: boolean;
  /** A promise that a step has broken; '' for none. */
  readonly broken: string;
}

/** A world, its rules, and the settle period that they make. */
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
  const { attempts, partial, parts, twice, edits, deletes, copies, strangers } = world;
  const { restores, jumps, acts, hands, cancels, lists, givesUp } = world;
  const rows = world.products * (rules.rowPerConnection ? 2 : 1);
  return {
    rows: Array.from({ length: rows }, () => firstRow),
    workers: Array.from({ length: world.workers }, () => idle),
    attempts: [],
    products: [],
    budget: {
      ...{ attempts, partial, parts, twice, edits, deletes, copies, strangers },
      ...{ restores, jumps, acts, hands, cancels, lists, givesUp },
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

/** The product that a row is about: two rows are about the same one where each connection has a row of its own. */
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

/** The names of what a budget counts, in one order. */
export const budgeted = [
  'attempts',
  'partial',
  'parts',
  'twice',
  'edits',
  'deletes',
  'copies',
  'strangers',
  'restores',
  'jumps',
  'acts',
  'hands',
  'cancels',
  'lists',
  'givesUp',
] as const satisfies readonly (keyof Budget)[];
