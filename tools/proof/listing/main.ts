import { parseArgs } from 'node:util';
import { withScratchDatabase } from '../../bench/scratch-database.ts';
import { whileBusy, whileIdle } from './clock.ts';
import { Coverage, metLeast } from './coverage.ts';
import { focusOf, type Rule, rules } from './cripple.ts';
import { type Installation, openInstallations } from './installations.ts';
import { killSpeed, killTimes } from './kill-times.ts';
import { type KillResult, playKills } from './kills.ts';
import { type Met, ways } from './plan.ts';
import { playedPlatforms } from './played-platforms.ts';
import { playRounds, roundTimes } from './rounds.ts';
import { waysOf } from './scenes/ways.ts';

/** Rounds that are played beside each other, each on an installation of its own. */
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
    warnings: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const say = (line: string) => console.log(line);
const platforms = [...playedPlatforms.values()].filter(
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
  const installations = await openInstallations(databaseUrl, together, 16);
  const coverage = new Coverage();
  const { deadlineMs, latenessMs } = roundTimes;
  say(
    `Rounds within this process, two workers each: D ${deadlineMs / 1000} s, L ${latenessMs / 1000} s, clock ${whileIdle} times as fast while all wait and ${whileBusy} times while any works, seed ${seed}`,
  );
  const within = await playRounds({
    installations,
    seed,
    platforms,
    rounds,
    only,
    // What is no point or fault leads nowhere.
    focus: (values.focus ?? null) as Met | null,
    without: null,
    enough: 40,
    coverage,
    say,
    ...(warn && { warn }),
  });
  say(`${within.rounds} rounds, ${within.faults} faults, ${within.wrong.length} wrong things`);
  const killed =
    only === null && values.focus === undefined && kills > 0 ? await killAll(installations, coverage) : [];
  await Promise.all(installations.map(({ close }) => close()));
  for (const line of [...coverage.table(platforms), '', ...coverage.reasons(platforms)]) {
    say(line);
  }
  const seldom = platforms.flatMap((played) =>
    only === null && rounds > 0 && values.focus === undefined
      ? coverage.missing(played).map((what) => `${what} on ${played.platform.id}`)
      : [],
  );
  const wrong = [...within.wrong, ...killed.flatMap((each) => each.wrong)];
  for (const line of wrong) {
    say(`WRONG ${line}`);
  }
  if (seldom.length > 0) {
    say(`Met fewer than ${metLeast} times: ${seldom.join(', ')}`);
  }
  const struck = killed.reduce((sum, each) => sum + each.kills, 0);
  say(
    wrong.length === 0
      ? `Nothing is wrong: each product exactly once, ${within.faults + struck} faults of which ${struck} are SIGKILLs.`
      : `The proof does NOT hold: ${wrong.length} wrong things, ${within.faults + struck} faults of which ${struck} are SIGKILLs.`,
  );
  return wrong.length === 0 && seldom.length === 0;
}

/** Real kills, spread over the platforms. */
async function killAll(installations: readonly Installation[], coverage: Coverage): Promise<KillResult[]> {
  say('');
  say(
    `Worker processes killed by SIGKILL: D ${killTimes.deadlineMs / 1000} s, L ${killTimes.latenessMs / 1000} s, clock ${killSpeed} times as fast, in the proof's workers alone`,
  );
  const waiting = [...platforms];
  const results: KillResult[] = [];
  const share = Math.ceil(kills / platforms.length);
  const one = async (installation: Installation) => {
    for (let played = waiting.shift(); played; played = waiting.shift()) {
      results.push(await playKills(played, { installation, seed, kills: share, coverage, say }));
    }
  };
  await Promise.all(installations.map(one));
  const sum = (of: (each: KillResult) => number) => results.reduce((all, each) => all + of(each), 0);
  say(`${sum((each) => each.kills)} kills in ${sum((each) => each.runs)} runs`);
  say(`back at work after a kill:         ${spread(results.flatMap((each) => each.backMs))}`);
  say(`every doubt of a run was decided:  ${spread(results.flatMap((each) => each.decidedMs))}`);
  say('');
  return results;
}

function spread(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const seconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`;
  return `median ${seconds(sorted[Math.floor(sorted.length / 2)])}, worst ${seconds(sorted.at(-1))} (${sorted.length} times)`;
}

/** Without a rule the proof must fail: a proof that a broken protocol passes is none. */
async function refute(databaseUrl: string, taken: readonly Rule[]): Promise<boolean> {
  const installations = await openInstallations(databaseUrl, together, 16);
  let all = true;
  for (const rule of taken) {
    const coverage = new Coverage();
    const focus = focusOf(rule);
    const result = await playRounds({
      installations,
      seed,
      platforms: platforms.filter((played) => focus === null || waysOf(played).includes(focus)),
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
  await Promise.all(installations.map(({ close }) => close()));
  return all;
}
