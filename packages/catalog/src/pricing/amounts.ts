import { z } from 'zod/mini';
import { addPrices, multiplyPrice } from './price.ts';

/** The factor by which an amount is multiplied, as a decimal string: "2.8". */
export const Factor = z.string().check(z.regex(/^\d{1,6}(\.\d{1,8})?$/));

/** An amount that is added, below zero to subtract it. */
export const Amount = z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,4})?$/));

/** A change in percent: "25", or "-12.5" for less. */
export const Percent = z.string().check(z.regex(/^-?\d{1,6}(\.\d{1,8})?$/));

/** Returns the factor for so many percent more: "1.25" for "25". */
export function factorAbove(percent: string): string {
  return multiplyPrice(addPrices('100', percent), '0.01');
}
