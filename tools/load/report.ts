import type { Called, Client } from './calls.ts';

/** Prints what one phase measured, by route, and empties the client's counts. */
export function report(phase: string, client: Client, seconds: number): void {
  const { done, tries } = client;
  console.log(
    `\n## ${phase}: ${done.length} calls in ${seconds.toFixed(0)} s, ${(done.length / seconds).toFixed(1)} a second\n`,
  );
  console.log('| Route | Calls | p50, ms | p95 | p99 | Not answered well |');
  console.log('|---|---|---|---|---|---|');
  for (const [route, calls] of groupedBy(done, ({ route: name }) => name)) {
    const ms = calls.map((each) => each.ms);
    const bad = calls.filter(({ status }) => status === 0 || status >= 500).length;
    console.log(
      `| ${route} | ${calls.length} | ${quantile(ms, 0.5)} | ${quantile(ms, 0.95)} | ${quantile(ms, 0.99)} | ${bad} |`,
    );
  }
  console.log(`\n${overTime(done)}`);
  const codes = groupedBy(
    done.filter(({ status }) => status === 0 || status >= 400),
    ({ status, code, route }) => `${status} ${code} (${route})`,
  );
  console.log(
    `\nErrors: ${[...codes].map(([code, all]) => `${all.length} x ${code}`).join('; ') || 'none'}.`,
  );
  const refused = tries.refused.map(({ ms }) => ms);
  console.log(
    refused.length === 0
      ? 'Answered 503: never.'
      : `Answered 503: ${refused.length} times, ${tries.refused.filter(({ retryAfter }) => retryAfter).length} of them with Retry-After; p50 ${quantile(refused, 0.5)} ms, p95 ${quantile(refused, 0.95)} ms, p99 ${quantile(refused, 0.99)} ms.`,
  );
  console.log(
    `Tried at another process: ${tries.elsewhere}. Lost answers: ${tries.lost.length}${tries.lost.length > 0 ? ` (${[...new Set(tries.lost)].join('; ')})` : ''}.`,
  );
  done.length = 0;
  tries.refused.length = 0;
  tries.elsewhere = 0;
  tries.lost.length = 0;
}

const slices = 5;

/** Returns how long calls took in each fifth of the time: whether the program gets slower the longer it runs. */
function overTime(done: readonly Called[]): string {
  const [from, to] = [done[0]?.at ?? 0, done.at(-1)?.at ?? 0];
  const parts = Array.from({ length: slices }, (_, part) => {
    const begins = from + ((to - from) * part) / slices;
    const ends = part === slices - 1 ? Number.POSITIVE_INFINITY : begins + (to - from) / slices;
    const times = done.filter(({ at }) => at >= begins && at < ends).map(({ ms }) => ms);
    return `${quantile(times, 0.5)}, ${quantile(times, 0.95)}`;
  });
  return `In each fifth of the time, p50 and p95 of all calls, ms: ${parts.join('; ')}.`;
}

/** Returns the quantile of values, rounded. */
export function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0);
}

/** Returns whether the last calls by so many people were answered as fast as they are usually. */
export function p95Of(done: readonly Called[]): number {
  return Number(
    quantile(
      done.map(({ ms }) => ms),
      0.95,
    ),
  );
}

function groupedBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  return new Map([...Map.groupBy(values, keyOf)].toSorted(([one], [other]) => one.localeCompare(other)));
}
