import { randomFrom } from '@bowerbird/platforms/practice/random';
import { fetchFrom } from '@bowerbird/platforms/simulation';
import { ProofClock } from './clock.ts';
import { Crew } from './crew.ts';
import { type ProofTimes, type Rule, tuned } from './cripple.ts';
import { pictureAt } from './goods.ts';
import type { Installation } from './installations.ts';
import { KeyBook } from './key-book.ts';
import { connectMerchant, type ProofMerchant, servicesFor } from './merchant.ts';
import type { Met, RoundPlan } from './plan.ts';
import { lasting, type PlayedPlatform, type PlayedStore } from './played-view.ts';
import { playListing } from './scenes/listing.ts';
import { playRestore } from './scenes/restore.ts';
import { stories } from './scenes/stories.ts';
import { playUndo } from './scenes/undo.ts';
import { inBulk, keepTo } from './scenes/ways.ts';
import { type Stage, total } from './stage.ts';
import { StoreWatch } from './watch.ts';

export interface RoundOutcome {
  plan: RoundPlan;
  /** What was met, how often: blows that fell, what the store did wrong, the way that was played. */
  met: Map<Met, number>;
  faults: number;
  wrong: string[];
  tookMs: number;
}

export interface RoundOptions {
  installation: Pick<Installation, 'db' | 'dataFolder' | 'beat' | 'spare'>;
  without: Rule | null;
  times: ProofTimes;
  /** Told what the engine warns of. */
  warn?: (what: object, words?: string) => void;
}

/** A round before anything of it was played. */
export interface OpenRound {
  stage: Stage;
  /** All workers of the round, by their crews. */
  crews: readonly Crew[];
}

/** Opens a fresh store and connects a merchant to it, as planned. The clock goes until it is stopped. */
export async function openRound(
  played: PlayedPlatform,
  plan: RoundPlan,
  { installation, without, times, warn }: RoundOptions,
): Promise<OpenRound> {
  const clock = new ProofClock(installation.beat);
  const random = randomFrom(plan.seed + plan.round);
  const outside = { ...clock, now: () => clock.now() + plan.skewMs, random };
  const store = played.open(`proof-${plan.round}`, outside, plan.bulk);
  const host = `${store.simulation.name}.localhost`;
  const toStore = fetchFrom(new Map([[host, store.simulation]]));
  const platform = tuned(played.platform, times, without);
  const servicesOn = (place: Pick<Installation, 'db' | 'dataFolder'>) =>
    servicesFor({
      db: place.db,
      platform: plan.bulk && !plan.isTiny ? inBulk(platform) : platform,
      clock,
      dataFolder: place.dataFolder,
      ...(warn && { warn }),
      fetch: (input, init) => {
        const address = String(input instanceof Request ? input.url : input);
        return new URL(address).hostname === host
          ? toStore(input, init)
          : Promise.resolve(pictureAt(address));
      },
    });
  const editions: Stage['editions'] = new Map();
  const keys = new KeyBook();
  const watch = new StoreWatch(played, store, {
    productOf: (key) => keys.productOf(key),
    editionsOf: (id) => editions.get(id) ?? [],
  });
  const struck: Crew[] = [];
  const crewOf = (merchant: ProofMerchant) => {
    const crew = new Crew(merchant, clock);
    struck.push(crew);
    return crew;
  };
  const stageOf = async (
    place: Pick<Installation, 'db' | 'dataFolder'>,
    isSecond: boolean,
  ): Promise<Stage> => {
    const services = servicesOn(place);
    const merchant = await connectMerchant(services, store, `${host}:8000`, isSecond);
    return {
      played,
      services,
      merchant,
      store,
      clock,
      watch,
      crew: crewOf(merchant),
      plan,
      editions,
      keys,
      times,
      without,
      isReached: true,
      onServices: (others) => crewOf({ ...merchant, services: others }),
    };
  };
  const stage = await stageOf(installation, false);
  if (installation.spare) {
    const { spare } = installation;
    stage.beside = () => stageOf(spare, true);
  }
  await keepTo(plan.way, stage);
  return { stage, crews: struck };
}

/**
 * One round: a merchant, a fresh store, a run with two workers, blows and faults as planned; then peace, in which workers bring
 * the run and its after-checks to their end, and one more run looks whether all is there.
 */
export async function playRound(
  played: PlayedPlatform,
  plan: RoundPlan,
  options: RoundOptions,
): Promise<RoundOutcome> {
  const began = performance.now();
  const { stage, crews } = await openRound(played, plan, options);
  const { store, clock, watch } = stage;
  const found = await play(stage).catch((thrown: unknown) => [`the round broke off: ${String(thrown)}`]);
  clock.stop();
  watch.look();
  const wrong = [...found, ...watch.wrong];
  const met = new Map<Met, number>(storeFaults(plan, store));
  for (const [point, count] of crews.flatMap((crew) => [...crew.struck])) {
    met.set(point, (met.get(point) ?? 0) + count);
  }
  return {
    plan,
    faults: total(met),
    met: plan.way && stage.isReached ? new Map([...met, [plan.way, 1]]) : met,
    wrong,
    tookMs: performance.now() - began,
  };
}

async function play(stage: Stage): Promise<string[]> {
  switch (stage.plan.scene) {
    case 'undo':
      return await playUndo(stage);
    case 'restore':
      return await playRestore(stage);
    case 'first':
    case 'edition':
    case 'two-runs':
      return await playListing(stage);
    default:
      return await stories[stage.plan.scene](stage);
  }
}

function storeFaults(plan: RoundPlan, { simulation }: PlayedStore): Map<Met, number> {
  const hits = new Map<Met, number>(simulation.faults.hits);
  for (const { kind } of [...plan.faults, ...plan.early].filter((fault) => lasting.has(fault.kind))) {
    hits.set(kind, Math.max(1, hits.get(kind) ?? 0));
  }
  if (plan.skewMs !== 0) {
    hits.set('clock-skew', 1);
  }
  return hits;
}
