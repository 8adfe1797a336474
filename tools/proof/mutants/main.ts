import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withScratchDatabase } from '../../bench/scratch-database.ts';
import { all } from './all.ts';
import { Databases } from './databases.ts';
import { type FixedRound, type Mutant, nameOf } from './mutant.ts';
import { type Outcome, runIn, testIn } from './programs.ts';
import { digestOf, type Result, readState, type State, sourceMark, writeState } from './state.ts';

const usage = `npm run proof:mutants [-- options]
  Breaks the engine in each of ${all.length} ways, in a process of its own, and plays the fixed rounds of that way until one is wrong.
  Before, the engine as it is plays the same rounds, none of which may be wrong.
  --only NAME      only this mutant; may be given again
  --state FILE     goes on where a former run of the same source stopped, and writes down what each adds
  --slice 20       begins no mutant after so many minutes
  --beside 2       so many programs at a time
  --limit 1800     seconds after which one is ended
  --list           names them`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    state: { type: 'string' },
    beside: { type: 'string', default: '2' },
    limit: { type: 'string', default: '1800' },
    slice: { type: 'string', default: '0' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const chosen = all.filter(({ name }) => values.only?.includes(name) ?? true);
const beside = Number(values.beside);
const limitMs = Number(values.limit) * 1000;
const sliceMs = Number(values.slice) > 0 ? Number(values.slice) * 60_000 : Number.POSITIVE_INFINITY;
if (values.help || chosen.length === 0 || !(beside >= 1) || !(limitMs > 0) || Number.isNaN(sliceMs)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
if (values.list) {
  for (const { name, kind, breaks } of all) {
    console.log(`${name.padEnd(40)} ${kind.padEnd(9)} ${breaks}`);
  }
  process.exit(0);
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const state = readState(
  values.state,
  sourceMark(root, ['apps/server/src', 'packages', 'tools/proof/listing']),
);
const holds = await withScratchDatabase((url) => prove(url), { fsync: false });
process.exit(holds ? 0 : 1);

async function prove(serverUrl: string): Promise<boolean> {
  const databases = await Databases.open(serverUrl);
  const waiting = chosen.filter((mutant) => state.mutants[digestOf(mutant)] === undefined);
  const isOver = () => performance.now() > sliceMs;
  const work = async () => {
    for (let mutant = waiting.shift(); mutant && !isOver(); mutant = waiting.shift()) {
      await runUnbroken(databases, mutant);
      state.mutants[digestOf(mutant)] = await runMutant(databases, mutant);
      writeState(values.state, state);
      console.log(lineOf(mutant, state));
    }
  };
  await Promise.all(Array.from({ length: beside }, work));
  await databases.close();
  return report();
}

/** Runs those of a mutant's rounds that the unchanged engine has not passed yet. */
async function runUnbroken(databases: Databases, { rounds = [], test }: Mutant): Promise<void> {
  const missing = rounds.filter((round) => state.unbroken[nameOf(round)] === undefined);
  // Marks a round as started, so that a parallel process does not start it.
  for (const round of missing) {
    state.unbroken[nameOf(round)] = { caught: null, rounds: 0, seconds: 0, failure: 'not run to its end' };
  }
  if (missing.length > 0) {
    const outcome = await databases.during((urls) => runIn(null, urls, missing, limitMs * 3));
    for (const [at, round] of missing.entries()) {
      const simulated = outcome.simulated.filter((each) => each.at === at);
      state.unbroken[nameOf(round)] = resultOf({
        simulated,
        failure: simulated.length > 0 ? null : (outcome.failure ?? 'not run'),
      });
    }
  }
  if (test && state.unbroken[test.name] === undefined) {
    state.unbroken[test.name] = resultOf(await testIn(null, test, limitMs));
  }
  writeState(values.state, state);
}

async function runMutant(databases: Databases, { name, rounds, test }: Mutant): Promise<Result> {
  return resultOf(
    test
      ? await testIn(name, test, limitMs)
      : await databases.during((urls) => runIn(name, urls, rounds ?? [], limitMs)),
  );
}

function resultOf({ simulated, failure }: Outcome): Result {
  const caught = simulated.flatMap(({ wrong }) => wrong)[0] ?? null;
  const seconds = simulated.reduce((sum, { tookMs }) => sum + tookMs, 0) / 1000;
  return { caught, rounds: simulated.length, seconds, failure: caught === null ? failure : null };
}

function report(): boolean {
  console.log('');
  const reported = chosen.map((mutant) => ({ mutant, result: state.mutants[digestOf(mutant)] }));
  for (const { mutant } of reported) {
    console.log(lineOf(mutant, state));
  }
  const missed = reported.filter(({ result }) => result?.caught === null);
  const left = reported.filter(({ result }) => result === undefined);
  const wrong = Object.entries(state.unbroken).filter(
    ([name, { caught, failure }]) => wasRun(name) && (caught !== null || failure !== null),
  );
  for (const [name, { caught, failure }] of wrong) {
    console.log(`WRONG on the engine as it is: ${name}: ${caught ?? failure}`);
  }
  const subtle = chosen.filter(({ kind }) => kind === 'timing' || kind === 'order' || kind === 'identity');
  console.log(
    `${reported.length - missed.length - left.length} of ${reported.length} mutants were caught, ${left.length} were not run; ${subtle.length} are of timing, order or identity; ${wrong.length} of their rounds are wrong on the engine as it is. ${state.engine}`,
  );
  return missed.length === 0 && left.length === 0 && wrong.length === 0;
}

function wasRun(name: string): boolean {
  return chosen.some(
    ({ rounds, test }) => test?.name === name || rounds?.some((round: FixedRound) => nameOf(round) === name),
  );
}

function lineOf(mutant: Mutant, { mutants }: State): string {
  const { name, kind } = mutant;
  const result = mutants[digestOf(mutant)];
  if (result === undefined) {
    return `${name.padEnd(40)} ${kind.padEnd(9)} not run`;
  }
  const { caught, rounds, seconds, failure } = result;
  const verdict = caught ?? `NOT CAUGHT${failure === null ? '' : `: ${failure}`}`;
  return `${name.padEnd(40)} ${kind.padEnd(9)} ${String(rounds).padStart(2)} ${seconds.toFixed(0).padStart(4)} s  ${verdict.slice(0, 230)}`;
}
