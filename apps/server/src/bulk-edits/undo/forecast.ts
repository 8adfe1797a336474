import type { UndoGroup } from '@bowerbird/contract/products/bulk-edit';
import type { LeftProduct, UndoForecast } from './run-undo.ts';

/** Number of products that a forecast names. */
const leftMax = 50;

/** Returns a forecast of nothing, to which `note` adds. */
export function emptyForecast(): UndoForecast {
  return { counts: { restored: 0, kept: 0, impossible: 0 }, left: [] };
}

/** Adds a product to a forecast: it is counted, and named if something of it stays and not too many are named. */
export function note({ counts, left }: UndoForecast, product: LeftProduct): void {
  counts[product.group] += 1;
  if (product.group !== 'restored' && left.length < leftMax) {
    left.push(product);
  }
}

/** The group of a product in which an undo did this. */
export function groupOf({ kept, impossible }: { kept: unknown[]; impossible: unknown[] }): UndoGroup {
  return kept.length > 0 ? 'kept' : impossible.length > 0 ? 'impossible' : 'restored';
}
