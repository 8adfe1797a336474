import type { Fault } from '@bowerbird/simulators/simulation-faults';
import type { FaultPoint } from '../../../../apps/server/src/listing/store-job/fault-points.ts';
import type { SimulatedPlatform } from '../judge/simulated-view.ts';
import { type drawnBy, latenessMs, type RoundPlan, type Story, storeFaultsOf } from '../plan.ts';

/** Faults in which no other person is involved, and after which a product is still listed in the end. */
const kinds: ReadonlySet<Fault['kind']> = new Set<Fault['kind']>([
  'lost-before',
  'lost-after',
  'late',
  'twice',
  'status-though-applied',
  'status',
  'cut-body',
  'partial',
  'cut-after-item',
  'stale-reads',
]);

const points: readonly FaultPoint[] = [
  'turn.taken',
  'row.read',
  'look.before',
  'look.after',
  'decide.before',
  'intent.before-commit',
  'intent.after-commit',
  'gate.before',
  'gate.after',
  'answer.parsed',
  'receipt.before-commit',
  'receipt.after-commit',
  'aftercheck.look',
  'aftercheck.decide',
];

/** Moments at which something else happens to a run in progress. */
const moments: readonly FaultPoint[] = [
  'row.read',
  'look.after',
  'intent.after-commit',
  'gate.after',
  'answer.parsed',
  'receipt.after-commit',
];

/** More products than one page of any store list holds. */
const severalPages = 255;

/** Returns after how long a create is applied: surely after the look that follows it, and within L. */
const lateMs = (below: (limit: number) => number): number => latenessMs - 2000 - below(latenessMs / 3);

/**
 * Plans a story, with store faults and injected worker faults at its subject; all is drawn from what the usual plan was
 * drawn from.
 */
export function planStory(
  simulated: SimulatedPlatform,
  usual: RoundPlan,
  draws: ReturnType<typeof drawnBy>,
  story: Story,
): RoundPlan {
  const { below, pick, drawn, plannedFaultAt } = draws;
  if (story === 'as-stored' || story === 'merchant-publishes') {
    return planVisibility(simulated, usual, draws, story);
  }
  const known = storeFaultsOf(simulated).filter(({ kind }) => kinds.has(kind));
  const point = points[usual.round % points.length] ?? 'row.read';
  const others = Array.from({ length: 1 + below(2) }, () =>
    plannedFaultAt(pick(points, 'gate.after'), below(3), below(4)),
  );
  const isTiny = story === 'pages' || story === 'thousand';
  if (story === 'outage' || story === 'late-alone') {
    const fault: Fault =
      story === 'outage'
        ? { kind: 'status', value: pick([429, 503], 503), matching: simulated.creates, count: null }
        : { kind: 'late', value: lateMs(below), matching: simulated.creates, count: 3 + below(3) };
    return {
      ...usual,
      scenario: story,
      count: 6 + below(5),
      isTiny,
      early: [],
      faults: [fault],
      plannedFaults: [],
    };
  }
  return {
    ...usual,
    scenario: story,
    count: story === 'thousand' ? 1000 : story === 'pages' ? severalPages + below(10) : 6 + below(5),
    isTiny,
    early: [],
    faults: Array.from({ length: 1 + below(3) }, () => {
      const { matching: _, ...fault } = drawn(pick(known, { kind: 'lost-after' }));
      return fault;
    }),
    plannedFaults: [plannedFaultAt(point, usual.round % 3, below(3)), ...others],
    moment: { point: pick(moments, 'gate.after'), nth: 1 + below(5) },
    bulk: story === 'thousand' ? { beginsAfterMs: 2000, linesPerSecond: 200 } : null,
  };
}

/** Faults of the one write by which a product is shown or hidden, so that each round has another. */
const ofVisibility: readonly Fault[] = [
  { kind: 'lost-after' },
  { kind: 'late' },
  { kind: 'status-though-applied', value: 502 },
  { kind: 'lost-before' },
  { kind: 'twice' },
  { kind: 'status', value: 503 },
  { kind: 'cut-body' },
  { kind: 'limit-though-applied' },
];

const aroundVisibility: readonly FaultPoint[] = [
  'publish.after',
  'intent.after-commit',
  'gate.after',
  'answer.parsed',
  'publish.before',
  'receipt.before-commit',
  'receipt.after-commit',
  'decide.before',
  'aftercheck.decide',
  'look.after',
];

/** Moments at which a run that shows products is stopped: once for all of them, since they may go in one request. */
const stops: readonly FaultPoint[] = ['intent.after-commit', 'gate.after', 'publish.before', 'answer.parsed'];

/**
 * Plans a story about who sees a product: its few writes are met early, by one fault of the store in turn and by
 * workers that die around them; products are listed before, in half of the rounds with faults of their creation.
 */
function planVisibility(
  simulated: SimulatedPlatform,
  usual: RoundPlan,
  { below, pick, drawn, plannedFaultAt }: ReturnType<typeof drawnBy>,
  story: Story,
): RoundPlan {
  const { round } = usual;
  const injected = (fault: Fault): Fault => {
    const { matching: _, ...met } = drawn(fault);
    return { ...met, skip: below(2) };
  };
  const lost: Fault = { kind: 'lost-after' };
  const point = aroundVisibility[round % aroundVisibility.length] ?? 'gate.after';
  return {
    ...usual,
    scenario: story,
    count: 6 + below(5),
    early: round % 2 === 0 ? [] : [{ ...drawn(pick(ofVisibility, lost)), matching: simulated.creates }],
    faults: [injected(ofVisibility[round % ofVisibility.length] ?? lost), injected(pick(ofVisibility, lost))],
    plannedFaults: [
      plannedFaultAt(point, below(3), 0),
      plannedFaultAt(pick(aroundVisibility, 'gate.after'), below(3), below(2)),
    ],
    moment: { point: pick(stops, 'gate.after'), nth: 1 },
  };
}
