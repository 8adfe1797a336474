import type { Fault } from '@bowerbird/platforms/simulation-faults';
import type { Coverage } from './coverage.ts';
import type { ProofTimes, Rule } from './cripple.ts';
import type { Installation } from './installations.ts';
import { knownOpen } from './known-open.ts';
import { latenessMs, type Met, type Way } from './plan.ts';
import type { PlayedPlatform } from './played-view.ts';
import { playRound, type RoundOptions, type RoundOutcome } from './round.ts';
import { planAny } from './scenes/plan-ways.ts';
import { waysOf } from './scenes/ways.ts';
import { deadlineMs } from './worker.ts';

/** The times of every in-process round: handed to the listers in place of each platform's own. */
export const roundTimes: ProofTimes = { deadlineMs, latenessMs };

export interface RoundsOptions {
  /** On each, one round at a time: what holds an installation holds all that is played on it. */
  installations: readonly Pick<Installation, 'db' | 'dataFolder' | 'beat' | 'spare'>[];
  seed: number;
  platforms: readonly PlayedPlatform[];
  /** Rounds for each platform, before those that are added for what was met too seldom. */
  rounds: number;
  /** Only this one of each platform; null for all. */
  only: number | null;
  /** What these lead to: a point, a fault or a way; null for whatever chance leads to. */
  focus: Met | null;
  without: Rule | null;
  /** Rounds end once so many wrong things were found; null for never. */
  enough: number | null;
  coverage: Coverage;
  /** What former slices found, and where this one stops; left out where all is played in one go. */
  slice?: Slice;
  say(line: string): void;
  warn?: (what: object, words?: string) => void;
}

export interface RoundsResult {
  rounds: number;
  faults: number;
  wrong: string[];
  /** What is wrong, and known and not mended yet. */
  open: string[];
  tookMs: number;
  /** The slice ended before everything was played. */
  isCut: boolean;
}

/** One of several goes at the same rounds. */
export interface Slice {
  former: Pick<RoundsResult, 'rounds' | 'faults' | 'wrong' | 'open' | 'tookMs'>;
  isPlayed(round: string): boolean;
  /** Whether nothing more is to be begun. */
  isOver(): boolean;
  /** Told of each round that was played, after its outcome was counted. */
  played(round: string, result: RoundsResult): void;
}

/** So many sentences of one round are printed at once. */
const toldMax = 6;

interface Turn {
  played: PlayedPlatform;
  round: number;
  focus: Met | null;
}

/** Plays rounds, some at a time, until every platform has had its number and has met everything often enough. */
export async function playRounds(options: RoundsOptions): Promise<RoundsResult> {
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
      ? Array.from({ length: rounds }, (_, round) => platforms.map((played) => ({ played, round, focus })))
      : [platforms.map((played) => ({ played, round: only, focus }))];
  const isWhole = rounds > 0 && only === null && focus === null && without === null;
  const others = isWhole ? platforms.flatMap((played) => turnsOfWays(played, rounds)) : [];
  await playAll([...first.flat(), ...others], options, result);
  // A point that chance led nobody to is led to: so often at most, and what is not met then is told.
  for (let more = 0; more < 15 && isWhole && !result.isCut; more += 1) {
    const turns = platforms.flatMap((played) =>
      coverage
        .missing(played)
        .flatMap((missing) => [missing, missing])
        .map((missing, at) => ({ played, round: rounds + more * 100 + at, focus: missing })),
    );
    if (turns.length === 0 || (options.enough !== null && result.wrong.length >= options.enough)) {
      break;
    }
    await playAll(turns, options, result);
  }
  return result;
}

/** Which part of a platform's rounds each other way has besides, and what leads there. */
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
};

function turnsOfWays(played: PlayedPlatform, rounds: number): Turn[] {
  return waysOf(played).flatMap((way) => {
    const { share, to } = shares[way];
    const count = Math.ceil(rounds * share);
    return Array.from({ length: count }, (_, round) => ({
      played,
      round,
      focus: to[round % to.length] ?? way,
    }));
  });
}

async function playAll(turns: readonly Turn[], options: RoundsOptions, result: RoundsResult): Promise<void> {
  const { slice } = options;
  const waiting = turns.filter((turn) => !slice?.isPlayed(nameOf(turn)));
  const isEnough = () => options.enough !== null && result.wrong.length >= options.enough;
  const one = async (installation: RoundOptions['installation']) => {
    for (let turn = waiting.shift(); turn && !isEnough(); turn = waiting.shift()) {
      if (slice?.isOver()) {
        result.isCut = true;
        return;
      }
      const outcome = await playTurn(turn, installation, options, options.without);
      // What is wrong with the rule in place as well shows nothing of it.
      const isOld =
        options.without !== null &&
        outcome.wrong.length > 0 &&
        (await playTurn(turn, installation, options, null)).wrong.length > 0;
      take(turn, isOld ? { ...outcome, wrong: [] } : outcome, options, result);
      slice?.played(nameOf(turn), result);
    }
  };
  await Promise.all(options.installations.map(one));
}

/** One name for a round, the same in every slice. */
function nameOf({ played, round, focus }: Turn): string {
  return `${played.platform.id} ${round} ${focus ?? ''}`;
}

async function playTurn(
  turn: Turn,
  installation: RoundOptions['installation'],
  { seed, warn }: RoundsOptions,
  without: Rule | null,
): Promise<RoundOutcome> {
  const plan = planAny(turn.played, seed, turn.round, turn.focus);
  return await playRound(turn.played, plan, {
    installation,
    without,
    times: roundTimes,
    ...(warn && { warn }),
  });
}

function take(
  { played, round, focus }: Turn,
  outcome: RoundOutcome,
  { seed, coverage, say }: RoundsOptions,
  result: RoundsResult,
): void {
  const { id } = played.platform;
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
  for (const line of wrong.slice(0, toldMax)) {
    say(`WRONG ${line}`);
  }
  if (wrong.length > toldMax) {
    say(`  and ${wrong.length - toldMax} more of this round`);
  }
  if (wrong.length > 0) {
    say(`  ${told(outcome.plan)}`);
  }
}

/** What was planned for a round, in a line. */
function told(plan: RoundOutcome['plan']): string {
  const { scene, way, count, skewMs, faults, early, blows, undo, restore, bulk } = plan;
  const more = [undo, restore, bulk].flatMap((what) => (what ? [JSON.stringify(what)] : []));
  const fault = ({ kind, value, matching, skip = 0, count: times = 1 }: Fault) =>
    `${kind}${value === undefined ? '' : `=${value}`}*${times}${matching ? ` on ${matching}` : ''} after ${skip}`;
  return [
    `${way === null || way === scene ? scene : `${scene}, ${way}`}, ${count} products, store ${skewMs} ms off`,
    ...more,
    ...(early.length > 0 ? [`at first ${early.map(fault).join(', ')}`] : []),
    `store ${faults.map(fault).join(', ')}`,
    `workers ${blows.map(({ point, nth, act, ms }) => `${act} at ${point}:${nth}${act === 'freezes' ? ` for ${ms} ms` : ''}`).join(', ')}`,
  ].join('; ');
}
