/** Which rows of a list are selected, and how that changes; `SelectionState` implements it. */
export interface RowSelection {
  has(id: string): boolean;
  set(ids: string[], on: boolean): void;
  /** How many are selected. */
  count?: number;
  /** Selects rows that are not loaded, too. */
  selectAllMatching?(): void;
  clear?(): void;
}
