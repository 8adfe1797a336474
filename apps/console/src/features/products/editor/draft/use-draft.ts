import type { Edit } from '@bowerbird/catalog/edits/edit';
import { applyEdit } from '@bowerbird/catalog/edits/edit';
import type { Product } from '@bowerbird/catalog/product';
import { useCallback, useMemo, useRef, useState } from 'react';
import { changedFields, countChanges, type DraftField } from './draft.ts';

interface DraftState {
  /** As loaded or last saved. */
  base: Product;
  revision: number;
  /** With the person's changes. */
  product: Product;
  past: Product[];
}

export interface Draft extends Omit<DraftState, 'past'> {
  changed: ReadonlySet<DraftField>;
  changes: number;
  /** Returns the current state, also between two renders. */
  now(): DraftState;
  change(edit: (product: Product) => Product): void;
  apply(edit: Edit): void;
  /** Undoes the last change; false if there is none. */
  undo(): boolean;
  discard(): void;
  /** Sets the server's current version, and the person's version on top of it. */
  rebase(base: Product, revision: number, product: Product): void;
}

/** Changes closer together than this are undone as one, in milliseconds. */
const togetherMs = 500;
const pastMax = 100;

/** Holds a product while a person edits it. */
export function useDraft(base: Product, revision: number): Draft {
  const [state, setState] = useState<DraftState>({ base, revision, product: base, past: [] });
  const latest = useRef(state);
  const changedAt = useRef(0);

  const set = useCallback((next: DraftState) => {
    latest.current = next;
    setState(next);
  }, []);
  const change = useCallback(
    (edit: (product: Product) => Product) => {
      const held = latest.current;
      const product = edit(held.product);
      if (product === held.product) {
        return;
      }
      const now = Date.now();
      const past =
        now - changedAt.current < togetherMs && held.past.length > 0
          ? held.past
          : [...held.past, held.product].slice(-pastMax);
      changedAt.current = now;
      set({ ...held, product, past });
    },
    [set],
  );
  const actions = useMemo(
    () => ({
      now: () => latest.current,
      change,
      apply: (edit: Edit) => change((product) => applyEdit(product, edit)),
      undo: () => {
        const held = latest.current;
        const product = held.past.at(-1);
        if (product === undefined) {
          return false;
        }
        set({ ...held, product, past: held.past.slice(0, -1) });
        return true;
      },
      discard: () => set({ ...latest.current, product: latest.current.base, past: [] }),
      rebase: (newBase: Product, newRevision: number, product: Product) =>
        set({ base: newBase, revision: newRevision, product, past: [] }),
    }),
    [change, set],
  );
  return useMemo(() => {
    const changed = changedFields(state.base, state.product);
    return { ...state, changed, changes: countChanges(state.base, state.product, changed), ...actions };
  }, [state, actions]);
}
