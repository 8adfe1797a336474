/** A run that needs the category. */
export type CategoryWorker =
  | { readonly at: 'idle' }
  | { readonly at: 'looks' }
  | { readonly at: 'done' }
  | { readonly at: 'decides'; readonly isThere: boolean; readonly isAged: boolean }
  | { readonly at: 'gate'; readonly left: number }
  | { readonly at: 'requested'; readonly isMade?: true };

export interface CategoryState {
  /** Its id is recorded. */
  readonly isKnown: boolean;
  /** An attempt to create it is in doubt. */
  readonly isOpen: boolean;
  /** Ticks left in the settle period; -1 if no run has started to wait. */
  readonly ages: number;
  /** The run that holds the lock; -1 for none. */
  readonly lock: number;
  readonly flights: readonly { readonly left: number; readonly by: number }[];
  /** Categories of this name in the store, created by us and by the merchant. */
  readonly ours: number;
  readonly merchants: number;
  readonly makes: number;
  readonly hands: number;
  readonly workers: readonly CategoryWorker[];
}

export const idleCategory: CategoryWorker = { at: 'idle' };
