import { randomFrom } from '@bowerbird/platforms/practice/random';
import { fetchFrom } from '@bowerbird/platforms/simulation';
import { ProofClock } from './clock.ts';
import { Crew } from './crew.ts';
import { crippled, type ProofTimes, type Rule, tuned } from './cripple.ts';
import { pictureAt } from './goods.ts';
import type { Installation } from './installations.ts';
import { connectMerchant, servicesFor } from './merchant.ts';
import type { Met, RoundPlan } from './plan.ts';
import { lasting, type PlayedPlatform, type PlayedStore } from './played-view.ts';
import { playListing } from './scenes/listing.ts';
import { playRestore } from './scenes/restore.ts';
import { playUndo } from './scenes/undo.ts';
import { inBulk, keepTo } from './scenes/ways.ts';
import { type Stage, total } from './stage.ts';

export interface RoundOutcome {
  plan: RoundPlan;
  /** What was met, how often: blows that fell, what the store did wrong, the way that was played. */
  met: Map<Met, number>;
  faults: number;
  wrong: string[];
  tookMs: number;
}

export interface RoundOptions {
  installation: Pick<Installation, 'db' | 'dataFolder'>;
  without: Rule | null;
  times: ProofTimes;
  /** Told what the engine warns of. */
  warn?: (what: object, words?: string) => void;
}

/**
 * One round: a merchant, a fresh store, a run with two workers, blows and faults as planned; then peace, in which workers bring
 * the run and its after-checks to their end, and one more run looks whether all is there.
 */
export async function playRound(
  played: PlayedPlatform,
  plan: RoundPlan,
  { installation: { db, dataFolder }, without, times, warn }: RoundOptions,
): Promise<RoundOutcome> {
  const began = performance.now();
  const clock = new ProofClock();
  const random = randomFrom(plan.seed + plan.round);
  const outside = { ...clock, now: () => clock.now() + plan.skewMs, random };
  const store = played.open(`proof-${plan.round}`, outside, plan.bulk);
  const host = `${store.simulation.name}.localhost`;
  const toStore = fetchFrom(new Map([[host, store.simulation]]));
  const platform = tuned(played.platform, times, without);
  const services = servicesFor({
    db: crippled(db, without),
    platform: plan.bulk ? inBulk(platform) : platform,
    clock,
    dataFolder,
    ...(warn && { warn }),
    fetch: (input, init) => {
      const address = String(input instanceof Request ? input.url : input);
      return new URL(address).hostname === host ? toStore(input, init) : Promise.resolve(pictureAt(address));
    },
  });
  const merchant = await connectMerchant(services, store, `${host}:8000`);
  const crew = new Crew(merchant, clock);
  const stage: Stage = { played, services, merchant, store, clock, crew, plan, times, without };
  await keepTo(plan.way, stage);
  const wrong = await play(stage).catch((thrown: unknown) => [`the round broke off: ${String(thrown)}`]);
  const met = new Map<Met, number>([...crew.struck, ...storeFaults(plan, store)]);
  return {
    plan,
    faults: total(met),
    met: plan.way ? new Map([...met, [plan.way, 1]]) : met,
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
    default:
      return await playListing(stage);
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
