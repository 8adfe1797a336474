import { randomFrom } from '@bowerbird/simulators/practice/random';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { type FaultPoint, faultPoints } from '../../../../apps/server/src/listing/store-job/fault-points.ts';
import { lasting, type SimulatedPlatform } from '../judge/simulated-view.ts';
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
  type Scenario,
  storeFaultsOf,
  type Way,
  withinLateness,
} from '../plan.ts';
import { planStory } from './plan-stories.ts';
import { waysOf, wayTo } from './ways.ts';

/** Plans any round from its seed, platform and number alone; `focus` leads to this point, fault or way. */
export function planAny(
  simulated: SimulatedPlatform,
  seed: number,
  round: number,
  focus: Met | null,
): RoundPlan {
  const way = focus === null ? null : wayOf(focus, simulated);
  return way === null
    ? planRound(simulated, seed, round, focus)
    : withinLateness(planWay(simulated, seed, round, way, focus));
}

/** Returns every kind of fault that must be met on this platform, in any way. */
export function knownKinds(simulated: SimulatedPlatform): ReturnType<typeof kindsOf> {
  return [...new Set([...(simulated.bulkFaults ?? []).map(({ kind }) => kind), ...kindsOf(simulated)])];
}

function wayOf(focus: Met, simulated: SimulatedPlatform): Way | null {
  const point = faultPoints.find((each) => each === focus);
  if (point) {
    return wayTo(point, simulated);
  }
  const isOfBulk = !kindsOf(simulated).some((kind) => kind === focus);
  const known = (simulated.bulkFaults ?? []).some(({ kind }) => kind === focus);
  return isOfBulk && known ? 'bulk' : (waysOf(simulated).find((way) => way === focus) ?? null);
}

function planWay(
  simulated: SimulatedPlatform,
  seed: number,
  round: number,
  way: Way,
  focus: Met | null,
): RoundPlan {
  const random = randomFrom(seed * 6007 + round * 15_013 + letters(`${simulated.platform.id} ${way}`));
  const draws = drawnBy(random, simulated.creates);
  const usual = planRound(simulated, seed, round + 5000 + letters(way), null);
  const first = faultPoints.find((point) => point === focus) ?? null;
  switch (way) {
    case 'undo':
      return planUndo(simulated, { ...usual, round, way }, draws, first);
    case 'restore':
      return planRestore(simulated, { ...usual, round, way }, draws, first);
    case 'bulk':
      return planBulk(simulated, { ...usual, round, way }, draws, first, focus);
    case 'careful':
    case 'probed':
      return planMode(simulated, { ...usual, round, way }, draws, first);
    default:
      return planStory(simulated, { ...usual, round, way }, draws, way);
  }
}

type Draws = ReturnType<typeof drawnBy>;

function plannedFaults(
  draws: Draws,
  first: FaultPoint,
  passed: number,
  others: readonly FaultPoint[],
  act: number,
) {
  const more = Array.from({ length: 1 + draws.below(2) }, () =>
    draws.plannedFaultAt(draws.pick(others, first), draws.below(3), draws.below(3)),
  );
  return [draws.plannedFaultAt(first, act, passed), ...more];
}

/** Draws faults of any write and read, whatever is written. */
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
  simulated: SimulatedPlatform,
  usual: RoundPlan,
  draws: Draws,
  first: FaultPoint | null,
): RoundPlan {
  const { below, pick, drawn } = draws;
  // Late copies of what a run created, before it is undone.
  const before: readonly Fault[] = [
    { kind: 'lost-after', matching: simulated.creates },
    { kind: 'late', matching: simulated.creates },
    { kind: 'twice', matching: simulated.creates },
  ];
  const states = storeFaultsOf(simulated).filter(({ kind }) => lasting.has(kind) && kind !== 'token-refused');
  const point = first ?? whileUndone[usual.round % whileUndone.length] ?? 'undo.item-k';
  return {
    ...usual,
    scenario: 'undo',
    count: 9 + below(6),
    early: below(2) === 0 ? [drawn(pick(before, { kind: 'lost-after' }))] : [],
    faults: anyFaults(draws, [...everywhere, ...states]),
    plannedFaults: plannedFaults(
      draws,
      point,
      point === 'undo.item-k' ? below(8) : below(2),
      whileUndone,
      usual.round % 3,
    ),
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
  simulated: SimulatedPlatform,
  usual: RoundPlan,
  draws: Draws,
  first: FaultPoint | null,
): RoundPlan {
  const { below, pick, drawn } = draws;
  const point = first ?? whileRestored[usual.round % whileRestored.length] ?? 'restore.step';
  const flying: readonly Fault[] = [
    { kind: 'late', matching: simulated.creates },
    { kind: 'late', matching: simulated.creates },
    { kind: 'lost-after', matching: simulated.creates },
    { kind: 'twice', matching: simulated.creates },
  ];
  const others = storeFaultsOf(simulated).filter(({ kind }) => !kind.startsWith('merchant'));
  const at: readonly FaultPoint[] = ['receipt.after-commit', 'gate.after', 'intent.after-commit'];
  return {
    ...usual,
    scenario: 'restore',
    early: [drawn(pick(flying, { kind: 'late' })), drawn(pick(flying, { kind: 'late' }))],
    faults: [drawn(pick(others, { kind: 'lost-after' }))],
    plannedFaults: plannedFaults(
      draws,
      point,
      below(point === 'restore.step' ? 4 : 2),
      whileRestored,
      usual.round % 3,
    ),
    bulk: simulated.bulkFaults && below(3) === 0 ? { beginsAfterMs: 30_000, linesPerSecond: 1 } : null,
    restore: {
      listed: below(Math.ceil(usual.count / 2)),
      backup: below(2) === 0 ? { point: 'receipt.after-commit', nth: 1 + below(2) } : null,
      loss: { point: pick(at, 'receipt.after-commit'), nth: 2 + below(6) },
    },
  };
}

const bulkPoints: readonly FaultPoint[] = ['bulk.upload', 'bulk.start', 'bulk.poll', 'bulk.result-line-k'];

function planBulk(
  simulated: SimulatedPlatform,
  usual: RoundPlan,
  draws: Draws,
  first: FaultPoint | null,
  focus: Met | null,
): RoundPlan {
  const { below, pick, plannedFaultAt } = draws;
  const { bulkFaults = [] } = simulated;
  const others = [...bulkPoints, 'intent.after-commit', 'gate.before', 'receipt.after-commit'] as const;
  const point = first ?? bulkPoints[usual.round % bulkPoints.length] ?? 'bulk.start';
  const aim = bulkFaults.find(({ kind }) => kind === focus) ?? bulkFaults[usual.round % bulkFaults.length];
  const injected = (fault: Fault): Fault => ({
    ...fault,
    ...(fault.kind.startsWith('bulk-') && { value: below(6) }),
    ...(fault.kind === 'late' && { value: 2000 + below(20_000) }),
    skip: below(2),
    count: 1,
  });
  const scenario: Scenario = pick<Scenario>(['first', 'edition', 'edition', 'two-runs'], 'first');
  return {
    ...usual,
    scenario,
    count: 8 + below(8),
    early: [],
    faults: [
      ...(aim ? [{ ...injected(aim), skip: 0 }] : []),
      injected(pick(bulkFaults, { kind: 'lost-after' })),
    ],
    plannedFaults: [
      plannedFaultAt(point, usual.round % 3, point === 'bulk.result-line-k' ? below(6) : below(2)),
      plannedFaultAt(pick(others, 'bulk.poll'), below(3), below(3)),
    ],
    bulk: { beginsAfterMs: pick([20, 2000, 25_000, 90_000], 20), linesPerSecond: pick([1000, 4, 0.5], 4) },
  };
}

/**
 * Returns the usual plan; a store that was proven behaves as proven, and creates a product completely or not at all
 * (A4).
 */
function planMode(
  simulated: SimulatedPlatform,
  usual: RoundPlan,
  draws: Draws,
  first: FaultPoint | null,
): RoundPlan {
  // Created under its key, a product requests an address that no unmanaged product would have.
  const never = usual.way === 'probed' ? ['suffix-handle', 'double-handle', 'partial'] : ['unmanaged'];
  const kept = (faults: readonly Fault[]) => faults.filter(({ kind }) => !never.includes(kind));
  const { points } = pointsOf(simulated);
  const point = first ?? draws.pick(points, 'row.read');
  // A product that was published once is not published by its second edition.
  const isShowing = point.startsWith('publish');
  // When probed, a store that creates two products for one token is like any other: half of them keep the token, in one
  // way or another.
  const rules = storeFaultsOf(simulated).filter(isOfToken);
  const rule = usual.round % 2 === 0 ? rules[(usual.round / 2) % rules.length] : undefined;
  const tokenRule = usual.way === 'probed' && rule ? [rule] : [];
  return {
    ...usual,
    ...(isShowing && { scenario: 'first' }),
    faults: kept([...(isShowing ? usual.early : []), ...usual.faults, ...tokenRule]),
    early: isShowing ? [] : kept(usual.early),
    plannedFaults: [
      draws.plannedFaultAt(point, draws.below(3), first === null ? draws.below(3) : 0),
      ...usual.plannedFaults.slice(1),
    ],
  };
}
