import { randomFrom } from '@bowerbird/simulators/practice/random';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { ProofClock } from './clock.ts';
import { type ProofTimes, type Rule, tuned } from './disable-rule.ts';
import type { Installation } from './installations.ts';
import { lasting, type SimulatedPlatform, type SimulatedStore } from './judge/simulated-view.ts';
import { KeyRegister } from './key-book.ts';
import { connectMerchant, type ProofMerchant, servicesFor } from './merchant.ts';
import type { Met, RoundPlan } from './plan.ts';
import { imageAt } from './products.ts';
import { runListing } from './scenarios/listing.ts';
import { runRestore } from './scenarios/restore.ts';
import { stories } from './scenarios/stories.ts';
import { runUndo } from './scenarios/undo.ts';
import { inBulk, keepTo } from './scenarios/ways.ts';
import { type Stage, total } from './stage.ts';
import { StorePlugin } from './store-plugin.ts';
import { StoreWatch } from './watch.ts';
import { Crew } from './workers/crew.ts';

export interface RoundOutcome {
  plan: RoundPlan;
  /** Counts of what was met: injected faults, store errors, the way that was run. */
  met: Map<Met, number>;
  faults: number;
  wrong: string[];
  tookMs: number;
}

export interface RoundOptions {
  installation: Pick<Installation, 'db' | 'dataFolder' | 'beat' | 'spare'>;
  without: Rule | null;
  times: ProofTimes;
  /** Receives the engine's warnings. */
  warn?: (what: object, words?: string) => void;
}

/** A round before any of it was run. */
export interface OpenRound {
  stage: Stage;
  /** All workers of the round, by their crews. */
  crews: readonly Crew[];
}

/** Returns the store with what a merchant or a shopper does by hand after everything of ours that is due by then. */
function inOrder(store: SimulatedStore): SimulatedStore {
  const after =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      store.products();
      act(...given);
    };
  return {
    ...store,
    plant: after(store.plant),
    edit: after(store.edit),
    publish: after(store.publish),
    remove: after(store.remove),
    ...(store.sell && { sell: after(store.sell) }),
  };
}

/** Opens a fresh store and connects a merchant to it, as planned. The clock runs until it is stopped. */
export async function openRound(
  simulated: SimulatedPlatform,
  plan: RoundPlan,
  { installation, without, times, warn }: RoundOptions,
): Promise<OpenRound> {
  const clock = new ProofClock(installation.beat);
  const random = randomFrom(plan.seed + plan.round);
  const outside = { ...clock, now: () => clock.now() + plan.skewMs, random };
  const store = inOrder(simulated.open(`proof-${plan.round}`, outside, plan.bulk));
  const host = `${store.simulation.name}.localhost`;
  const toStore = fetchFrom(new Map([[host, store.simulation]]));
  const keys = new KeyRegister();
  const plugin = new StorePlugin(keys);
  const tunedPlatform = tuned(simulated.platform, times, without);
  const platform = plan.way === 'as-stored' ? plugin.in(tunedPlatform) : tunedPlatform;
  const servicesOn = (place: Pick<Installation, 'db' | 'dataFolder'>) =>
    servicesFor({
      db: place.db,
      platform: plan.bulk && !plan.isTiny ? inBulk(platform) : platform,
      clock,
      dataFolder: place.dataFolder,
      ...(warn && { warn }),
      fetch: (input, init) => {
        const address = String(input instanceof Request ? input.url : input);
        return new URL(address).hostname === host ? toStore(input, init) : Promise.resolve(imageAt(address));
      },
    });
  const editions: Stage['editions'] = new Map();
  const wanted = {
    productOf: (key: string) => keys.productOf(key),
    editionsOf: (id: string) => editions.get(id) ?? [],
  };
  const watch = new StoreWatch(simulated, store, wanted, clock);
  const injected: Crew[] = [];
  const crewOf = (merchant: ProofMerchant) => {
    const crew = new Crew(merchant, clock);
    injected.push(crew);
    return crew;
  };
  const stageOf = async (
    place: Pick<Installation, 'db' | 'dataFolder'>,
    isSecond: boolean,
  ): Promise<Stage> => {
    const services = servicesOn(place);
    const merchant = await connectMerchant(services, store, `${host}:8000`, isSecond);
    return {
      simulated,
      services,
      merchant,
      store,
      clock,
      watch,
      plugin,
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
  return { stage, crews: injected };
}

/**
 * Runs one round: a merchant, a fresh store, a run with two workers, faults as planned; then a quiet phase, in which
 * workers complete the run and its after-checks, and one more run checks that everything is there.
 */
export async function runRound(
  simulated: SimulatedPlatform,
  plan: RoundPlan,
  options: RoundOptions,
): Promise<RoundOutcome> {
  const began = performance.now();
  const { stage, crews } = await openRound(simulated, plan, options);
  const { store, clock, watch } = stage;
  const found = await run(stage).catch((thrown: unknown) => [`the round was aborted: ${String(thrown)}`]);
  clock.stop();
  watch.look();
  const wrong = [...found, ...watch.wrong];
  const met = new Map<Met, number>(storeFaults(plan, store));
  for (const [point, count] of crews.flatMap((crew) => [...crew.injected])) {
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

async function run(stage: Stage): Promise<string[]> {
  switch (stage.plan.scenario) {
    case 'undo':
      return await runUndo(stage);
    case 'restore':
      return await runRestore(stage);
    case 'first':
    case 'edition':
    case 'two-runs':
      return await runListing(stage);
    default:
      return await stories[stage.plan.scenario](stage);
  }
}

function storeFaults(plan: RoundPlan, { simulation }: SimulatedStore): Map<Met, number> {
  const hits = new Map<Met, number>(simulation.faults.hits);
  for (const { kind } of [...plan.faults, ...plan.early].filter((fault) => lasting.has(fault.kind))) {
    hits.set(kind, Math.max(1, hits.get(kind) ?? 0));
  }
  if (plan.skewMs !== 0) {
    hits.set('clock-skew', 1);
  }
  return hits;
}
