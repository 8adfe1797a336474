/**
 * Exact arithmetic on decimal strings with bigint; floats are never calculated with. Every function takes decimals such as
 * "19.90", "-5" or "1000" (no exponent, no grouping) and throws `RangeError` for anything else. External input must
 * pass the `Price` schema first.
 */

/** A decimal number: `units` in steps of 10 to the power of minus `scale`. "19.90" is 1990n at scale 2. */
interface Decimal {
  units: bigint;
  scale: number;
}

/** How a value between two steps is rounded: half-even is banker's rounding; up is away from zero. */
export type RoundingMode = 'half-up' | 'half-even' | 'up' | 'down';

/** Direction in which a price ending is looked for. */
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

const powers = Array.from({ length: 40 }, (_, scale) => 10n ** BigInt(scale));

function power(scale: number): bigint {
  return powers[scale] ?? 10n ** BigInt(scale);
}

function atScale(decimal: Decimal, scale: number): bigint {
  return decimal.units * power(scale - decimal.scale);
}

/** Divides and rounds to a whole number with the given mode. */
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

/** Reports whether this file can calculate with the text. */
export function isDecimal(text: string): boolean {
  return decimalText.test(text);
}

/** Decimals of at most so many characters are different floats where they differ, and in the same order: a float holds 15 digits. */
const comparedAsFloats = 15;

/** Compares by value and returns -1, 0 or 1: "1.0" equals "1". */
export function comparePrices(left: string, right: string): -1 | 0 | 1 {
  if (Math.max(left.length, right.length) <= comparedAsFloats && isDecimal(left) && isDecimal(right)) {
    const [a, b] = [Number(left), Number(right)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const a = parse(left);
  const b = parse(right);
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale) - atScale(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Reports whether a price is known and above zero. */
export function isPriced(price: string | null | undefined): price is string {
  return price !== null && price !== undefined && comparePrices(price, '0') > 0;
}

/** Returns the exact sum, with as many decimals as the more precise of the two. */
export function addPrices(left: string, right: string): string {
  const a = parse(left);
  const b = parse(right);
  const scale = Math.max(a.scale, b.scale);
  return show({ units: atScale(a, scale) + atScale(b, scale), scale });
}

/** Returns the exact product, with the decimals of both together. */
export function multiplyPrice(price: string, factor: string): string {
  const a = parse(price);
  const b = parse(factor);
  return show({ units: a.units * b.units, scale: a.scale + b.scale });
}

/** Returns the quotient, rounded to this many decimals. Throws `RangeError` for a division by zero. */
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

/** Returns the price rounded, or padded with zeros, to this many decimals. */
export function roundPrice(price: string, decimals: number, mode: RoundingMode = 'half-up'): string {
  const a = parse(price);
  return a.scale <= decimals
    ? show({ units: atScale(a, decimals), scale: decimals })
    : show({ units: divideUnits(a.units, power(a.scale - decimals), mode), scale: decimals });
}

/** Formats a price for people and files, with two decimals by default. */
export function formatPrice(price: string, decimals = 2): string {
  return roundPrice(price, decimals);
}

/** Removes trailing zeros but keeps at least this many decimals: ("5.500", 2) is "5.50". */
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

/** Returns the number of decimals in the text. */
export function decimalsOf(price: string): number {
  return parse(price).scale;
}

/**
 * Returns the price with the wanted last digits: ".90" and ".99" repeat every whole unit, "9.90" every ten, and
 * "integer" means no decimals. With `nearest`, the upper of two equally near prices is used. The result is never below
 * zero, and never zero for a price above zero: where no lower price is left, the lowest price with that ending is used.
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
 * Returns the margin, in percent of the price: "40". It is negative for a price below the cost. Null when the price is
 * zero, because the margin is undefined there.
 */
export function marginPercent(price: string, cost: string, decimals = 0): string | null {
  if (parse(price).units === 0n) {
    return null;
  }
  const left = addPrices(price, multiplyPrice(cost, '-1'));
  return dividePrice(multiplyPrice(left, '100'), price, decimals);
}
