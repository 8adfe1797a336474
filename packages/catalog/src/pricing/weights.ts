import type { Weight } from '../product.ts';
import { comparePrices, multiplyPrice } from './price.ts';

/** Grams of one unit, exactly. */
export const gramsOf: Readonly<Record<Weight['unit'], string>> = {
  g: '1',
  kg: '1000',
  oz: '28.349523125',
  lb: '453.59237',
};

/** Returns a weight in grams, exactly. */
export function inGrams({ value, unit }: Weight): string {
  return multiplyPrice(value, gramsOf[unit]);
}

/** Compares two weights in any units and returns -1, 0 or 1. */
export function compareWeights(left: Weight, right: Weight): -1 | 0 | 1 {
  return comparePrices(inGrams(left), inGrams(right));
}
