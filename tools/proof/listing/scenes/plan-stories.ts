import type { Fault } from '@bowerbird/platforms/simulation-faults';
import type { FaultPoint } from '../../../../apps/server/src/listing/fault-points.ts';
import { type drawnBy, type RoundPlan, type Story, storeFaultsOf } from '../plan.ts';
import type { PlayedPlatform } from '../played-view.ts';

/** Faults in which nobody else has a hand, and after which a product is listed in the end all the same. */
const kinds: ReadonlySet<Fault['kind']> = new Set<Fault['kind']>([
  'lost-before',
  'lost-after',
  'late',
  'twice',
  'status-though-applied',
  'status',
  'cut-body',
  'half-made',
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

/** Moments at which something else happens to a run that is under way. */
const moments: readonly FaultPoint[] = [
  'row.read',
  'look.after',
  'intent.after-commit',
  'gate.after',
  'answer.parsed',
  'receipt.after-commit',
];

/** More products than one page of any list of a store holds. */
const severalPages = 255;

/** A story, with faults and blows at what it is about; all is drawn from what the usual plan was drawn from. */
export function planStory(
  played: PlayedPlatform,
  usual: RoundPlan,
  draws: ReturnType<typeof drawnBy>,
  story: Story,
): RoundPlan {
  const { below, pick, drawn, blowAt } = draws;
  const known = storeFaultsOf(played).filter(({ kind }) => kinds.has(kind));
  const point = points[usual.round % points.length] ?? 'row.read';
  const others = Array.from({ length: 1 + below(2) }, () =>
    blowAt(pick(points, 'gate.after'), below(3), below(4)),
  );
  const isTiny = story === 'pages' || story === 'thousand';
  return {
    ...usual,
    scene: story,
    count: story === 'thousand' ? 1000 : story === 'pages' ? severalPages + below(10) : 6 + below(5),
    isTiny,
    early: [],
    faults: Array.from({ length: 1 + below(3) }, () => {
      const { matching: _, ...fault } = drawn(pick(known, { kind: 'lost-after' }));
      return fault;
    }),
    blows: [blowAt(point, usual.round % 3, below(3)), ...others],
    moment: { point: pick(moments, 'gate.after'), nth: 1 + below(5) },
    bulk: story === 'thousand' ? { beginsAfterMs: 2000, linesPerSecond: 200 } : null,
  };
}
