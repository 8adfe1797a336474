import type { Fault } from '@bowerbird/simulators/simulation-faults';
import type { Coverage } from './coverage.ts';
import type { ProofTimes, Rule } from './disable-rule.ts';
import type { Installation } from './installations.ts';
import type { SimulatedPlatform } from './judge/simulated-view.ts';
import { knownOpen } from './known-open.ts';
import { latenessMs, type Met, type Way } from './plan.ts';
import { type RoundOptions, type RoundOutcome, runRound } from './round.ts';
import { planAny } from './scenarios/plan-ways.ts';
import { waysOf } from './scenarios/ways.ts';
import { deadlineMs } from './workers/worker.ts';

/** The times of every in-process round, passed to the listers in place of each platform's own. */
export const roundTimes: ProofTimes = { deadlineMs, latenessMs };

export interface RoundsOptions {
  /** On each, one round at a time: a lock on an installation affects everything that runs on it. */
  installations: readonly Pick<Installation, 'db' | 'dataFolder' | 'beat' | 'spare'>[];
  seed: number;
  platforms: readonly SimulatedPlatform[];
  /** Rounds for each platform, before those added for what was met too seldom. */
  rounds: number;
  /** Only this round of each platform; null for all. */
  only: number | null;
  /** What the rounds lead to: a point, a fault or a way; null for random selection. */
  focus: Met | null;
  without: Rule | null;
  /** Number of problems after which rounds end; null for never. */
  enough: number | null;
  coverage: Coverage;
  /** Results of former slices, and where this one stops; left out if everything runs in one go. */
  slice?: Slice;
  say(line: string): void;
  warn?: (what: object, words?: string) => void;
}

export interface RoundsResult {
  rounds: number;
  faults: number;
  wrong: string[];
  /** Problems that are known and not fixed yet. */
  open: string[];
  tookMs: number;
  /** The slice ended before everything was run. */
  isCut: boolean;
}

/** One of several parts of the same rounds. */
export interface Slice {
  former: Pick<RoundsResult, 'rounds' | 'faults' | 'wrong' | 'open' | 'tookMs'>;
  wasRun(round: string): boolean;
  /** Reports whether nothing more may be started. */
  isOver(): boolean;
  /** Called with each round that was run, after its outcome was counted. */
  simulated(round: string, result: RoundsResult): void;
}

/** Maximum number of sentences printed for one round. */
const reportedMax = 6;

interface Turn {
  simulated: SimulatedPlatform;
  round: number;
  focus: Met | null;
}

/** Runs rounds, several at a time, until every platform has had its number and has met everything often enough. */
export async function runRounds(options: RoundsOptions): Promise<RoundsResult> {
  const { platforms, rounds, only, focus, coverage, without } = options;
  const nothing = { rounds: 0, faults: 0, wrong: [], open: [], tookMs: 0 };
  const former = options.slice?.former ?? nothing;
  const result: RoundsResult = {
    ...former,
    wrong: [...former.wrong],
    open: [...former.open],
    isCut: false,
  };
  const first =
    only === null
      ? Array.from({ length: rounds }, (_, round) =>
          platforms.map((simulated) => ({ simulated, round, focus })),
        )
      : [platforms.map((simulated) => ({ simulated, round: only, focus }))];
  const isWhole = rounds > 0 && only === null && focus === null && without === null;
  const others = isWhole ? platforms.flatMap((simulated) => turnsOfWays(simulated, rounds)) : [];
  await runAll([...first.flat(), ...others], options, result);
  // A point that was not reached by chance is targeted, at most this often; what is still not met is then reported.
  for (let more = 0; more < 15 && isWhole && !result.isCut; more += 1) {
    const turns = platforms.flatMap((simulated) =>
      coverage
        .missing(simulated)
        .flatMap((missing) => [missing, missing])
        .map((missing, at) => ({ simulated, round: rounds + more * 100 + at, focus: missing })),
    );
    if (turns.length === 0 || (options.enough !== null && result.wrong.length >= options.enough)) {
      break;
    }
    await runAll(turns, options, result);
  }
  return result;
}

/** The part of a platform's rounds that each additional way gets, and what leads there. */
const shares: Readonly<Record<Way, { share: number; to: readonly Met[] }>> = {
  undo: { share: 0.3, to: ['undo.item-k', 'undo'] },
  restore: { share: 0.3, to: ['restore.step', 'restore'] },
  bulk: { share: 0.6, to: ['bulk.upload', 'bulk.start', 'bulk.poll', 'bulk.result-line-k'] },
  careful: { share: 0.2, to: ['careful'] },
  probed: { share: 0.2, to: ['probed'] },
  delist: { share: 0.2, to: ['delist'] },
  relist: { share: 0.2, to: ['relist'] },
  remove: { share: 0.2, to: ['remove'] },
  again: { share: 0.2, to: ['again'] },
  conflicts: { share: 0.3, to: ['conflicts'] },
  pause: { share: 0.2, to: ['pause'] },
  cancel: { share: 0.2, to: ['cancel'] },
  schedule: { share: 0.2, to: ['schedule'] },
  follow: { share: 0.2, to: ['follow'] },
  reconnect: { share: 0.2, to: ['reconnect'] },
  installations: { share: 0.2, to: ['installations'] },
  copied: { share: 0.2, to: ['copied'] },
  pages: { share: 0.17, to: ['pages'] },
  thousand: { share: 0.17, to: ['thousand'] },
  outage: { share: 0.1, to: ['outage'] },
  'late-alone': { share: 0.1, to: ['late-alone'] },
  'as-stored': { share: 0.3, to: ['as-stored'] },
  'merchant-publishes': { share: 0.3, to: ['merchant-publishes'] },
};

function turnsOfWays(simulated: SimulatedPlatform, rounds: number): Turn[] {
  return waysOf(simulated).flatMap((way) => {
    const { share, to } = shares[way];
    const count = Math.ceil(rounds * share);
    return Array.from({ length: count }, (_, round) => ({
      simulated,
      round,
      focus: to[round % to.length] ?? way,
    }));
  });
}

async function runAll(turns: readonly Turn[], options: RoundsOptions, result: RoundsResult): Promise<void> {
  const { slice } = options;
  const waiting = turns.filter((turn) => !slice?.wasRun(nameOf(turn)));
  const isEnough = () => options.enough !== null && result.wrong.length >= options.enough;
  const one = async (installation: RoundOptions['installation']) => {
    for (let turn = waiting.shift(); turn && !isEnough(); turn = waiting.shift()) {
      if (slice?.isOver()) {
        result.isCut = true;
        return;
      }
      const outcome = await runTurn(turn, installation, options, options.without);
      // A problem that also occurs with the rule in place proves nothing about the rule.
      const isOld =
        options.without !== null &&
        outcome.wrong.length > 0 &&
        (await runTurn(turn, installation, options, null)).wrong.length > 0;
      take(turn, isOld ? { ...outcome, wrong: [] } : outcome, options, result);
      slice?.simulated(nameOf(turn), result);
    }
  };
  await Promise.all(options.installations.map(one));
}

/** Returns the name of a round, the same in every slice. */
function nameOf({ simulated, round, focus }: Turn): string {
  return `${simulated.platform.id} ${round} ${focus ?? ''}`;
}

async function runTurn(
  turn: Turn,
  installation: RoundOptions['installation'],
  { seed, warn }: RoundsOptions,
  without: Rule | null,
): Promise<RoundOutcome> {
  const plan = planAny(turn.simulated, seed, turn.round, turn.focus);
  return await runRound(turn.simulated, plan, {
    installation,
    without,
    times: roundTimes,
    ...(warn && { warn }),
  });
}

function take(
  { simulated, round, focus }: Turn,
  outcome: RoundOutcome,
  { seed, coverage, say }: RoundsOptions,
  result: RoundsResult,
): void {
  const { id } = simulated.platform;
  result.rounds += 1;
  result.faults += outcome.faults;
  result.tookMs += outcome.tookMs;
  for (const [what, times] of outcome.met) {
    coverage.add(id, what, times);
  }
  if (result.rounds % 30 === 0) {
    say(`  ${result.rounds} rounds, ${result.faults} faults`);
  }
  const again = `--seed ${seed} --platform ${id} --round ${round}${focus ? ` --focus ${focus}` : ''}`;
  const sentences = outcome.wrong.map((sentence) => `${id}, ${again}: ${sentence}`);
  const wrong = sentences.filter((sentence) => knownOpen(id, sentence) === null);
  result.wrong.push(...wrong);
  result.open.push(...sentences.filter((sentence) => !wrong.includes(sentence)));
  for (const line of wrong.slice(0, reportedMax)) {
    say(`WRONG ${line}`);
  }
  if (wrong.length > reportedMax) {
    say(`  and ${wrong.length - reportedMax} more of this round`);
  }
  if (wrong.length > 0) {
    say(`  ${reported(outcome.plan)}`);
  }
}

/** Returns the plan of a round in one line. */
function reported(plan: RoundOutcome['plan']): string {
  const { scenario, way, count, skewMs, faults, early, plannedFaults, undo, restore, bulk } = plan;
  const more = [undo, restore, bulk].flatMap((what) => (what ? [JSON.stringify(what)] : []));
  const fault = ({ kind, value, matching, skip = 0, count: times = 1 }: Fault) =>
    `${kind}${value === undefined ? '' : `=${value}`}*${times}${matching ? ` on ${matching}` : ''} after ${skip}`;
  return [
    `${way === null || way === scenario ? scenario : `${scenario}, ${way}`}, ${count} products, store ${skewMs} ms off`,
    ...more,
    ...(early.length > 0 ? [`at first ${early.map(fault).join(', ')}`] : []),
    `store ${faults.map(fault).join(', ')}`,
    `workers ${plannedFaults.map(({ point, nth, act, ms }) => `${act} at ${point}:${nth}${act === 'freezes' ? ` for ${ms} ms` : ''}`).join(', ')}`,
  ].join('; ');
}
