import { appendFileSync } from 'node:fs';

/** One line of what was done and measured, for the table in `docs/proofs.md`. */
export interface Figure {
  /** "7.9.0" or "11.0.1" */
  version: string;
  what: string;
  products: number;
  seconds: number;
  /** The faults that were met, as "12 × 503, 4 workers killed". */
  met: string;
}

/** Prints a line of the table, and appends it to the file that WOOCOMMERCE_FIGURES names. */
export function record({ version, what, products, seconds, met }: Figure): void {
  const rate = seconds > 0 && products > 0 ? (products / seconds).toFixed(2) : '-';
  const line = `| ${version} | ${what} | ${products} | ${seconds.toFixed(1)} | ${rate} | ${met} |\n`;
  process.stdout.write(line);
  if (process.env.WOOCOMMERCE_FIGURES !== undefined) {
    appendFileSync(process.env.WOOCOMMERCE_FIGURES, line);
  }
}

/** Returns the milliseconds of some work, and its result. */
export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1000 };
}
