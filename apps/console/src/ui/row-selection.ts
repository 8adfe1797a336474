export interface RowSelection {
  has(id: string): boolean;
  set(ids: string[], on: boolean): void;
}
