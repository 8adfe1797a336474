import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFrom } from '@bowerbird/platforms/practice/random';
import { fetchFrom } from '@bowerbird/platforms/simulation';
import type { FaultKind } from '@bowerbird/platforms/simulation-faults';
import type { Db } from '../../../apps/server/src/db/database.ts';
import type { FaultPoint } from '../../../apps/server/src/listing/fault-points.ts';
import type { JobAsk } from '../../../apps/server/src/runs/jobs.ts';
import { ProofClock } from './clock.ts';
import { crippled, type ProofTimes, type Rule, tuned } from './cripple.ts';
import { pictureAt, proofProduct, secondEdition } from './goods.ts';
import { judge } from './judge.ts';
import { connectMerchant, type ProofMerchant, servicesFor } from './merchant.ts';
import type { RoundPlan } from './plan.ts';
import { lasting, type PlayedPlatform, type PlayedStore } from './played-view.ts';
import { type Blow, ProofWorker } from './worker.ts';

export interface RoundOutcome {
  plan: RoundPlan;
  /** Blows that fell, by point. */
  points: Map<FaultPoint, number>;
  /** What the store did wrong, by kind. */
  store: Map<FaultKind | 'clock-skew', number>;
  faults: number;
  wrong: string[];
  tookMs: number;
}

export interface RoundOptions {
  db: Db;
  without: Rule | null;
  times: ProofTimes;
  /** Told what the engine warns of. */
  warn?: (what: object, words?: string) => void;
}

/** Longer than this no round takes that comes to rest, in real milliseconds. */
const patienceMs = 120_000;
const endedStates = ['complete', 'partial', 'failed', 'cancelled'];

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
  const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-proof-'));
  const clock = new ProofClock();
  const random = randomFrom(plan.seed + plan.round);
  const store = played.open(`proof-${plan.round}`, {
    ...clock,
    now: () => clock.now() + plan.skewMs,
    random,
  });
  const host = `${store.simulation.name}.localhost`;
  const toStore = fetchFrom(new Map([[host, store.simulation]]));
  const services = servicesFor({
    db: crippled(options.db, options.without),
    platform: tuned(played.platform, options.times, options.without),
    clock,
    dataFolder,
    ...(options.warn && { warn: options.warn }),
    fetch: (input, init) => {
      const address = String(input instanceof Request ? input.url : input);
      return new URL(address).hostname === host ? toStore(input, init) : Promise.resolve(pictureAt(address));
    },
  });
  try {
    const merchant = await connectMerchant(services, store, `${host}:8000`);
    const round = new Round(merchant, store, clock, plan);
    const wrong = await round.play();
    const hits = new Map<FaultKind | 'clock-skew', number>(store.simulation.faults.hits);
    for (const { kind } of [...plan.faults, ...plan.early].filter((fault) => lasting.has(fault.kind))) {
      hits.set(kind, Math.max(1, hits.get(kind) ?? 0));
    }
    if (plan.skewMs !== 0) {
      hits.set('clock-skew', 1);
    }
    return {
      plan,
      points: round.struck,
      store: hits,
      faults: total(round.struck) + total(hits),
      wrong,
      tookMs: performance.now() - began,
    };
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

class Round {
  readonly struck = new Map<FaultPoint, number>();
  readonly #merchant: ProofMerchant;
  readonly #store: PlayedStore;
  readonly #clock: ProofClock;
  readonly #plan: RoundPlan;
  readonly #until = performance.now() + patienceMs;
  #blows: { blow: Blow; left: number }[] = [];
  #wrong: string[] = [];

  constructor(merchant: ProofMerchant, store: PlayedStore, clock: ProofClock, plan: RoundPlan) {
    this.#merchant = merchant;
    this.#store = store;
    this.#clock = clock;
    this.#plan = plan;
  }

  async play(): Promise<string[]> {
    const { plan } = this;
    const { faults } = this.#store.simulation;
    this.#store.plant('of-the-merchant');
    const planted = this.#store.products();
    const wanted = new Map<string, ReturnType<typeof proofProduct>>();
    const products = Array.from({ length: plan.count }, (_, at) => proofProduct(1 + plan.round * 20 + at));
    const ids = await this.#merchant.own(products);
    for (const [at, product] of products.entries()) {
      wanted.set(ids[at] ?? '', product);
    }

    if (plan.scene === 'edition') {
      faults.add(...plan.early);
      const first = await this.#merchant.start(ids);
      await this.#work([first], false);
      for (const [id, product] of [...wanted].filter((_, at) => at % 3 !== 0)) {
        const edited = secondEdition(product);
        wanted.set(id, edited);
        await this.#merchant.edit(id, edited);
      }
    }
    faults.add(...plan.faults);
    this.#blows = plan.blows.map((blow) => ({ blow, left: blow.nth }));
    const asks = [await this.#merchant.start(ids)];
    if (plan.scene === 'two-runs') {
      asks.push(await this.#merchant.start(ids));
    }
    await this.#work(asks, true);

    faults.clear();
    this.#blows = [];
    await this.#work(asks, true);
    // What a fault had refused or broken off is listed when it is asked for again; the last run then finds nothing to do.
    await this.#work([await this.#merchant.start(ids)], true);
    const again = await this.#merchant.start(ids);
    await this.#work([again], true);
    await this.#clock.sleep(30_000);
    if (this.#wrong.length > 0) {
      return this.#wrong;
    }
    return [
      ...judge({
        products: this.#store.products(),
        planted,
        files: this.#store.files(),
        rows: await this.#merchant.rows(),
        wanted,
        hits: faults.hits,
        unheard: total(faults.hits) + total(this.struck),
      }),
      ...(await this.#judgeLast(again)),
    ];
  }

  private get plan(): RoundPlan {
    return this.#plan;
  }

  /** The last run found nothing to do; where nobody else had a hand in the store, it certifies that all agrees. */
  async #judgeLast(ask: JobAsk): Promise<string[]> {
    const { run, certificate } = await this.#merchant.view(ask);
    const { hits } = this.#store.simulation.faults;
    const others = [
      'merchant-edit',
      'merchant-delete',
      'merchant-duplicate',
      'stranger',
      'trash-holds-sku',
    ] as const;
    const isOurs = others.every((kind) => !hits.has(kind));
    if (!endedStates.includes(run.state)) {
      return [`the last run does not end: it is ${run.state}`];
    }
    return isOurs && (run.state !== 'complete' || !certificate?.agrees)
      ? [`the last run is ${run.state} with ${JSON.stringify(certificate)}`]
      : [];
  }

  #blowAt(point: FaultPoint): Blow | null {
    for (const entry of this.#blows) {
      if (entry.blow.point === point && entry.left > 0) {
        entry.left -= 1;
        if (entry.left === 0) {
          this.struck.set(point, (this.struck.get(point) ?? 0) + 1);
          return entry.blow;
        }
      }
    }
    return null;
  }

  /**
   * Works on these runs with two workers, and with another for each that dies or stands still, until the runs have ended;
   * with `whole`, until their after-checks are made too.
   */
  async #work(asks: readonly JobAsk[], whole: boolean): Promise<void> {
    const working = new Set<Promise<void>>();
    const all: ProofWorker[] = [];
    const employ = (ask: JobAsk) => {
      const worker = new ProofWorker(this.#merchant.services, this.#clock, ask, (point) =>
        this.#blowAt(point),
      );
      all.push(worker);
      const work = this.#follow(worker, ask, employ).finally(() => working.delete(work));
      working.add(work);
    };
    for (const ask of asks.length === 1 ? [...asks, ...asks] : asks) {
      employ(ask);
    }
    const isOver = async () => {
      const states = await Promise.all(asks.map((ask) => this.#merchant.stateOf(ask)));
      return states.every((state) => endedStates.includes(state));
    };
    while (working.size > 0 && performance.now() < this.#until) {
      await Promise.race([...working, new Promise((resolve) => setTimeout(resolve, 50))]);
      if (!whole && (await isOver())) {
        break;
      }
    }
    if (whole && working.size > 0 && performance.now() >= this.#until) {
      this.#wrong.push(`a run does not come to rest: ${await this.#standing(asks)}`);
    }
    for (const worker of all) {
      worker.die();
    }
  }

  async #standing(asks: readonly JobAsk[]): Promise<string> {
    const views = await Promise.all(asks.map((ask) => this.#merchant.view(ask)));
    const rows = await this.#merchant.rows();
    const runs = views.map(({ run, counts }) => `${run.state} ${counted(counts)}`);
    const open = rows.filter(({ open_attempt }) => open_attempt !== null).length;
    const owed = rows.filter(({ check_due }) => check_due).length;
    return `${runs.join(' and ')}; ${open} attempts open, ${owed} after-checks owed`;
  }

  /** Until this worker leaves its run for good; another takes over where it died, stands still or gave up before the end. */
  async #follow(worker: ProofWorker, ask: JobAsk, employ: (ask: JobAsk) => void): Promise<void> {
    const left = worker.ended.then(() => 'left' as const);
    const isOver = () => performance.now() > this.#until;
    let what = await Promise.race([worker.froze, worker.died, left]);
    if (what === 'froze' && !isOver()) {
      employ(ask);
      what = await Promise.race([worker.died, left]);
    }
    if (isOver()) {
      return;
    }
    if (what === 'died') {
      employ(ask);
      return;
    }
    if (!endedStates.includes(await this.#merchant.stateOf(ask))) {
      await this.#clock.sleep(500);
      employ(ask);
    }
  }
}

function counted(counts: object): string {
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function total(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0);
}
