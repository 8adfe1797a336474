import type { Variant } from '@bowerbird/catalog/product';
import type { TypedCell } from './variant-columns.ts';

/** Actions on the variants of the product being edited. */
export interface VariantActions {
  enter(index: number, cell: TypedCell, entered: string): void;
  paste(index: number, cell: TypedCell, rows: string[][]): void;
  fill(index: number, cell: TypedCell): void;
  set(index: number, fields: Partial<Variant>): void;
  remove(id: string): void;
}
