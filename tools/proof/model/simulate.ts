import type { Promises } from './promises.ts';
import type { Move, State } from './state.ts';
import { listing } from './system.ts';
import { type Rules, right, smallWorld, type World } from './world.ts';

/** Result of many random schedules. */
export interface Tally {
  moves: number;
  /** Schedules that ran to rest. */
  ended: number;
  /** Schedules that met the limits of the model. */
  cut: number;
  /** How often each promise was broken, and the first seed that broke one. */
  broken: Map<string, number>;
  firstSeed: number | null;
}

const movesMax = 3000;

const kinds: readonly { name: string; store: World['store']; rules: Partial<Rules> }[] = [
  { name: 'no unique key', store: 'none', rules: {} },
  { name: 'code refused', store: 'refuse', rules: {} },
  { name: 'upsert', store: 'upsert', rules: {} },
  { name: 'draft first', store: 'none', rules: { draftFirst: true } },
];

/** Rules whose absence random schedules must detect, too. */
const teeth: readonly { name: string; store: World['store']; rules: Partial<Rules> }[] = [
  { name: 'sent again in doubt', store: 'none', rules: { inDoubt: 'resend' } },
  { name: 'no fence', store: 'none', rules: { fence: 'none' } },
  { name: 'look by a search index', store: 'none', rules: { look: 'search' } },
  { name: 'all with our key removed', store: 'none', rules: { removes: 'our key' } },
  { name: 'no settle period', store: 'none', rules: { settle: 0 } },
  { name: 'visibility not compared', store: 'upsert', rules: { checkSeesVisibility: false } },
];

/**
 * Runs the right rules, and some wrong ones, at random in large worlds. Returns whether all results were as expected.
 */
export function simulateAll(schedules: number, firstSeed: number, say: (line: string) => void): boolean {
  let isRight = true;
  for (const { name, store, rules } of kinds) {
    const tally = simulate(store, { ...right, ...rules }, schedules, firstSeed);
    isRight &&= tally.broken.size === 0;
    say(`right, at random: ${name} | ${reported(tally)}`);
  }
  for (const { name, store, rules } of teeth) {
    const tally = simulate(store, { ...right, ...rules }, schedules, firstSeed);
    isRight &&= tally.broken.size > 0;
    say(`wrong, at random: ${name} | ${reported(tally)}`);
  }
  return isRight;
}

function reported({ moves, ended, cut, broken, firstSeed }: Tally): string {
  const found = [...broken].map(([promise, times]) => `${promise}: ${times}`).join(', ');
  const seed = firstSeed === null ? '' : ` (first seed ${firstSeed})`;
  return `${moves} moves | ${ended} ran to rest, ${cut} cut off | ${found || 'nothing broken'}${seed}`;
}

/** Runs random schedules of one kind of store, each in a world drawn from its seed. */
export function simulate(store: World['store'], rules: Rules, schedules: number, firstSeed: number): Tally {
  const tally: Tally = { moves: 0, ended: 0, cut: 0, broken: new Map(), firstSeed: null };
  for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1) {
    const promise = runOne(store, rules, seed, tally);
    if (promise !== '') {
      tally.broken.set(promise, (tally.broken.get(promise) ?? 0) + 1);
      tally.firstSeed ??= seed;
    }
  }
  return tally;
}

/**
 * Runs one schedule: a stormy phase, then a calm one in which everything must come to rest. Returns the broken promise;
 * '' for none.
 */
function runOne(store: World['store'], rules: Rules, seed: number, tally: Tally): string {
  const random = randomOf(seed);
  const world = worldOf(store, random);
  const isOnce = world.twice === 0;
  const promises: Promises = {
    one: isOnce && !rules.draftFirst,
    oneVisible: isOnce || rules.draftFirst,
    atRest: true,
  };
  const system = listing(world, rules, promises);
  const storms = 40 + Math.floor(random() * 120);
  let state = system.start();
  for (let step = 0; step < movesMax; step += 1) {
    const promise = system.brokenIn(state);
    const isCalm = step > storms;
    if (promise !== '') {
      return promise;
    }
    if (isCalm && system.isAtRest(state)) {
      tally.ended += 1;
      return '';
    }
    if (state.budget.attempts === 0 || state.products.length >= world.places) {
      tally.cut += 1;
      return '';
    }
    const next = drawn(system.moves(state), isCalm, random);
    if (next === null && isCalm) {
      return 'no way to an end';
    }
    state = next?.to ?? state;
    tally.moves += 1;
  }
  return 'no end';
}

function worldOf(store: World['store'], random: () => number): World {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const restores = upTo(1);
  const isRestored = restores > 0;
  return {
    ...smallWorld,
    store,
    products: 1 + upTo(1),
    workers: 2 + upTo(1),
    attempts: 24,
    places: 14,
    deadline: 1 + upTo(2),
    lateness: 1 + upTo(4),
    partial: store === 'upsert' ? 0 : upTo(2),
    twice: upTo(2),
    deletes: upTo(1),
    copies: upTo(1),
    unmanaged: upTo(1),
    cancels: upTo(1),
    lists: upTo(2),
    givesUp: upTo(1),
    refusals: random() < 0.3,
    restores,
    // What a forgotten write changed is reported as a difference, and is no matter of this protocol.
    edits: isRestored ? 0 : upTo(2),
    actions: isRestored ? 0 : upTo(3),
    hands: isRestored ? 0 : upTo(1),
  };
}

function drawn(moves: readonly Move<State>[], isCalm: boolean, random: () => number): Move<State> | null {
  const weights = moves.map(({ says }) => weightOf(says, isCalm));
  let left = random() * weights.reduce((sum, each) => sum + each, 0);
  for (const [at, weight] of weights.entries()) {
    left -= weight;
    if (weight > 0 && left <= 0) {
      return moves[at] ?? null;
    }
  }
  return null;
}

/** Returns the likelihood of a move: many faults in the stormy phase, hardly any in the calm one. */
function weightOf(says: string, isCalm: boolean): number {
  if (says.endsWith('is killed')) {
    return isCalm ? 0 : 0.08;
  }
  if (/hears nothing|is lost/.test(says)) {
    return isCalm ? 0.04 : 0.4;
  }
  if (/person|merchant|somebody|backup|proxy|cut off|surely refused/.test(says)) {
    return isCalm ? 0 : 0.2;
  }
  return 1;
}

/** Returns a small seeded generator (mulberry32) of numbers from 0 to below 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
