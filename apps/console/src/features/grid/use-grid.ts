import type { GridProduct } from '@bowerbird/contract/products/grid';
import { useEffect, useMemo, useRef, useState } from 'react';
import { dropGrid, type KeptGrid, keepGrid } from '../../lib/kept/kept-grids.ts';
import type { ChoiceWords } from './model/cell-text.ts';
import {
  type CellText,
  clear,
  type Edits,
  emptyState,
  enter,
  type GridState,
  redo,
  settle,
  undo,
  withEdits,
  withProducts,
} from './model/state.ts';

/** What was entered is stored once this many milliseconds have passed without a change. */
const pauseMs = 400;

export interface GridActions {
  read(products: readonly GridProduct[]): void;
  enter(texts: readonly CellText[]): void;
  clear(cells: readonly Omit<CellText, 'text'>[]): void;
  settle(cells: readonly Omit<CellText, 'text'>[], side: 'mine' | 'theirs'): void;
  undo(): void;
  redo(): void;
  discard(): void;
  change(next: (state: GridState) => GridState): void;
}

/** Returns the cells of the grid with what was entered, and the actions that change them. */
export function useGrid(words: ChoiceWords, kept: Edits | null): [GridState, GridActions] {
  const [state, setState] = useState<GridState>(emptyState);
  const actions = useMemo(
    (): GridActions => ({
      read: (products) =>
        setState((held) => {
          const next = withProducts(held, products);
          const own = new Map(
            [...(kept ?? [])].filter(([id]) => products.some((product) => product.id === id)),
          );
          return own.size === 0 ? next : withEdits(next, new Map([...held.edits, ...own]));
        }),
      enter: (texts) => setState((held) => enter(held, texts, words)),
      clear: (cells) => setState((held) => clear(held, cells, words)),
      settle: (cells, side) => setState((held) => settle(held, cells, side)),
      undo: () => setState(undo),
      redo: () => setState(redo),
      discard: () => setState((held) => withEdits(held, new Map())),
      change: (next) => setState(next),
    }),
    [words, kept],
  );
  return [state, actions];
}

/** Keeps what was entered in this browser, so that a closed tab loses nothing. */
export function useKeepGrid(
  id: string,
  { ids, total }: Pick<KeptGrid, 'ids' | 'total'>,
  edits: Edits,
  isComplete: boolean,
): void {
  const wasKept = useRef(false);
  useEffect(() => {
    // What was kept is whole only once every product was read.
    if (!isComplete) {
      return;
    }
    if (edits.size === 0) {
      if (wasKept.current) {
        wasKept.current = false;
        dropGrid(id);
      }
      return;
    }
    wasKept.current = true;
    const write = () =>
      keepGrid(id, {
        at: new Date().toISOString(),
        ids,
        total,
        edits: [...edits].map(([productId, entries]) => [productId, [...entries]]),
      });
    const timer = setTimeout(write, pauseMs);
    addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', write);
    };
  }, [id, ids, total, edits, isComplete]);
}
