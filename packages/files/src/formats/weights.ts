import {
  comparePrices,
  dividePrice,
  multiplyPrice,
  roundPrice,
  trimDecimals,
} from '@bowerbird/catalog/pricing/price';
import type { Weight } from '@bowerbird/catalog/product';

/** Grams in one unit, exact by definition of the international pound. */
const gramsIn: Readonly<Record<Weight['unit'], string>> = {
  g: '1',
  kg: '1000',
  oz: '28.349523125',
  lb: '453.59237',
};

/** Returns a weight in grams, exactly, without needless zeros. */
export function gramsOf({ value, unit }: Weight): string {
  return trimDecimals(unit === 'g' ? value : multiplyPrice(value, gramsIn[unit]));
}

/** Returns a weight in kilograms, without needless zeros: exactly, or as the fourth decimal of a gram, which we hold, has it. */
export function kilogramsOf(weight: Weight): string {
  return weight.unit === 'kg'
    ? trimDecimals(weight.value)
    : trimDecimals(multiplyPrice(roundPrice(gramsOf(weight), 4), '0.001'));
}

/**
 * Returns the weight of so many grams, shown in a unit: a weight that the unit cannot express in four decimals stays in
 * grams. An unknown unit is grams.
 */
export function weightFromGrams(grams: string, unitWord: string): Weight {
  const unit = unitOf(unitWord) ?? 'g';
  const value = dividePrice(grams, gramsIn[unit], 4);
  const isExact = comparePrices(multiplyPrice(value, gramsIn[unit]), grams) === 0;
  return isExact
    ? { value: trimDecimals(value), unit }
    : { value: trimDecimals(roundPrice(grams, 4)), unit: 'g' };
}

/** Returns a weight given in a unit; in grams where four decimals of the unit cannot hold it. */
export function weightIn(value: string, unit: Weight['unit']): Weight {
  const filled = value.startsWith('.') ? `0${value}` : value;
  return weightFromGrams(multiplyPrice(filled, gramsIn[unit]), unit);
}

/** Returns the unit that a word or a header names: "kg", "lbs", "G"; null for any other. */
export function unitOf(word: string): Weight['unit'] | null {
  const unit = word.trim().toLowerCase();
  return unit === 'lbs'
    ? 'lb'
    : unit === 'g' || unit === 'kg' || unit === 'oz' || unit === 'lb'
      ? unit
      : null;
}
