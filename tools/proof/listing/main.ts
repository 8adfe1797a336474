import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withScratchDatabase } from '../../bench/scratch-database.ts';
import { perBusyBeatMs, perIdleBeatMs } from './clock.ts';
import { Coverage, metLeast } from './coverage.ts';
import { focusOf, type Rule, rules } from './disable-rule.ts';
import { closeAll, type Installation, openPairs } from './installations.ts';
import { type Met, ways } from './plan.ts';
import { roundTimes, runRounds, type Slice } from './rounds.ts';
import { waysOf } from './scenarios/ways.ts';
import { simulatedPlatforms } from './simulated-platforms.ts';
import { emptySlices, forgetSlices, readSlices, type SliceState, sliceMs, writeSlices } from './slice.ts';
import { killSpeed, killTimes } from './workers/kill-times.ts';
import { type KillResult, runKills } from './workers/kills.ts';

/** Number of rounds run at the same time, each on its own installation. */
const together = 3;

const usage = `npm run proof:listing [-- options]
  --seed 1             the same seed draws the same rounds
  --platform NAME      only this platform; may be given again
  --rounds 30          rounds within this process, for each platform
  --kills 108          worker processes killed by SIGKILL, over all platforms; 0 for none
  --round 7            only this round, as a wrong thing names it; with --focus where it names that
  --focus POINT        only rounds that lead to this fault point, fault of a store or way: ${ways.join(', ')}
  --without RULE       without one rule of the protocol, or all of them in turn; must fail:
                       ${rules.join(', ')}
  --slice              plays for 20 minutes and goes on where the last slice stopped; prints the sum of all
  --state FILE         where slices keep what they found; in the folder for temporary files by default
  --warnings           what the engine warns of`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    platform: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '30' },
    kills: { type: 'string', default: '108' },
    round: { type: 'string' },
    focus: { type: 'string' },
    without: { type: 'string' },
    slice: { type: 'boolean', default: false },
    state: { type: 'string' },
    warnings: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const say = (line: string) => console.log(line);
const platforms = [...simulatedPlatforms.values()].filter(
  ({ platform: { id } }) => values.platform === undefined || values.platform.includes(id),
);
const numbers = [values.seed, values.rounds, values.kills, values.round ?? '0'].map(Number);
const without = values.without === 'all' ? rules : rules.filter((rule) => rule === values.without);
if (
  values.help ||
  platforms.length === 0 ||
  numbers.some((number) => !Number.isInteger(number) || number < 0) ||
  (values.without !== undefined && without.length === 0)
) {
  say(usage);
  process.exit(values.help ? 0 : 1);
}
const [seed = 1, rounds = 30, kills = 108] = numbers;
const only = values.round === undefined ? null : Number(values.round);
const began = performance.now();
const warn = values.warnings
  ? (what: object, words = '') => say(`  ${words} ${JSON.stringify(what).slice(0, 900)}`)
  : undefined;

const holds = await withScratchDatabase(
  async (databaseUrl) =>
    values.without === undefined ? await prove(databaseUrl) : await refute(databaseUrl, without),
  { fsync: false },
);
say(`${((performance.now() - began) / 1000).toFixed(0)} s on the wall, seed ${seed}.`);
process.exit(holds ? 0 : 1);

async function prove(databaseUrl: string): Promise<boolean> {
  const installations = await openPairs(databaseUrl, together, 16);
  const proof = `seed ${seed}, ${rounds} rounds, ${kills} kills, ${platforms.map(({ platform }) => platform.id).join(' ')}`;
  const file = values.state ?? join(tmpdir(), 'bowerbird-proof-listing.json');
  const state = values.slice ? readSlices(file, proof) : emptySlices(proof);
  const coverage = Coverage.from(state.met);
  const { deadlineMs, latenessMs } = roundTimes;
  say(
    `Rounds within this process, two workers each: D ${deadlineMs / 1000} s, L ${latenessMs / 1000} s, a clock of ${perIdleBeatMs} ms a beat while all wait and ${perBusyBeatMs} ms while any works, seed ${seed}`,
  );
  const within = await runRounds({
    installations,
    seed,
    platforms,
    rounds,
    only,
    // A name that is no point or fault leads nowhere.
    focus: (values.focus ?? null) as Met | null,
    without: null,
    enough: 40,
    coverage,
    ...(values.slice && { slice: sliceOf(file, state, coverage) }),
    say,
    ...(warn && { warn }),
  });
  say(`${within.rounds} rounds, ${within.faults} faults, ${within.wrong.length} wrong things`);
  const killed =
    only === null && values.focus === undefined && kills > 0 && !within.isCut
      ? await killAll(installations, coverage, state, () => values.slice && writeSlices(file, state))
      : [];
  await closeAll(installations);
  for (const line of [...coverage.table(platforms), '', ...coverage.reasons(platforms)]) {
    say(line);
  }
  const seldom = platforms.flatMap((simulated) =>
    only === null && rounds > 0 && values.focus === undefined && !within.isCut
      ? coverage.missing(simulated).map((what) => `${what} on ${simulated.platform.id}`)
      : [],
  );
  if (within.isCut) {
    say(`Slice ${state.slices} ended: ${state.simulated.length} rounds so far. The same command goes on.`);
  }
  const wrong = [...within.wrong, ...killed.flatMap((each) => each.wrong)];
  for (const line of wrong) {
    say(`WRONG ${line}`);
  }
  for (const line of within.open) {
    say(`OPEN ${line}`);
  }
  if (seldom.length > 0) {
    say(`Met fewer than ${metLeast} times: ${seldom.join(', ')}`);
  }
  const injected = killed.reduce((sum, each) => sum + each.kills, 0);
  say(
    wrong.length + within.open.length === 0
      ? `Nothing is wrong: each product exactly once, ${within.faults + injected} faults of which ${injected} are SIGKILLs.`
      : `The proof does NOT hold: ${wrong.length} wrong things and ${within.open.length} that are known and open, ${within.faults + injected} faults of which ${injected} are SIGKILLs.`,
  );
  if (values.slice && !within.isCut) {
    forgetSlices(file);
  }
  return wrong.length === 0 && within.open.length === 0 && seldom.length === 0;
}

/** Runs real kills, distributed over the platforms. */
async function killAll(
  installations: readonly Installation[],
  coverage: Coverage,
  state: SliceState,
  keep: () => void,
): Promise<KillResult[]> {
  say('');
  say(
    `Worker processes killed by SIGKILL: D ${killTimes.deadlineMs / 1000} s, L ${killTimes.latenessMs / 1000} s, clock ${killSpeed} times as fast, in the proof's workers alone`,
  );
  const waiting = platforms.filter(({ platform: { id } }) => state.kills[id] === undefined);
  const results: KillResult[] = Object.values(state.kills);
  const share = Math.ceil(kills / platforms.length);
  const one = async (installation: Installation) => {
    for (let simulated = waiting.shift(); simulated; simulated = waiting.shift()) {
      const result = await runKills(simulated, { installation, seed, kills: share, coverage, say });
      results.push(result);
      state.kills[simulated.platform.id] = result;
      state.met = coverage.counts();
      keep();
    }
  };
  await Promise.all(installations.map(one));
  const sum = (of: (each: KillResult) => number) => results.reduce((all, each) => all + of(each), 0);
  say(`${sum((each) => each.kills)} kills in ${sum((each) => each.runs)} runs`);
  say(`back at work after a kill:         ${spread(results.flatMap((each) => each.backMs))}`);
  say(`every attempt in doubt was resolved:  ${spread(results.flatMap((each) => each.decidedMs))}`);
  say('');
  return results;
}

/** Continues where the last slice stopped, and records what each round adds. */
function sliceOf(file: string, state: SliceState, coverage: Coverage): Slice {
  const simulated = new Set(state.simulated);
  const since = performance.now();
  const before = state.tookMs;
  state.slices += 1;
  say(
    `Slice ${state.slices}; ${state.simulated.length} rounds were run before, ${Math.round(before / 1000)} s.`,
  );
  return {
    former: state,
    wasRun: (round) => simulated.has(round),
    isOver: () => performance.now() - since > sliceMs,
    simulated(round, { rounds: count, faults, wrong, open }) {
      state.simulated.push(round);
      state.tookMs = before + performance.now() - since;
      Object.assign(state, { rounds: count, faults, wrong, open, met: coverage.counts() });
      writeSlices(file, state);
    },
  };
}

function spread(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const seconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`;
  return `median ${seconds(sorted[Math.floor(sorted.length / 2)])}, worst ${seconds(sorted.at(-1))} (${sorted.length} times)`;
}

/** Checks that the proof fails without a rule: a proof that a broken protocol passes is worthless. */
async function refute(databaseUrl: string, taken: readonly Rule[]): Promise<boolean> {
  const installations = await openPairs(databaseUrl, together, 16);
  let all = true;
  for (const rule of taken) {
    const coverage = new Coverage();
    const focus = focusOf(rule);
    const result = await runRounds({
      installations,
      seed,
      platforms: platforms.filter((simulated) => focus === null || waysOf(simulated).includes(focus)),
      rounds,
      only,
      focus,
      without: rule,
      enough: 1,
      coverage,
      say: (line) => say(`  ${line}`),
    });
    const failed = result.wrong.length > 0;
    all &&= failed;
    say(
      failed
        ? `Without ${rule} the proof fails, as it must: ${result.faults} faults in ${result.rounds} rounds.`
        : `Without ${rule} the proof PASSES: ${result.faults} faults in ${result.rounds} rounds showed nothing.`,
    );
  }
  await closeAll(installations);
  return all;
}
