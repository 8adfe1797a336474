import { libraryOf } from '@bowerbird/platforms/listing/writer';
import { randomFrom } from '@bowerbird/simulators/practice/random';
import type { Fault, FaultKind } from '@bowerbird/simulators/simulation-faults';
import { type FaultPoint, faultPoints } from '../../../apps/server/src/listing/store-job/fault-points.ts';
import { type BulkPace, lasting, type SimulatedPlatform } from './judge/simulated-view.ts';
import { deadlineMs, type PlannedFault } from './workers/worker.ts';

/**
 * Further stories of a listing: products are delisted and relisted, other products hold their codes, the run is
 * stopped, starts by schedule or meets changes, the store or the server is replaced, there are more products than a page
 * contains, the store takes nothing for minutes, a single worker waits for what is applied late, the store keeps
 * products otherwise and a person publishes them so, or the merchant publishes by hand what we hid.
 */
export const stories = [
  'delist',
  'relist',
  'remove',
  'again',
  'conflicts',
  'pause',
  'cancel',
  'schedule',
  'follow',
  'reconnect',
  'installations',
  'copied',
  'pages',
  'thousand',
  'outage',
  'late-alone',
  'as-stored',
  'merchant-publishes',
] as const;
export type Story = (typeof stories)[number];

/**
 * Ways other than a run that lists one by one: a run is undone, our database is restored, writes use bulk operations,
 * draft-first as the merchant chose it, or a store whose key was proven.
 */
export const ways = ['undo', 'restore', 'bulk', 'careful', 'probed', ...stories] as const;
export type Way = (typeof ways)[number];

/** What a round can meet: a fault at a fault point, a fault of the store, or a way. */
export type Met = FaultPoint | FaultKind | 'clock-skew' | Way;

/**
 * When the store's faults and the injected worker faults are met: by a first listing, by a second edition, by two runs
 * at once, while a run is undone, or when our database was restored.
 */
export type Scenario = 'first' | 'edition' | 'two-runs' | 'undo' | 'restore' | Story;

/** A moment of a round: the nth time that any worker reaches this point. */
export interface Moment {
  point: FaultPoint;
  nth: number;
}

export interface RoundPlan {
  seed: number;
  platform: string;
  round: number;
  scenario: Scenario;
  count: number;
  /** One variant and one image each, the same for all: for a round of many products. */
  isTiny: boolean;
  /** In a story: when something else happens to the run. */
  moment: Moment | null;
  /** Offset of the store's own clock. */
  skewMs: number;
  faults: Fault[];
  /** Faults of the first edition's run, whose requests may arrive during the second. */
  early: Fault[];
  plannedFaults: PlannedFault[];
  way: Way | null;
  /** How the store processes bulk operations; null for a round without them. */
  bulk: BulkPace | null;
  /** For an undone run: whether its after-checks are made before, and whether everything is listed again afterwards. */
  undo: { settled: boolean; again: boolean } | null;
  /**
   * For a restored database: how many products were listed long before, at what moment of the next run the backup is
   * made (null: before it), and at what moment everything is lost.
   */
  restore: { listed: number; backup: Moment | null; loss: Moment } | null;
}

/**
 * L of every round within this process: from the send gate to the last application of any copy of a request, in
 * milliseconds.
 */
export const latenessMs = 30_000;
/** The part of L that is reserved for the way from the gate to the store. */
const wayMs = 1000;
const lateMaxMs = latenessMs - wayMs;
/** The longest of several freezes that one request may meet after its gate. */
const freezeBehindGateMs = 6000;
/** Minimum length of a freeze, whatever was drawn: the round's clock wakes no sleeper earlier. */
const freezeLeastMs = 2000;
const behindGate: ReadonlySet<FaultPoint> = new Set(['gate.after', 'send.first-byte', 'send.body-half']);
/**
 * Faults by which a write is applied after it arrived, or answered after it was applied; their value is milliseconds.
 */
const slowKinds: ReadonlySet<FaultKind> = new Set(['late', 'slow-write', 'slow-answer', 'twice']);

export const everywhere: readonly Fault[] = [
  { kind: 'lost-before' },
  { kind: 'lost-after' },
  { kind: 'late' },
  { kind: 'slow-write' },
  { kind: 'slow-answer' },
  { kind: 'twice' },
  { kind: 'status-though-applied', value: 429 },
  { kind: 'status-though-applied', value: 500 },
  { kind: 'status-though-applied', value: 502 },
  { kind: 'status-though-applied', value: 503 },
  { kind: 'limit-though-applied' },
  { kind: 'status', value: 503 },
  { kind: 'cut-body' },
  { kind: 'merchant-edit' },
  { kind: 'merchant-delete' },
  { kind: 'merchant-duplicate' },
];

/** Returns the faults that can be injected into this platform's store. */
export function storeFaultsOf({ faults }: SimulatedPlatform): readonly Fault[] {
  return [...everywhere, ...faults];
}

/** Returns every kind that must be met on this platform; clock skew applies to every store. */
export function kindsOf(simulated: SimulatedPlatform): (FaultKind | 'clock-skew')[] {
  return [...new Set(storeFaultsOf(simulated).map(({ kind }) => kind)), 'clock-skew'];
}

/** Returns points that a run on this platform can reach, and the reasons why not the others. */
export function pointsOf({ platform: { lister } }: SimulatedPlatform): {
  points: FaultPoint[];
  never: Map<FaultPoint, string>;
} {
  const never = new Map<FaultPoint, string>();
  const without = (points: FaultPoint[], why: string) => {
    for (const point of points) {
      never.set(point, why);
    }
  };
  if (lister?.features.storeSideKey || lister?.features.publication === 'draft-first') {
    without(['settle.tick', 'settle.end'], 'no attempt in doubt need wait here');
  }
  if (lister?.features.storeSideKey) {
    without(['remove.after-commit'], 'the store makes no double');
  }
  if (!lister?.writer.publish) {
    without(['publish.before', 'publish.after'], 'a write shows the product by itself');
  }
  if (!lister?.writer.finishing) {
    without(['finish.step'], 'a write carries everything');
  }
  const other = (start: string, why: string) =>
    without(
      faultPoints.filter((point) => point.startsWith(start)),
      why,
    );
  other('undo.', 'a run that lists undoes nothing');
  other('bulk.', 'these runs are too small to go in bulk');
  other('restore.', 'no database is restored here');
  if (!lister || !libraryOf(lister.writer)) {
    without(['image.sent'], 'pictures go by their addresses');
  }
  return { points: faultPoints.filter((point) => !never.has(point)), never };
}

/** Returns what a round needs so that a worker can reach this point. */
function leadingTo(
  point: FaultPoint,
  { creates }: SimulatedPlatform,
): { faults: Fault[]; plannedFaults: PlannedFault[]; scenario?: Scenario } {
  const some = { matching: creates, count: 2 };
  switch (point) {
    case 'decide.before':
    case 'unknown.before-commit':
      return { faults: [{ kind: 'lost-after', ...some }], plannedFaults: [] };
    case 'settle.tick':
    case 'settle.end':
      return { faults: [{ kind: 'lost-before', ...some }], plannedFaults: [] };
    case 'evidence.before-commit':
      return { faults: [], plannedFaults: [{ point: 'answer.parsed', nth: 1, act: 'freezes', ms: 20_000 }] };
    case 'remove.after-commit':
      return { faults: [{ kind: 'twice', value: 3000, ...some }], plannedFaults: [] };
    case 'full-scan.page':
      return {
        faults: [{ kind: 'merchant-duplicate', ...some, count: 1 }],
        plannedFaults: [],
        scenario: 'edition',
      };
    case 'update.read':
      return { faults: [], plannedFaults: [], scenario: 'edition' };
    case 'publish.before':
    case 'publish.after':
      return { faults: [], plannedFaults: [], scenario: 'first' };
    default:
      return { faults: [], plannedFaults: [] };
  }
}

/** Points that a run reaches about once for each product, rather than once. */
const frequent = /^(row|intent|gate|send|answer|receipt|look|update|publish)/;

/** Plans one round from its seed, platform and number alone; `focus` makes it lead to this point or fault. */
export function planRound(
  simulated: SimulatedPlatform,
  seed: number,
  round: number,
  focus: Met | null = null,
): RoundPlan {
  const { creates, platform } = simulated;
  const random = randomFrom(seed * 7919 + round * 104_729 + letters(platform.id));
  const { below, pick, plannedFaultAt, drawn } = drawnBy(random, creates);
  const { points } = pointsOf(simulated);
  const known = storeFaultsOf(simulated);

  const point = points.find((one) => one === focus) ?? points[round % points.length] ?? 'row.read';
  // A token that is kept leaves no duplicate to remove.
  const fitting = point === 'remove.after-commit' ? known.filter((each) => !isOfToken(each)) : known;
  const aim = known.find(({ kind }) => kind === focus) ?? fitting[(round * 5 + seed) % fitting.length];
  const led = leadingTo(point, simulated);
  const first = plannedFaultAt(point, round % 3, frequent.test(point) ? below(3) : 0);
  const plannedFaults = [first, ...led.plannedFaults];
  for (let more = 1 + below(3); more > 0; more -= 1) {
    const other = pick(points, 'row.read');
    plannedFaults.push(plannedFaultAt(other, below(3), frequent.test(other) ? below(6) : below(2)));
  }
  if (random() < 0.15) {
    const ms = (random() < 0.5 ? -1 : 1) * 3_600_000;
    plannedFaults.push({ point: pick(points, 'row.read'), nth: 1, act: 'clock-jumps', ms });
  }

  const others = known.filter(({ kind }) => !kind.startsWith('merchant') && !lasting.has(kind));
  const faults = aim ? [...led.faults, drawn(aim)] : [...led.faults];
  for (let more = 1 + below(2); more > 0; more -= 1) {
    faults.push(drawn(pick(others, { kind: 'lost-after' })));
  }
  const scenario =
    led.scenario ?? pick<Scenario>(['first', 'first', 'edition', 'edition', 'two-runs'], 'first');
  const isEarly = ({ kind }: Fault) => scenario === 'edition' && (kind === 'late' || random() < 0.3);
  const early = faults.filter(isEarly);
  // A partial product with nothing but the address, which its store drops, cannot be identified as ours.
  const isNobodys = ({ kind, value }: Fault) =>
    kind === 'partial' && value === 'slug' && faults.some((other) => other.kind === 'drops-slug');
  return withinLateness({
    seed,
    platform: platform.id,
    round,
    scenario,
    count: 6 + below(7),
    isTiny: false,
    moment: null,
    skewMs: focus === 'clock-skew' || random() < 0.4 ? Math.round((random() - 0.5) * 100_000) : 0,
    faults: faults.filter((fault) => !early.includes(fault) && !isNobodys(fault)),
    early: early.filter((fault) => !isNobodys(fault)),
    plannedFaults,
    way: null,
    bulk: null,
    undo: null,
    restore: null,
  });
}

/**
 * Reports whether a fault concerns how a store treats a request's token: that is permanent, and a probe can detect it.
 */
export function isOfToken({ kind }: Pick<Fault, 'kind'>): boolean {
  return kind.startsWith('token-');
}

/**
 * Returns the plan with no request later than L, whatever freezes after its gate: this is assumed of every store (A2).
 */
export function withinLateness(plan: RoundPlan): RoundPlan {
  const freezes = plan.plannedFaults.filter(
    ({ point, act, ms }) => act === 'freezes' && (behindGate.has(point) || ms <= deadlineMs),
  );
  const frozenMs = freezes.reduce((sum, { ms }) => sum + Math.max(freezeLeastMs, ms), 0);
  const atMostMs = Math.max(freezeLeastMs, lateMaxMs - frozenMs);
  const bounded = (faults: readonly Fault[]) =>
    faults.map((fault) =>
      slowKinds.has(fault.kind) ? { ...fault, value: Math.min(Number(fault.value), atMostMs) } : fault,
    );
  return { ...plan, faults: bounded(plan.faults), early: bounded(plan.early) };
}

/** Returns the functions with which a plan is drawn. */
export function drawnBy(random: () => number, creates: string) {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(from: readonly Item[], fallback: Item): Item => from[below(from.length)] ?? fallback;

  function plannedFaultAt(at: FaultPoint, act: number, passed: number): PlannedFault {
    const actions = ['dies', 'freezes', 'throws'] as const;
    const ms = behindGate.has(at) ? below(freezeBehindGateMs) : pick([2000, 12_000, 45_000, 70_000], 12_000);
    return { point: at, nth: 1 + passed, act: actions[act] ?? 'dies', ms };
  }

  function drawn(fault: Fault): Fault {
    return {
      ...fault,
      ...(slowKinds.has(fault.kind) && { value: slowness(fault.kind === 'twice' ? 500 : 4000) }),
      ...(fault.matching === undefined && random() < 0.7 && { matching: creates }),
      ...(!lasting.has(fault.kind) && {
        skip: below(4),
        count: fault.kind.startsWith('merchant') ? 1 : 1 + below(2),
      }),
    };
  }

  /**
   * Returns milliseconds up to the maximum, a third of them in its last tenth, where a settle period that is too short
   * becomes visible.
   */
  function slowness(least: number): number {
    const most = lateMaxMs;
    return random() < 1 / 3 ? most - below(most / 10) : least + below(most - least);
  }

  return { below, pick, plannedFaultAt, drawn };
}

export function letters(text: string): number {
  return [...text].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1_000_003;
}
