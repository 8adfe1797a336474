import { parseArgs } from 'node:util';
import { rightWorlds } from './scenarios/right-worlds.ts';
import { isExpected, type Scenario } from './scenarios/scenario.ts';
import { wrongRules } from './scenarios/wrong-rules.ts';
import { simulateAll } from './simulate.ts';

const usage = `npm run proof:model [-- options]
  --only TEXT          only scenarios whose name has this in it; with none, the random schedules run too
  --schedules 500      random schedules for each kind of store; 0 for none
  --seed 1             the first of their seeds
  --traces             the shortest way to each refutation`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    schedules: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    traces: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [schedules, seed] = [Number(values.schedules), Number(values.seed)];
const scenarios = [...rightWorlds, ...wrongRules].filter(({ name }) => name.includes(values.only));
if (values.help || !Number.isInteger(schedules) || !Number.isInteger(seed)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
const began = performance.now();
const unexpected = scenarios.filter((scenario) => !walk(scenario));
const isBroken = values.only === '' && schedules > 0 && !simulateAll(schedules, seed, console.log);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(
  unexpected.length > 0 || isBroken
    ? `NOT as expected: ${unexpected.map(({ name }) => name).join('; ')}${isBroken ? ' random schedules' : ''} (${seconds} s)`
    : `All ${scenarios.length} scenarios are as expected (${seconds} s).`,
);
process.exitCode = scenarios.length === 0 || unexpected.length > 0 || isBroken ? 1 : 0;

/** Walks one scenario and prints the result on one line; also the trace if requested or unexpected. */
function walk(scenario: Scenario): boolean {
  const start = performance.now();
  const verdict = scenario.run();
  const ms = Math.round(performance.now() - start);
  const isRight = isExpected(scenario, verdict);
  const holds = verdict.isWhole ? 'holds' : 'cut off';
  const outcome = verdict.broken === '' ? holds : `breaks: ${verdict.broken}`;
  console.log(
    `${isRight ? 'as expected' : 'NOT as expected'} | ${scenario.name} | ${outcome} | ${verdict.states} states | ${ms} ms`,
  );
  if (values.traces || !isRight) {
    for (const [at, says] of verdict.trace.entries()) {
      console.log(`    ${at + 1}. ${says}`);
    }
  }
  return isRight;
}
