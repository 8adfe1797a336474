import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sourceMark } from '../mutants/state.ts';
import type { Drill } from './drill.ts';
import { drills } from './drills/all.ts';
import { tableOf } from './report.ts';
import { endRun, run } from './run.ts';
import { DatabaseServer } from './stage/database.ts';
import { type Result, readState, writeState } from './state.ts';

const usage = `npm run proof:faults [-- options]
  Injects each of ${drills.length} faults into the running program, unchanged (it must pass) and without its defence (it must fail).
  --only NAME      only this drill; may be given again
  --state FILE     goes on where a former run of the same source stopped, and writes down what each drill came to
  --keep           takes what was found on another source for what it was, and plays only what was not run
  --slice 20       begins no drill after so many minutes
  --times 3        how often a drill that takes only seconds is run unchanged, and any drill at most without its defence
  --table          only prints the table of the document from --state
  --list           names the drills`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    state: { type: 'string' },
    slice: { type: 'string', default: '0' },
    times: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const chosen = drills.filter(({ name }) => values.only?.includes(name) ?? true);
const times = Number(values.times);
const untilMs = Number(values.slice) > 0 ? Number(values.slice) * 60_000 : Number.POSITIVE_INFINITY;
if (values.help || chosen.length === 0 || !(times >= 1) || Number.isNaN(untilMs)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
if (values.list) {
  for (const { name, expectation } of drills) {
    console.log(`${name.padEnd(32)} ${expectation}`);
  }
  process.exit(0);
}
const root = fileURLToPath(new URL('../../..', import.meta.url));
const engine = sourceMark(root, ['apps/server', 'packages', 'tools/proof/faults']);
const state = readState(values.state);
if (values.table) {
  console.log(tableOf(drills, state));
  process.exit(0);
}

const server = await DatabaseServer.start();
/** Set once a stop was requested: the result of a drill whose stage was removed underneath is worthless. */
let stopping: Promise<void> | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping = endRun()
      .then(() => server.remove())
      .finally(() => process.exit(130));
  });
}
for (const drill of chosen) {
  if (performance.now() > untilMs) {
    break;
  }
  if (!wasRun(drill)) {
    const result = await judge(drill);
    await stopping;
    state.drills[drill.name] = result;
    writeState(values.state, state);
    console.log(lineOf(drill));
  }
}
await server.remove();

console.log('');
for (const drill of chosen) {
  console.log(lineOf(drill));
}
const open = chosen.filter((drill) => !wasRun(drill));
const bad = chosen.filter((drill) => {
  const result = state.drills[drill.name];
  return result !== undefined && !asExpected(drill, result);
});
console.log(
  `${chosen.length - open.length} of ${chosen.length} drills were run, ${bad.length} are not as expected. ${engine}`,
);
process.exit(bad.length === 0 ? 0 : 1);

async function judge(drill: Drill): Promise<Result> {
  const wrong: string[] = [];
  const recoveredMs: number[] = [];
  for (let time = 0; time < (drill.cheap ? times : 1) && wrong.length === 0; time += 1) {
    const found = await run(drill, server, { without: false, waitMs: 180_000 });
    wrong.push(...found.wrong);
    if (found.recoveredMs !== null) {
      recoveredMs.push(Math.round(found.recoveredMs));
    }
  }
  // If a result arrived in time with the defense, but not within three times as long without it, it does not arrive.
  const waitMs = Math.max(drill.brokenWaitMs ?? 60_000, ...recoveredMs.map((each) => 3 * each));
  // The fault may meet the program at a moment when the defence is not needed: then it is injected again.
  let brokenWrong: string[] = [];
  for (let time = 0; time < times && brokenWrong.length === 0; time += 1) {
    brokenWrong = (await run(drill, server, { without: true, waitMs })).wrong;
  }
  return { engine, wrong, recoveredMs, brokenWrong };
}

function wasRun({ name }: Drill): boolean {
  const result = state.drills[name];
  return result !== undefined && (values.keep || result.engine === engine);
}

/**
 * Reports whether the drill went as expected: a drill that is known to fail must fail, so that a fixed fault is updated
 * in the document.
 */
function asExpected({ doesNotHold }: Drill, { wrong, brokenWrong }: Result): boolean {
  return doesNotHold === undefined ? wrong.length === 0 && brokenWrong.length > 0 : wrong.length > 0;
}

function lineOf({ name }: Drill): string {
  const result = state.drills[name];
  if (!result) {
    return `${name.padEnd(32)} not run`;
  }
  const held = result.wrong.length === 0 ? 'holds' : `WRONG: ${result.wrong.join('; ').slice(0, 400)}`;
  const [seen] = result.brokenWrong;
  return `${name.padEnd(32)} ${held} | without: ${seen === undefined ? 'NOT SEEN TO FAIL' : seen.slice(0, 160)} | ${result.recoveredMs.join(', ')} ms`;
}
