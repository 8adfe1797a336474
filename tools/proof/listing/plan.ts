import { randomFrom } from '@bowerbird/platforms/practice/random';
import type { Fault, FaultKind } from '@bowerbird/platforms/simulation-faults';
import { type FaultPoint, faultPoints } from '../../../apps/server/src/listing/fault-points.ts';
import { type BulkPace, lasting, type PlayedPlatform } from './played-view.ts';
import { type Blow, deadlineMs } from './worker.ts';

/**
 * What else becomes of what is listed, and of who lists it: it is taken away and comes back, others hold its codes, its run is stopped,
 * begins by itself or meets changes, the store or the server is another, and there is more of it than any page holds.
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
] as const;
export type Story = (typeof stories)[number];

/**
 * Other ways than that of a run which lists one by one: a run is taken back, our database is put back, writes go by bulk
 * operations, hidden first as the merchant chose it, or to a store whose key was proven.
 */
export const ways = ['undo', 'restore', 'bulk', 'careful', 'probed', ...stories] as const;
export type Way = (typeof ways)[number];

/** What a round can meet: a blow at a fault point, a fault of the store, or a way. */
export type Met = FaultPoint | FaultKind | 'clock-skew' | Way;

/**
 * How the store's faults and the workers' blows are met: by a first listing, by a second edition, by two runs at once, while a
 * run is taken back, or when our database was put back.
 */
export type Scene = 'first' | 'edition' | 'two-runs' | 'undo' | 'restore' | Story;

/** A moment of a round: the nth time that any worker comes to this point. */
export interface Moment {
  point: FaultPoint;
  nth: number;
}

export interface RoundPlan {
  seed: number;
  platform: string;
  round: number;
  scene: Scene;
  count: number;
  /** One variant and one image each, the same for all: for a round of many products. */
  isTiny: boolean;
  /** Of a story: when something else happens to the run. */
  moment: Moment | null;
  /** By so much the store's own clock is off. */
  skewMs: number;
  faults: Fault[];
  /** Faults of the first edition's run, whose requests may land on the second. */
  early: Fault[];
  blows: Blow[];
  way: Way | null;
  /** How the store works through bulk operations; null for a round without them. */
  bulk: BulkPace | null;
  /** Of a run that is taken back: whether its after-checks are made before, and whether all is listed again afterwards. */
  undo: { settled: boolean; again: boolean } | null;
  /**
   * Of a database that is put back: how many products were listed long before, at what moment of the next run the backup is
   * made (null: before it), and at what moment all is lost.
   */
  restore: { listed: number; backup: Moment | null; loss: Moment } | null;
}

/** L of every round within this process: from the gate to the last application of any copy of a request. */
export const latenessMs = 30_000;
/** Of L, what is left for the way from the gate to the store. */
const wayMs = 1000;
const lateMaxMs = latenessMs - wayMs;
/** The longest of several freezes that one request may meet behind its gate. */
const freezeBehindGateMs = 6000;
/** A freeze lasts no shorter, whatever was drawn: the round's clock wakes nobody earlier. */
const freezeLeastMs = 2000;
const behindGate: ReadonlySet<FaultPoint> = new Set(['gate.after', 'send.first-byte', 'send.body-half']);
/** Faults by which a write is applied after it arrived, or answered after it was applied, by their number. */
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

/** What this platform's store can be told to do. */
export function storeFaultsOf({ faults }: PlayedPlatform): readonly Fault[] {
  return [...everywhere, ...faults];
}

/** Every kind that is to be met on this platform; a clock that is off belongs to every store. */
export function kindsOf(played: PlayedPlatform): (FaultKind | 'clock-skew')[] {
  return [...new Set(storeFaultsOf(played).map(({ kind }) => kind)), 'clock-skew'];
}

/** Points that a run on this platform can come to, and why not to the others. */
export function pointsOf({ platform: { lister } }: PlayedPlatform): {
  points: FaultPoint[];
  never: Map<FaultPoint, string>;
} {
  const never = new Map<FaultPoint, string>();
  const without = (points: FaultPoint[], why: string) => {
    for (const point of points) {
      never.set(point, why);
    }
  };
  if (lister?.storeSideKey || lister?.hiddenFirst) {
    without(['settle.tick', 'settle.end'], 'no doubt need age here');
  }
  if (lister?.storeSideKey) {
    without(['remove.after-commit'], 'the store makes no double');
  }
  if (!lister?.publish) {
    without(['publish.before', 'publish.after'], 'a write shows the product by itself');
  }
  if (!lister?.finishing) {
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
  if (!lister?.library) {
    without(['picture.sent'], 'pictures go by their addresses');
  }
  return { points: faultPoints.filter((point) => !never.has(point)), never };
}

/** What a round needs so that a worker comes to this point at all. */
function leadingTo(
  point: FaultPoint,
  { creates }: PlayedPlatform,
): { faults: Fault[]; blows: Blow[]; scene?: Scene } {
  const some = { matching: creates, count: 2 };
  switch (point) {
    case 'decide.before':
    case 'doubt.before-commit':
      return { faults: [{ kind: 'lost-after', ...some }], blows: [] };
    case 'settle.tick':
    case 'settle.end':
      return { faults: [{ kind: 'lost-before', ...some }], blows: [] };
    case 'evidence.before-commit':
      return { faults: [], blows: [{ point: 'answer.parsed', nth: 1, act: 'freezes', ms: 20_000 }] };
    case 'remove.after-commit':
      return { faults: [{ kind: 'twice', value: 3000, ...some }], blows: [] };
    case 'census.page':
      return { faults: [{ kind: 'merchant-duplicate', ...some, count: 1 }], blows: [], scene: 'edition' };
    case 'update.read':
      return { faults: [], blows: [], scene: 'edition' };
    case 'publish.before':
    case 'publish.after':
      return { faults: [], blows: [], scene: 'first' };
    default:
      return { faults: [], blows: [] };
  }
}

/** Points that a run comes to once for each product or so, rather than once. */
const frequent = /^(row|intent|gate|send|answer|receipt|look|update|publish)/;

/** One round, drawn from its seed, platform and number alone; `focus` has it lead to this point or fault. */
export function planRound(
  played: PlayedPlatform,
  seed: number,
  round: number,
  focus: Met | null = null,
): RoundPlan {
  const { creates, platform } = played;
  const random = randomFrom(seed * 7919 + round * 104_729 + letters(platform.id));
  const { below, pick, blowAt, drawn } = drawnBy(random, creates);
  const { points } = pointsOf(played);
  const known = storeFaultsOf(played);

  const point = points.find((one) => one === focus) ?? points[round % points.length] ?? 'row.read';
  // A token that is kept leaves no second product to be removed.
  const fitting = point === 'remove.after-commit' ? known.filter((each) => !isOfToken(each)) : known;
  const aim = known.find(({ kind }) => kind === focus) ?? fitting[(round * 5 + seed) % fitting.length];
  const led = leadingTo(point, played);
  const first = blowAt(point, round % 3, frequent.test(point) ? below(3) : 0);
  const blows = [first, ...led.blows];
  for (let more = 1 + below(3); more > 0; more -= 1) {
    const other = pick(points, 'row.read');
    blows.push(blowAt(other, below(3), frequent.test(other) ? below(6) : below(2)));
  }
  if (random() < 0.15) {
    const ms = (random() < 0.5 ? -1 : 1) * 3_600_000;
    blows.push({ point: pick(points, 'row.read'), nth: 1, act: 'clock-jumps', ms });
  }

  const others = known.filter(({ kind }) => !kind.startsWith('merchant') && !lasting.has(kind));
  const faults = aim ? [...led.faults, drawn(aim)] : [...led.faults];
  for (let more = 1 + below(2); more > 0; more -= 1) {
    faults.push(drawn(pick(others, { kind: 'lost-after' })));
  }
  const scene = led.scene ?? pick<Scene>(['first', 'first', 'edition', 'edition', 'two-runs'], 'first');
  const isEarly = ({ kind }: Fault) => scene === 'edition' && (kind === 'late' || random() < 0.3);
  const early = faults.filter(isEarly);
  // A half that bears nothing but the address that its store drops could be anybody's.
  const isNobodys = ({ kind, value }: Fault) =>
    kind === 'half-made' && value === 'slug' && faults.some((other) => other.kind === 'drops-slug');
  return withinLateness({
    seed,
    platform: platform.id,
    round,
    scene,
    count: 6 + below(7),
    isTiny: false,
    moment: null,
    skewMs: focus === 'clock-skew' || random() < 0.4 ? Math.round((random() - 0.5) * 100_000) : 0,
    faults: faults.filter((fault) => !early.includes(fault) && !isNobodys(fault)),
    early: early.filter((fault) => !isNobodys(fault)),
    blows,
    way: null,
    bulk: null,
    undo: null,
    restore: null,
  });
}

/** What a store makes of a request's token is so for good, and a probe can tell it. */
export function isOfToken({ kind }: Pick<Fault, 'kind'>): boolean {
  return kind.startsWith('token-');
}

/** The plan with no request later than L, whatever freezes behind its gate: that much is assumed of every store (A2). */
export function withinLateness(plan: RoundPlan): RoundPlan {
  const freezes = plan.blows.filter(
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

/** What a plan is drawn with. */
export function drawnBy(random: () => number, creates: string) {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(from: readonly Item[], fallback: Item): Item => from[below(from.length)] ?? fallback;

  function blowAt(at: FaultPoint, act: number, passed: number): Blow {
    const acts = ['dies', 'freezes', 'throws'] as const;
    const ms = behindGate.has(at) ? below(freezeBehindGateMs) : pick([2000, 12_000, 45_000, 70_000], 12_000);
    return { point: at, nth: 1 + passed, act: acts[act] ?? 'dies', ms };
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

  /** Milliseconds up to the most, a third of them in its last tenth, where a settle time that is too short shows. */
  function slowness(least: number): number {
    const most = lateMaxMs;
    return random() < 1 / 3 ? most - below(most / 10) : least + below(most - least);
  }

  return { below, pick, blowAt, drawn };
}

export function letters(text: string): number {
  return [...text].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1_000_003;
}
