import { dividePrice, multiplyPrice, trimDecimals } from '@bowerbird/catalog/pricing/price';
import type { Weight } from '@bowerbird/catalog/product';

type Unit = Weight['unit'];

/** Words for units in the files of merchants, and how many of a usual unit each is. */
const units: Readonly<Record<string, readonly [Unit, string]>> = {
  g: ['g', '1'],
  gr: ['g', '1'],
  gram: ['g', '1'],
  grams: ['g', '1'],
  grama: ['g', '1'],
  gramas: ['g', '1'],
  克: ['g', '1'],
  公克: ['g', '1'],
  kg: ['kg', '1'],
  kgs: ['kg', '1'],
  kilo: ['kg', '1'],
  quilo: ['kg', '1'],
  kilograms: ['kg', '1'],
  千克: ['kg', '1'],
  公斤: ['kg', '1'],
  斤: ['g', '500'],
  两: ['g', '50'],
  oz: ['oz', '1'],
  ounce: ['oz', '1'],
  ounces: ['oz', '1'],
  盎司: ['oz', '1'],
  lb: ['lb', '1'],
  lbs: ['lb', '1'],
  pound: ['lb', '1'],
  pounds: ['lb', '1'],
  libra: ['lb', '1'],
  磅: ['lb', '1'],
};
const gramsIn: Readonly<Record<Unit, string>> = { g: '1', kg: '1000', oz: '28.349523125', lb: '453.59237' };

/**
 * Returns a weight as a number in a unit, with up to four decimals: `1.5kg` and `1,5 公斤` in grams are `1500`. A number
 * alone is in `from`. As it is where it is no weight.
 */
export function weightInUnit(value: string, from: Unit, to: Unit): string {
  const [, number = '', word = ''] =
    /^\s{0,9}(\d{1,9}(?:[.,]\d{1,9})?)\s{0,3}([\p{L}]{0,10})\.?\s{0,9}$/u.exec(value) ?? [];
  const named = word === '' ? ([from, '1'] as const) : units[word.toLowerCase()];
  if (number === '' || named === undefined) {
    return value;
  }
  const [unit, times] = named;
  const own = multiplyPrice(number.replace(',', '.'), times);
  return unit === to
    ? trimDecimals(own)
    : trimDecimals(dividePrice(multiplyPrice(own, gramsIn[unit]), gramsIn[to], 4));
}
