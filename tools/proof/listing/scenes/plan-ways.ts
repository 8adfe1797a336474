import { randomFrom } from '@bowerbird/platforms/practice/random';
import type { Fault } from '@bowerbird/platforms/simulation-faults';
import { type FaultPoint, faultPoints } from '../../../../apps/server/src/listing/fault-points.ts';
import {
  drawnBy,
  everywhere,
  isOfToken,
  kindsOf,
  letters,
  type Met,
  planRound,
  pointsOf,
  type RoundPlan,
  type Scene,
  storeFaultsOf,
  type Way,
  withinLateness,
} from '../plan.ts';
import { lasting, type PlayedPlatform } from '../played-view.ts';
import { planStory } from './plan-stories.ts';
import { waysOf, wayTo } from './ways.ts';

/** Any round, drawn from its seed, platform and number alone; `focus` leads to this point, fault or way. */
export function planAny(played: PlayedPlatform, seed: number, round: number, focus: Met | null): RoundPlan {
  const way = focus === null ? null : wayOf(focus, played);
  return way === null
    ? planRound(played, seed, round, focus)
    : withinLateness(planWay(played, seed, round, way, focus));
}

/** Every kind of fault that is to be met on this platform, in whatever way. */
export function knownKinds(played: PlayedPlatform): ReturnType<typeof kindsOf> {
  return [...new Set([...(played.bulkFaults ?? []).map(({ kind }) => kind), ...kindsOf(played)])];
}

function wayOf(focus: Met, played: PlayedPlatform): Way | null {
  const point = faultPoints.find((each) => each === focus);
  if (point) {
    return wayTo(point, played);
  }
  const isOfBulk = !kindsOf(played).some((kind) => kind === focus);
  const known = (played.bulkFaults ?? []).some(({ kind }) => kind === focus);
  return isOfBulk && known ? 'bulk' : (waysOf(played).find((way) => way === focus) ?? null);
}

function planWay(
  played: PlayedPlatform,
  seed: number,
  round: number,
  way: Way,
  focus: Met | null,
): RoundPlan {
  const random = randomFrom(seed * 6007 + round * 15_013 + letters(`${played.platform.id} ${way}`));
  const draws = drawnBy(random, played.creates);
  const usual = planRound(played, seed, round + 5000 + letters(way), null);
  const first = faultPoints.find((point) => point === focus) ?? null;
  switch (way) {
    case 'undo':
      return planUndo(played, { ...usual, round, way }, draws, first);
    case 'restore':
      return planRestore(played, { ...usual, round, way }, draws, first);
    case 'bulk':
      return planBulk(played, { ...usual, round, way }, draws, first, focus);
    case 'careful':
    case 'probed':
      return planManner(played, { ...usual, round, way }, draws, first);
    default:
      return planStory(played, { ...usual, round, way }, draws, way);
  }
}

type Draws = ReturnType<typeof drawnBy>;

function blows(draws: Draws, first: FaultPoint, passed: number, others: readonly FaultPoint[], act: number) {
  const more = Array.from({ length: 1 + draws.below(2) }, () =>
    draws.blowAt(draws.pick(others, first), draws.below(3), draws.below(3)),
  );
  return [draws.blowAt(first, act, passed), ...more];
}

/** Faults of any write and read, whatever it is that is written. */
function anyFaults(draws: Draws, from: readonly Fault[]): Fault[] {
  return Array.from({ length: 1 + draws.below(3) }, () => {
    const { matching: _, ...fault } = draws.drawn(draws.pick(from, { kind: 'lost-after' }));
    return fault;
  });
}

const whileUndone: readonly FaultPoint[] = [
  'undo.item-k',
  'turn.taken',
  'row.read',
  'look.before',
  'look.after',
  'intent.before-commit',
  'intent.after-commit',
  'gate.before',
  'gate.after',
  'answer.parsed',
  'receipt.before-commit',
  'receipt.after-commit',
];

function planUndo(
  played: PlayedPlatform,
  usual: RoundPlan,
  draws: Draws,
  first: FaultPoint | null,
): RoundPlan {
  const { below, pick, drawn } = draws;
  // Copies that land late of what a run made, before it is taken back.
  const before: readonly Fault[] = [
    { kind: 'lost-after', matching: played.creates },
    { kind: 'late', matching: played.creates },
    { kind: 'twice', matching: played.creates },
  ];
  const states = storeFaultsOf(played).filter(({ kind }) => lasting.has(kind) && kind !== 'token-refused');
  const point = first ?? whileUndone[usual.round % whileUndone.length] ?? 'undo.item-k';
  return {
    ...usual,
    scene: 'undo',
    count: 9 + below(6),
    early: below(2) === 0 ? [drawn(pick(before, { kind: 'lost-after' }))] : [],
    faults: anyFaults(draws, [...everywhere, ...states]),
    blows: blows(draws, point, point === 'undo.item-k' ? below(8) : below(2), whileUndone, usual.round % 3),
    undo: { settled: below(3) > 0, again: below(2) === 0 },
  };
}

const whileRestored: readonly FaultPoint[] = [
  'restore.step',
  'turn.taken',
  'row.read',
  'look.before',
  'look.after',
  'decide.before',
  'intent.after-commit',
  'gate.after',
  'answer.parsed',
  'receipt.before-commit',
  'receipt.after-commit',
  'aftercheck.look',
  'aftercheck.decide',
];

function planRestore(
  played: PlayedPlatform,
  usual: RoundPlan,
  draws: Draws,
  first: FaultPoint | null,
): RoundPlan {
  const { below, pick, drawn } = draws;
  const point = first ?? whileRestored[usual.round % whileRestored.length] ?? 'restore.step';
  const flying: readonly Fault[] = [
    { kind: 'late', matching: played.creates },
    { kind: 'late', matching: played.creates },
    { kind: 'lost-after', matching: played.creates },
    { kind: 'twice', matching: played.creates },
  ];
  const others = storeFaultsOf(played).filter(({ kind }) => !kind.startsWith('merchant'));
  const at: readonly FaultPoint[] = ['receipt.after-commit', 'gate.after', 'intent.after-commit'];
  return {
    ...usual,
    scene: 'restore',
    early: [drawn(pick(flying, { kind: 'late' })), drawn(pick(flying, { kind: 'late' }))],
    faults: [drawn(pick(others, { kind: 'lost-after' }))],
    blows: blows(draws, point, below(point === 'restore.step' ? 4 : 2), whileRestored, usual.round % 3),
    bulk: played.bulkFaults && below(3) === 0 ? { beginsAfterMs: 30_000, linesPerSecond: 1 } : null,
    restore: {
      listed: below(Math.ceil(usual.count / 2)),
      backup: below(2) === 0 ? { point: 'receipt.after-commit', nth: 1 + below(2) } : null,
      loss: { point: pick(at, 'receipt.after-commit'), nth: 2 + below(6) },
    },
  };
}

const bulkPoints: readonly FaultPoint[] = ['bulk.upload', 'bulk.start', 'bulk.poll', 'bulk.result-line-k'];

function planBulk(
  played: PlayedPlatform,
  usual: RoundPlan,
  draws: Draws,
  first: FaultPoint | null,
  focus: Met | null,
): RoundPlan {
  const { below, pick, blowAt } = draws;
  const { bulkFaults = [] } = played;
  const others = [...bulkPoints, 'intent.after-commit', 'gate.before', 'receipt.after-commit'] as const;
  const point = first ?? bulkPoints[usual.round % bulkPoints.length] ?? 'bulk.start';
  const aim = bulkFaults.find(({ kind }) => kind === focus) ?? bulkFaults[usual.round % bulkFaults.length];
  const struck = (fault: Fault): Fault => ({
    ...fault,
    ...(fault.kind.startsWith('bulk-') && { value: below(6) }),
    ...(fault.kind === 'late' && { value: 2000 + below(20_000) }),
    skip: below(2),
    count: 1,
  });
  const scene: Scene = pick<Scene>(['first', 'edition', 'edition', 'two-runs'], 'first');
  return {
    ...usual,
    scene,
    count: 8 + below(8),
    early: [],
    faults: [...(aim ? [{ ...struck(aim), skip: 0 }] : []), struck(pick(bulkFaults, { kind: 'lost-after' }))],
    blows: [
      blowAt(point, usual.round % 3, point === 'bulk.result-line-k' ? below(6) : below(2)),
      blowAt(pick(others, 'bulk.poll'), below(3), below(3)),
    ],
    bulk: { beginsAfterMs: pick([20, 2000, 25_000, 90_000], 20), linesPerSecond: pick([1000, 4, 0.5], 4) },
  };
}

/** The usual plan; a store that was proven keeps to what was proven of it, and makes a product whole or not at all (A4). */
function planManner(
  played: PlayedPlatform,
  usual: RoundPlan,
  draws: Draws,
  first: FaultPoint | null,
): RoundPlan {
  // Made under its key, a product asks for an address that no stranger would have.
  const never = usual.way === 'probed' ? ['suffix-handle', 'double-handle', 'half-made'] : ['stranger'];
  const kept = (faults: readonly Fault[]) => faults.filter(({ kind }) => !never.includes(kind));
  const { points } = pointsOf(played);
  const point = first ?? draws.pick(points, 'row.read');
  // What is shown once is not shown by its second edition.
  const isShowing = point.startsWith('publish');
  // Probed, a store that makes two of one token is as any other: half of them keep it, in one way or another.
  const rules = storeFaultsOf(played).filter(isOfToken);
  const rule = usual.round % 2 === 0 ? rules[(usual.round / 2) % rules.length] : undefined;
  const tokenRule = usual.way === 'probed' && rule ? [rule] : [];
  return {
    ...usual,
    ...(isShowing && { scene: 'first' }),
    faults: kept([...(isShowing ? usual.early : []), ...usual.faults, ...tokenRule]),
    early: isShowing ? [] : kept(usual.early),
    blows: [
      draws.blowAt(point, draws.below(3), first === null ? draws.below(3) : 0),
      ...usual.blows.slice(1),
    ],
  };
}
