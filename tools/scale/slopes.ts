import { slopeOf } from '../load/watch.ts';

/** What was measured with one number of products. Times in milliseconds or seconds as named, rates in products a second. */
export interface Measured {
  products: number;
  /** Of the whole database. */
  bytes: number;
  /** 95th percentile in milliseconds: of the merchant with most products, and of one of the others. */
  large: { list: number; search: number };
  small: { list: number; search: number };
  /** Of the largest one while another collects. */
  whileCollecting: { list: number; search: number };
  collected: number;
  claimed: number;
  /** By the number of workers: with the database beside them, and so far away that they mostly wait for it. */
  edits: Record<number, number>;
  editsFar: Record<number, number>;
  /** Seconds of the slowest small merchant's edit of 50 products: alone, and beside the large merchant's jobs, alone or all at once. */
  alone: number;
  beside: number;
  together: number;
  /** Seconds that one of them waited for a worker when all were at once. */
  longestWait: number;
}

/** How a figure grows: with the products to the power of `power`, give or take `error` (two standard errors). */
export interface Slope {
  what: string;
  power: number;
  error: number;
  /** The value at 100 million products by the fit, and between which it lies by the error; none from fewer than three sizes. */
  extrapolated: { value: number; least: number; most: number } | null;
}

const far = 100_000_000;

const figures: readonly [what: string, of: (one: Measured) => number][] = [
  ['size of the database, bytes', (one) => one.bytes],
  ['list of the largest merchant, p95 ms', (one) => one.large.list],
  ['search of the largest merchant, p95 ms', (one) => one.large.search],
  ['list of the largest merchant while another collects, p95 ms', (one) => one.whileCollecting.list],
  ['list of a small merchant, p95 ms', (one) => one.small.list],
  ['search of a small merchant, p95 ms', (one) => one.small.search],
  ['collecting, ms a product', (one) => 1000 / one.collected],
  ['claiming, ms a product', (one) => 1000 / one.claimed],
  ["small merchant's edit beside the large one's, s", (one) => one.beside],
];

/** Fits each figure to a power of the number of products; two sizes give a slope without an error, and nothing beyond. */
export function fitted(all: readonly Measured[]): Slope[] {
  return all.length < 2
    ? []
    : figures.map(([what, of]) => {
        const points = all.map((one) => [Math.log(one.products), Math.log(of(one))] as const);
        const { slope, at0, error } = slopeOf(points);
        const mean = points.reduce((sum, [x]) => sum + x, 0) / points.length;
        const value = Math.exp(at0 + slope * Math.log(far));
        const factor = Math.exp(2 * error * (Math.log(far) - mean));
        return {
          what,
          power: slope,
          error: 2 * error,
          extrapolated: all.length < 3 ? null : { value, least: value / factor, most: value * factor },
        };
      });
}

/** Prints the figures of each number of products. */
export function printTable(all: readonly Measured[], workers: readonly number[]): void {
  const line = (what: string, of: (one: Measured) => string) =>
    console.log(`| ${what} | ${all.map(of).join(' | ')} |`);
  line('Products', (one) => one.products.toLocaleString('en'));
  console.log(`|---|${all.map(() => '---|').join('')}`);
  line('Database', (one) => `${(one.bytes / 1e9).toFixed(2)} GB`);
  line('Largest merchant: list, search, p95', (one) => `${ms(one.large.list)}, ${ms(one.large.search)}`);
  line('A small merchant: list, search, p95', (one) => `${ms(one.small.list)}, ${ms(one.small.search)}`);
  line(
    'Largest merchant while another collects',
    (one) => `${ms(one.whileCollecting.list)}, ${ms(one.whileCollecting.search)}`,
  );
  line('Collected, claimed a second', (one) => `${one.collected.toFixed(0)}, ${one.claimed.toFixed(0)}`);
  for (const count of workers) {
    const by = `Edited a second by ${count} worker${count > 1 ? 's' : ''}; of one`;
    line(by, ({ edits }) => ofOne(edits, count));
    line(`${by}, with a distant database`, ({ editsFar }) => ofOne(editsFar, count));
  }
  line(
    "A small merchant's edit: alone, beside the large one's, times",
    (one) => `${one.alone.toFixed(2)} s, ${one.beside.toFixed(2)} s, ${(one.beside / one.alone).toFixed(1)}`,
  );
  line(
    'All small merchants at once beside it, times alone',
    (one) => `${one.together.toFixed(2)} s, ${(one.together / one.alone).toFixed(1)}`,
  );
  line('Longest wait of a small merchant for a worker', (one) => `${one.longestWait.toFixed(2)} s`);
}

/** Prints how the figures grow, and what the fit says of 100 million products. */
export function printSlopes(slopes: readonly Slope[]): void {
  if (slopes.length === 0) {
    console.log('\nOne number of products shows no slope.');
    return;
  }
  console.log(
    '\n| Figure | Grows with the products to the power of | At 100 million, by the fit |\n|---|---|---|',
  );
  for (const { what, power, error, extrapolated } of slopes) {
    const beyond = extrapolated
      ? `${short(extrapolated.value)} (${short(extrapolated.least)} to ${short(extrapolated.most)})`
      : 'needs three numbers of products';
    const give = extrapolated ? ` +- ${error.toFixed(2)}` : '';
    console.log(`| ${what} | ${power.toFixed(2)}${give} | ${beyond} |`);
  }
}

function ofOne(edits: Record<number, number>, count: number): string {
  const { [count]: here = Number.NaN, 1: one = Number.NaN } = edits;
  return `${here.toFixed(0)}; ${(here / one).toFixed(2)}`;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function short(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 }).format(value);
}
