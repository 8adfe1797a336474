import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRow } from '../row.ts';

const repeats = Number(process.env.LISTS_REPEATS ?? 12);

/** How long a call takes, in milliseconds. */
export interface Times {
  name: string;
  p50: number;
  p95: number;
}

/** The first call, which reads the disk, does not count. */
export async function timed(name: string, work: () => Promise<unknown>): Promise<Times> {
  await work();
  const times: number[] = [];
  for (let time = 0; time < repeats; time += 1) {
    // A person does not call without a pause; at real-time priority neither does the system allow it.
    await sleep(30);
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(repeats * share) - 1] ?? Number.NaN;
  return { name, p50: at(0.5), p95: at(0.95) };
}

/** Measures calls one after the other. */
export async function inTurn(
  calls: readonly { name: string; work: () => Promise<unknown> }[],
): Promise<Times[]> {
  const times: Times[] = [];
  for (const { name, work } of calls) {
    times.push(await timed(name, work));
  }
  return times;
}

/** Prints each call of a kind, and returns a row with how many are within the aim, in milliseconds, and the slowest. */
export function rowOf(what: string, aim: number, times: readonly Times[], floor: Times): BenchRow {
  for (const { name, p50, p95 } of times) {
    console.error(`| ${name} | ${p50.toFixed(0)} | ${p95.toFixed(0)} |`);
  }
  const [slowest] = times.toSorted((one, other) => other.p95 - one.p95);
  const p95 = slowest?.p95 ?? Number.NaN;
  const within = times.filter((each) => each.p95 <= aim).length;
  return {
    what: `${what}: ${within} of ${times.length} within ${aim} ms; slowest: ${slowest?.name.replaceAll('|', '')}`,
    ours: `p95 ${p95.toFixed(0)} ms, p50 ${slowest?.p50.toFixed(0)} ms`,
    floor: `${floor.p95.toFixed(0)} ms (the list of a merchant with ten products)`,
    ratio: floor.p95 / p95,
    aim: `${aim} ms`,
  };
}
