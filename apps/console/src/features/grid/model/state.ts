import { isSame } from '@bowerbird/catalog/merge/same';
import type { GridProduct, GridValue } from '@bowerbird/contract/products/grid';
import { type ChoiceWords, readText, textOf, type Wrong } from './cell-text.ts';
import { type GridColumn, pathAt, storedAt } from './columns.ts';
import { type GridRow, rowsOf, type ValueRow, type VariantRow, valueRowsOf } from './rows.ts';

/** What was entered into a cell and is not saved, with what the cell held when it was entered. */
export interface Entry {
  before: GridValue;
  /** A text that is no value of its column is kept as entered, so that it can be corrected. */
  entered: { value: GridValue } | { text: string; wrong: Wrong };
  /** Why the server did not store it. */
  refused?: { code: string; params: Record<string, string | number> } | undefined;
}

/** Entries by product id and path. */
export type Edits = ReadonlyMap<string, ReadonlyMap<string, Entry>>;

interface Step {
  productId: string;
  path: string;
  from: Entry | undefined;
  to: Entry | undefined;
}

export interface GridState {
  products: readonly GridProduct[];
  /** The rows of the variants, and those of the option values. */
  rows: readonly VariantRow[];
  valueRows: readonly ValueRow[];
  edits: Edits;
  /** What can be undone and done again, each as the cells of one action, the last action at the end. */
  past: readonly (readonly Step[])[];
  future: readonly (readonly Step[])[];
}

export const emptyState: GridState = {
  products: [],
  rows: [],
  valueRows: [],
  edits: new Map(),
  past: [],
  future: [],
};

/** Returns the rows of both sheets: those of the option values last, since variants may be merged by them. */
export function everyRow({ rows, valueRows }: GridState): GridRow[] {
  return [...rows, ...valueRows];
}

/** The most actions that can be undone. */
const pastMax = 200;

/** Text that goes into a cell. */
export interface CellText {
  row: GridRow;
  column: GridColumn;
  text: string;
}

const noEntries: ReadonlyMap<string, Entry> = new Map();

export function entriesOf(edits: Edits, productId: string): ReadonlyMap<string, Entry> {
  return edits.get(productId) ?? noEntries;
}

export function entryAt(edits: Edits, row: GridRow, column: GridColumn): Entry | undefined {
  const path = pathAt(row, column);
  return path === null ? undefined : edits.get(row.product.id)?.get(path);
}

/** Returns what a cell shows. */
export function shownText(
  entry: Entry | undefined,
  row: GridRow,
  column: GridColumn,
  words: ChoiceWords,
): string {
  if (entry === undefined) {
    return textOf(column, storedAt(row, column), words);
  }
  const { entered } = entry;
  return 'wrong' in entered ? entered.text : textOf(column, entered.value, words);
}

/** Reports whether somebody else wrote another value into the cell after it was read. */
export function isMeanwhile(entry: Entry | undefined, row: GridRow, column: GridColumn): boolean {
  return entry !== undefined && !isSame(entry.before, storedAt(row, column));
}

/** Reports whether a cell waits for the person: it has an error, was refused, or somebody else wrote into it. */
export function isOpen(entry: Entry | undefined, row: GridRow, column: GridColumn): boolean {
  return (
    entry !== undefined &&
    ('wrong' in entry.entered || entry.refused !== undefined || isMeanwhile(entry, row, column))
  );
}

/**
 * Enters texts as one action. A text that the cell shows already changes nothing, and one that is what is stored takes
 * back what was entered; cells that a row does not have are passed over. Returns the same state when nothing changes.
 */
export function enter(state: GridState, texts: readonly CellText[], words: ChoiceWords): GridState {
  const steps: Step[] = [];
  for (const { row, column, text } of texts) {
    const path = pathAt(row, column);
    const stored = storedAt(row, column);
    const from = entryAt(state.edits, row, column);
    if (path === null || stored === undefined || text === shownText(from, row, column, words)) {
      continue;
    }
    const read =
      text === textOf(column, stored, words)
        ? { value: stored }
        : readText(column, text, { currency: row.product.currency, stored, words });
    const before = from?.before ?? stored;
    const isBack = 'value' in read && isSame(read.value, stored) && isSame(before, stored);
    const to = isBack
      ? undefined
      : { before, entered: 'value' in read ? { value: read.value } : { text, wrong: read.wrong } };
    if (from !== undefined || to !== undefined) {
      steps.push({ productId: row.product.id, path, from, to });
    }
  }
  return done(state, steps);
}

/** Empties cells; a choice that cannot be empty stays. */
export function clear(
  state: GridState,
  cells: readonly Omit<CellText, 'text'>[],
  words: ChoiceWords,
): GridState {
  const texts = cells
    .filter(({ column }) => column.kind !== 'choice' || column.choices?.includes(null))
    .map((cell) => ({ ...cell, text: cell.column.kind === 'choice' ? words(cell.column, null) : '' }));
  return enter(state, texts, words);
}

/** Settles cells in which somebody else wrote: what was entered replaces it (`mine`), or is dropped (`theirs`). */
export function settle(
  state: GridState,
  cells: readonly Omit<CellText, 'text'>[],
  side: 'mine' | 'theirs',
): GridState {
  const steps = cells.flatMap(({ row, column }): Step[] => {
    const path = pathAt(row, column);
    const stored = storedAt(row, column);
    const from = entryAt(state.edits, row, column);
    if (path === null || stored === undefined || from === undefined) {
      return [];
    }
    const isEqual = 'value' in from.entered && isSame(from.entered.value, stored);
    const to = side === 'theirs' || isEqual ? undefined : { ...from, before: stored };
    return [{ productId: row.product.id, path, from, to }];
  });
  return done(state, steps);
}

function done(state: GridState, steps: readonly Step[]): GridState {
  return steps.length === 0
    ? state
    : {
        ...state,
        edits: withSteps(state.edits, steps, 'to'),
        past: [...state.past, steps].slice(-pastMax),
        future: [],
      };
}

function withSteps(edits: Edits, steps: readonly Step[], side: 'from' | 'to'): Edits {
  const next = new Map(edits);
  for (const [productId, own] of Map.groupBy(steps, (step) => step.productId)) {
    const entries = new Map(next.get(productId));
    for (const step of side === 'to' ? own : own.toReversed()) {
      const entry = step[side];
      if (entry === undefined) {
        entries.delete(step.path);
      } else {
        entries.set(step.path, entry);
      }
    }
    if (entries.size === 0) {
      next.delete(productId);
    } else {
      next.set(productId, entries);
    }
  }
  return next;
}

export function undo(state: GridState): GridState {
  const last = state.past.at(-1);
  return last === undefined
    ? state
    : {
        ...state,
        edits: withSteps(state.edits, last, 'from'),
        past: state.past.slice(0, -1),
        future: [...state.future, last],
      };
}

export function redo(state: GridState): GridState {
  const next = state.future.at(-1);
  return next === undefined
    ? state
    : {
        ...state,
        edits: withSteps(state.edits, next, 'to'),
        past: [...state.past, next],
        future: state.future.slice(0, -1),
      };
}

/** Adds products that were read. */
export function withProducts(state: GridState, products: readonly GridProduct[]): GridState {
  return {
    ...state,
    products: [...state.products, ...products],
    rows: [...state.rows, ...rowsOf(products)],
    valueRows: [...state.valueRows, ...valueRowsOf(products)],
  };
}

/** Returns the state with entries that were kept; those of products that are not in it are left out. */
export function withEdits(state: GridState, edits: Edits): GridState {
  const known = new Set(state.products.map(({ id }) => id));
  return { ...state, edits: new Map([...edits].filter(([id]) => known.has(id))), past: [], future: [] };
}
