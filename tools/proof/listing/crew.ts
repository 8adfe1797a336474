import type { FaultPoint } from '../../../apps/server/src/listing/fault-points.ts';
import type { JobAsk } from '../../../apps/server/src/runs/jobs.ts';
import type { ProofClock } from './clock.ts';
import { judgeLedger } from './judge-ledger.ts';
import { endedStates, type ProofMerchant } from './merchant.ts';
import { type Blow, ProofWorker } from './worker.ts';

/** In so many beats of its clock every round comes to rest that ever does: about three minutes where nothing else is done. */
const patienceBeats = 40_000;

/** The workers of one round: two on a run, and another for each that dies or stands still; and the blows that befall them. */
export class Crew {
  /** Blows that fell, by point. */
  readonly struck = new Map<FaultPoint, number>();
  /** Runs that did not come to rest. */
  readonly wrong: string[] = [];
  /** Told of every point that a worker comes to. */
  watch: (point: FaultPoint) => void = () => undefined;
  readonly #merchant: ProofMerchant;
  readonly #clock: ProofClock;
  #blows: { blow: Blow; left: number }[] = [];
  #all: ProofWorker[] = [];
  /** States in which nobody is to work on a run. */
  #left: readonly string[] = endedStates;
  /** How often all were ended at once. */
  #cuts = 0;

  constructor(merchant: ProofMerchant, clock: ProofClock) {
    this.#merchant = merchant;
    this.#clock = clock;
  }

  /** From now on these blows fall, and no others. */
  expect(blows: readonly Blow[]): void {
    this.#blows = blows.map((blow) => ({ blow, left: blow.nth }));
  }

  /** All die where they stand, and nobody takes over: `work` comes back. */
  cutShort(): void {
    this.#cuts += 1;
    this.#dismiss();
  }

  /**
   * Works on these runs with two workers, and with another for each that dies or stands still, until the runs have ended;
   * with `whole`, until their after-checks are made too. A run that comes to one of the states of `rests` is left as well.
   */
  async work(asks: readonly JobAsk[], whole: boolean, rests: readonly string[] = []): Promise<void> {
    this.#left = [...endedStates, ...rests];
    const cuts = this.#cuts;
    const isCut = () => this.#cuts !== cuts;
    const working = new Set<Promise<void>>();
    const employ = (ask: JobAsk) => {
      if (isCut()) {
        return;
      }
      const worker = new ProofWorker(this.#merchant.services, this.#clock, ask, (point) =>
        this.#blowAt(point),
      );
      this.#all.push(worker);
      const work = this.#follow(worker, ask, employ, isCut).finally(() => working.delete(work));
      working.add(work);
    };
    if (asks.length === 0) {
      return;
    }
    for (const ask of asks.length === 1 ? [...asks, ...asks] : asks) {
      employ(ask);
    }
    const isOver = async () => {
      const states = await Promise.all(asks.map((ask) => this.#merchant.stateOf(ask)));
      return states.every((state) => this.#left.includes(state));
    };
    while (working.size > 0 && this.#clock.beats < patienceBeats && !isCut()) {
      await Promise.race([...working, this.#clock.sleep(2000)]);
      if (!whole && !isCut() && (await isOver())) {
        break;
      }
    }
    if (whole && working.size > 0 && this.#clock.beats >= patienceBeats) {
      this.wrong.push(`a run does not come to rest: ${await this.#standing(asks)}`);
    }
    this.#dismiss();
    this.wrong.push(...(await judgeLedger(this.#merchant)));
  }

  #dismiss(): void {
    for (const worker of this.#all) {
      worker.die();
    }
    this.#all = [];
  }

  #blowAt(point: FaultPoint): Blow | null {
    this.watch(point);
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

  async #standing(asks: readonly JobAsk[]): Promise<string> {
    const views = await Promise.all(asks.map((ask) => this.#merchant.view(ask)));
    const rows = await this.#merchant.rows();
    const runs = views.map(({ run, counts }) => `${run.state} ${counted(counts)}`);
    const open = rows.filter(({ open_attempt }) => open_attempt !== null).length;
    const owed = rows.filter(({ check_due }) => check_due).length;
    return `${runs.join(' and ')}; ${open} attempts open, ${owed} after-checks owed`;
  }

  /** Until this worker leaves its run for good; another takes over where it died, stands still or gave up before the end. */
  async #follow(
    worker: ProofWorker,
    ask: JobAsk,
    employ: (ask: JobAsk) => void,
    isCut: () => boolean,
  ): Promise<void> {
    const left = worker.ended.then(() => 'left' as const);
    const isOver = () => isCut() || this.#clock.beats > patienceBeats;
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
    if (!this.#left.includes(await this.#merchant.stateOf(ask))) {
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
