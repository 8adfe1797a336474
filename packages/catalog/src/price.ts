/**
 * Exact arithmetic on decimal strings, by bigint; no float is ever involved. Every function takes decimals such as
 * "19.90", "-5" or "1000" (no exponent, no grouping) and throws `RangeError` for anything else: what comes from outside
 * goes through the `Price` schema first.
 */

/** A decimal number: `units` in steps of 10 to the power of minus `scale`. "19.90" is 1990n at scale 2. */
interface Decimal {
  units: bigint;
  scale: number;
}

/** How a value between two steps is decided: half-even is the banker's rule; up is away from zero. */
export type RoundingMode = 'half-up' | 'half-even' | 'up' | 'down';

/** Which neighbour an ending is sought at. */
export type EndingDirection = 'nearest' | 'up' | 'down';

const decimalText = /^(-?)(\d+)(?:\.(\d+))?$/;

function parse(text: string): Decimal {
  const match = decimalText.exec(text);
  if (!match) {
    throw new RangeError(`Not a decimal: ${text.slice(0, 40)}`);
  }
  const fraction = match[3] ?? '';
  const units = BigInt(`${match[2]}${fraction}`);
  return { units: match[1] ? -units : units, scale: fraction.length };
}

function show({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function power(scale: number): bigint {
  return 10n ** BigInt(scale);
}

function atScale(decimal: Decimal, scale: number): bigint {
  return decimal.units * power(scale - decimal.scale);
}

/** Divides, deciding what falls between two whole numbers by the mode. */
function divideUnits(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint {
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  if (rest === 0n) {
    return quotient;
  }
  const step = dividend < 0n === divisor < 0n ? 1n : -1n;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const size = divisor < 0n ? -divisor : divisor;
  switch (mode) {
    case 'up':
      return quotient + step;
    case 'down':
      return quotient;
    case 'half-up':
      return twice >= size ? quotient + step : quotient;
    case 'half-even':
      return twice > size || (twice === size && quotient % 2n !== 0n) ? quotient + step : quotient;
  }
}

/** True for text this file can reckon with. */
export function isDecimal(text: string): boolean {
  return decimalText.test(text);
}

/** -1, 0 or 1, by value: "1.0" equals "1". */
export function comparePrices(left: string, right: string): -1 | 0 | 1 {
  const a = parse(left);
  const b = parse(right);
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale) - atScale(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether something is asked: a price that is told and above zero. */
export function isPriced(price: string | null | undefined): price is string {
  return price !== null && price !== undefined && comparePrices(price, '0') > 0;
}

/** The exact sum, with as many decimals as the more exact of the two. */
export function addPrices(left: string, right: string): string {
  const a = parse(left);
  const b = parse(right);
  const scale = Math.max(a.scale, b.scale);
  return show({ units: atScale(a, scale) + atScale(b, scale), scale });
}

/** The exact product, with the decimals of both together. */
export function multiplyPrice(price: string, factor: string): string {
  const a = parse(price);
  const b = parse(factor);
  return show({ units: a.units * b.units, scale: a.scale + b.scale });
}

/** The quotient to so many decimals; `RangeError` when dividing by nothing. */
export function dividePrice(
  price: string,
  by: string,
  decimals: number,
  mode: RoundingMode = 'half-up',
): string {
  const a = parse(price);
  const b = parse(by);
  if (b.units === 0n) {
    throw new RangeError('Division by zero');
  }
  const units = divideUnits(a.units * power(decimals + b.scale), b.units * power(a.scale), mode);
  return show({ units, scale: decimals });
}

/** Rounded, and padded, to so many decimals. */
export function roundPrice(price: string, decimals: number, mode: RoundingMode = 'half-up'): string {
  const a = parse(price);
  return a.scale <= decimals
    ? show({ units: atScale(a, decimals), scale: decimals })
    : show({ units: divideUnits(a.units, power(a.scale - decimals), mode), scale: decimals });
}

/** For people and files: two decimals, unless told otherwise. */
export function formatPrice(price: string, decimals = 2): string {
  return roundPrice(price, decimals);
}

/** Without the zeros at the end that say nothing, but with at least so many decimals: ("5.500", 2) is "5.50". */
export function trimDecimals(price: string, decimalsMin = 0): string {
  const point = price.indexOf('.');
  if (!decimalText.test(price)) {
    throw new RangeError(`Not a decimal: ${price.slice(0, 40)}`);
  }
  if (point === -1) {
    return price;
  }
  const least = decimalsMin === 0 ? point : point + 1 + decimalsMin;
  let end = price.length;
  while (end > least && (price.charCodeAt(end - 1) === 48 || end - 1 === point)) {
    end -= 1;
  }
  return price.slice(0, end);
}

/** How many decimals the text is written with. */
export function decimalsOf(price: string): number {
  return parse(price).scale;
}

/**
 * The price with the wanted last digits: ".90" and ".99" repeat every whole unit, "9.90" every ten, "integer" means no
 * decimals. Nearest takes the upper of two equally near. Never below zero, and never zero for a price above it: where
 * nothing lower is left, the lowest price with that ending is taken.
 */
export function priceEndingIn(price: string, ending: string, direction: EndingDirection = 'nearest'): string {
  const end = parse(ending === 'integer' ? '0' : ending.startsWith('.') ? `0${ending}` : ending);
  const wholeDigits =
    ending === 'integer' || ending.startsWith('.') ? 0 : (ending.split('.', 1)[0]?.length ?? 0);
  const given = parse(price);
  const scale = Math.max(end.scale, given.scale);
  const period = power(scale + wholeDigits);
  const offset = atScale(end, scale);
  const amount = atScale(given, scale);
  const lowest = offset === 0n && amount > 0n ? period : offset;
  if (amount <= lowest) {
    return show({ units: lowest / power(scale - end.scale), scale: end.scale });
  }
  const below = amount - ((amount - offset) % period);
  const above = below === amount ? amount : below + period;
  const nearest = above - amount <= amount - below ? above : below;
  const chosen = direction === 'up' ? above : direction === 'down' ? below : nearest;
  return show({ units: chosen / power(scale - end.scale), scale: end.scale });
}

/**
 * What is left of the price after the cost, in percent of the price: "40". Below zero when it is sold at a loss; null
 * when the price is zero, where there is no answer.
 */
export function marginPercent(price: string, cost: string, decimals = 0): string | null {
  if (parse(price).units === 0n) {
    return null;
  }
  const left = addPrices(price, multiplyPrice(cost, '-1'));
  return dividePrice(multiplyPrice(left, '100'), price, decimals);
}
