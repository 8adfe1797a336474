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
