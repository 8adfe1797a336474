import type { FaultPoint } from '../../../../apps/server/src/listing/store-job/fault-points.ts';
import type { JobRequest } from '../../../../apps/server/src/runs/jobs.ts';
import type { ProofClock } from '../clock.ts';
import { judgeLedger } from '../judge/judge-ledger.ts';
import { endedStates, type ProofMerchant } from '../merchant.ts';
import { type PlannedFault, ProofWorker } from './worker.ts';

/**
 * Number of clock beats within which every round that ever finishes does so: about three minutes on an idle machine.
 */
const patienceBeats = 40_000;

/**
 * The workers of one round: two on a run, and a replacement for each that dies or freezes; and the faults injected into
 * them.
 */
export class Crew {
  /** Faults that were injected, by point. */
  readonly injected = new Map<FaultPoint, number>();
  /** Runs that did not finish. */
  readonly wrong: string[] = [];
  /** Called with every point that a worker reaches. */
  watch: (point: FaultPoint) => void = () => undefined;
  readonly #merchant: ProofMerchant;
  readonly #clock: ProofClock;
  #plannedFaults: { plannedFault: PlannedFault; left: number }[] = [];
  #all: ProofWorker[] = [];
  /** States in which no worker needs to work on a run. */
  #left: readonly string[] = endedStates;
  /** Number of times that all were ended at once: none of those has a replacement. */
  #cuts = 0;

  constructor(merchant: ProofMerchant, clock: ProofClock) {
    this.#merchant = merchant;
    this.#clock = clock;
  }

  /** From now on, injects these faults and no others. */
  expect(plannedFaults: readonly PlannedFault[]): void {
    this.#plannedFaults = plannedFaults.map((plannedFault) => ({ plannedFault, left: plannedFault.nth }));
  }

  /** Kills all workers where they are, without replacement: `work` returns. */
  cutShort(): void {
    this.#dismiss();
  }

  /**
   * Works on these runs with two workers, and with a replacement for each that dies or freezes, until the runs have
   * ended; with `whole`, until their after-checks are made too. A run that reaches one of the states of `rests` is left
   * as well.
   */
  async work(requests: readonly JobRequest[], whole: boolean, rests: readonly string[] = []): Promise<void> {
    await this.#work(requests.length === 1 ? [...requests, ...requests] : requests, whole, rests);
  }

  /** The same with one worker at a time, for one run and its after-checks. */
  async alone(request: JobRequest): Promise<void> {
    await this.#work([request], true, []);
  }

  async #work(requests: readonly JobRequest[], whole: boolean, rests: readonly string[]): Promise<void> {
    this.#left = [...endedStates, ...rests];
    const cuts = this.#cuts;
    const isCut = () => this.#cuts !== cuts;
    const working = new Set<Promise<void>>();
    const employ = (request: JobRequest) => {
      if (isCut()) {
        return;
      }
      const worker = new ProofWorker(this.#merchant.services, this.#clock, request, (point) =>
        this.#plannedFaultAt(point),
      );
      this.#all.push(worker);
      const work = this.#follow(worker, request, employ, isCut).finally(() => working.delete(work));
      working.add(work);
    };
    if (requests.length === 0) {
      return;
    }
    for (const request of requests) {
      employ(request);
    }
    const isOver = async () => {
      const states = await Promise.all(requests.map((request) => this.#merchant.stateOf(request)));
      return states.every((state) => this.#left.includes(state));
    };
    while (working.size > 0 && this.#clock.beats < patienceBeats && !isCut()) {
      await Promise.race([...working, this.#clock.sleep(2000)]);
      if (!whole && !isCut() && (await isOver())) {
        break;
      }
    }
    if (whole && working.size > 0 && this.#clock.beats >= patienceBeats) {
      this.wrong.push(`a run does not finish: ${await this.#standing(requests)}`);
    }
    this.#dismiss();
    this.wrong.push(...(await judgeLedger(this.#merchant)));
  }

  #dismiss(): void {
    this.#cuts += 1;
    for (const worker of this.#all) {
      worker.die();
    }
    this.#all = [];
  }

  #plannedFaultAt(point: FaultPoint): PlannedFault | null {
    this.watch(point);
    for (const entry of this.#plannedFaults) {
      if (entry.plannedFault.point === point && entry.left > 0) {
        entry.left -= 1;
        if (entry.left === 0) {
          this.injected.set(point, (this.injected.get(point) ?? 0) + 1);
          return entry.plannedFault;
        }
      }
    }
    return null;
  }

  async #standing(requests: readonly JobRequest[]): Promise<string> {
    const views = await Promise.all(requests.map((request) => this.#merchant.view(request)));
    const rows = await this.#merchant.rows();
    const runs = views.map(({ run, counts }) => `${run.state} ${counted(counts)}`);
    const open = rows.filter(({ open_attempt }) => open_attempt !== null).length;
    const owed = rows.filter(({ check_due }) => check_due).length;
    return `${runs.join(' and ')}; ${open} attempts open, ${owed} after-checks owed`;
  }

  /**
   * Follows this worker until it leaves its run for good; another takes over if it died, froze or gave up before the
   * end.
   */
  async #follow(
    worker: ProofWorker,
    request: JobRequest,
    employ: (request: JobRequest) => void,
    isCut: () => boolean,
  ): Promise<void> {
    const left = worker.ended.then(() => 'left' as const);
    const isOver = () => isCut() || this.#clock.beats > patienceBeats;
    let what = await Promise.race([worker.froze, worker.died, left]);
    if (what === 'froze' && !isOver()) {
      employ(request);
      what = await Promise.race([worker.died, left]);
    }
    if (isOver()) {
      return;
    }
    if (what === 'died') {
      employ(request);
      return;
    }
    if (!this.#left.includes(await this.#merchant.stateOf(request))) {
      await this.#clock.sleep(500);
      employ(request);
    }
  }
}

function counted(counts: object): string {
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
