import { z } from 'zod/mini';
import type { Variant } from '../product.ts';
import { type Step, step } from './trace.ts';

const Quantity = z.int().check(z.minimum(0), z.maximum(1_000_000));

/** Rule for inventory quantities in one store. */
export const InventoryRule = z.object({
  /**
   * The quantity for a variant whose inventory is unknown; null leaves it unknown. A variant that is known to be sold
   * out stays sold out.
   */
  whenUnknown: z._default(z.nullable(Quantity), null),
  /**
   * Safety stock: subtracted from every known quantity, so that a sale elsewhere does not oversell. The result is never
   * below zero.
   */
  safety: z._default(Quantity, 0),
});
export type InventoryRule = z.infer<typeof InventoryRule>;

/**
 * Returns the quantity of one variant in the store and the steps that led to it; no steps where the rule changes
 * nothing.
 */
export function inventoryOf(
  { stock, available }: Pick<Variant, 'stock' | 'available'>,
  { whenUnknown, safety }: InventoryRule,
): { stock: number | null; steps: Step[] } {
  if (stock === null) {
    return whenUnknown === null || available === false
      ? { stock, steps: [] }
      : { stock: whenUnknown, steps: [step('inventory-default', String(whenUnknown))] };
  }
  if (safety === 0 || stock <= 0) {
    return { stock, steps: [] };
  }
  const left = Math.max(0, stock - safety);
  return {
    stock: left,
    steps: [step('inventory', String(stock)), step('safety-stock', String(left), { n: String(safety) })],
  };
}
