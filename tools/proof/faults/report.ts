import type { Drill } from './drill.ts';
import type { Result, State } from './state.ts';

/** Returns the table of `docs/proofs.md`. */
export function tableOf(drills: readonly Drill[], { drills: results }: State): string {
  return [
    '| drill | expectation | result | time to recover | fails without this defence: what happened |',
    '|---|---|---|---|---|',
    ...drills.map((drill) => rowOf(drill, results[drill.name])),
  ].join('\n');
}

function rowOf({ name, expectation, defence, doesNotHold }: Drill, result: Result | undefined): string {
  if (!result) {
    return `| ${name} | ${expectation} | not run | | |`;
  }
  const held =
    result.wrong.length === 0 ? 'holds' : `does not hold, because ${doesNotHold ?? result.wrong.join('; ')}`;
  const [seen] = result.brokenWrong;
  const failed = `${defence.is}: ${seen === undefined ? '**not seen**' : seen}`;
  return `| ${name} | ${expectation} | ${held} | ${timeOf(result.recoveredMs)} | ${failed.replaceAll('|', '/')} |`;
}

function timeOf(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)];
  return median === undefined ? '' : `${(median / 1000).toFixed(1)} s`;
}
