import { requestMoments } from '@bowerbird/platforms/net/gated';
import { TooLate } from '@bowerbird/platforms/net/too-late';
import type { Db } from '../../../../apps/server/src/db/database.ts';
import { workOnStoreJob } from '../../../../apps/server/src/listing/job/store-job-work.ts';
import type {
  FaultInjector,
  FaultPoint,
} from '../../../../apps/server/src/listing/store-job/fault-points.ts';
import type { JobRequest } from '../../../../apps/server/src/runs/jobs.ts';
import type { Services } from '../../../../apps/server/src/services/services.ts';
import type { ProofClock } from '../clock.ts';

/** The deadline of every round, in milliseconds: a worker frozen for longer finds its gate closed. */
export const deadlineMs = 8000;

/**
 * Milliseconds after which a store closes the connection of a worker that freezes before the last byte of its request.
 */
const heldConnectionMs = deadlineMs;

/** Reports whether a request is in transit: it passed the gate, and the store does not have all of it. */
function isOnTheWay(point: FaultPoint): boolean {
  return point === 'gate.after' || point === 'send.first-byte' || point === 'send.body-half';
}

/** Moments within a call of `fetch`; the answer's body is read after it. */
const withinFetch: ReadonlySet<string> = new Set(
  requestMoments.filter((moment) => moment !== 'answer.body-half'),
);

/** What happens to a worker at a fault point. */
export interface PlannedFault {
  point: FaultPoint;
  /** At which pass of any worker. */
  nth: number;
  /** The worker dies; freezes for this many milliseconds and returns; fails; or its wall clock jumps by this much. */
  act: 'dies' | 'freezes' | 'throws' | 'clock-jumps';
  ms: number;
}

/**
 * One worker that behaves like a separate process: when killed, it sends, receives and writes nothing any more, and its
 * open transactions are rolled back; when frozen, it does none of that until it returns.
 */
export class ProofWorker {
  /** Resolves when it first freezes. */
  readonly froze: Promise<'froze'>;
  readonly died: Promise<'died'>;
  /** Resolves when it leaves the run's store job: with null if it left normally. Never for a worker that died. */
  readonly ended: Promise<unknown>;
  #state: 'well' | 'frozen' | 'dead' = 'well';
  #thawed: Promise<void> = Promise.resolve();
  #standsLong = false;
  #reportFrozen: (what: 'froze') => void = () => undefined;
  #reportDeath: (what: 'died') => void = () => undefined;
  readonly #clock: ProofClock;
  readonly #stop = new AbortController();

  constructor(
    services: Services,
    clock: ProofClock,
    request: JobRequest,
    plannedFaultAt: (point: FaultPoint) => PlannedFault | null,
  ) {
    this.#clock = clock;
    this.froze = new Promise((resolve) => {
      this.#reportFrozen = resolve;
    });
    this.died = new Promise((resolve) => {
      this.#reportDeath = resolve;
    });
    const own: Services = {
      ...services,
      db: this.#database(services.db),
      fetch: this.#fetch(services.fetch),
      clock: {
        monotonic: clock.monotonic,
        wall: clock.wall,
        sleep: (ms, signal) => this.#sleep(ms, signal),
      },
    };
    this.ended = workOnStoreJob(own, this.#injectFaultBy(plannedFaultAt), request, this.#stop.signal).then(
      () => null,
      (thrown: unknown) => thrown,
    );
  }

  get isDead(): boolean {
    return this.#state === 'dead';
  }

  die(): void {
    this.#state = 'dead';
    this.#reportDeath('died');
  }

  #injectFaultBy(plannedFaultAt: (point: FaultPoint) => PlannedFault | null): FaultInjector {
    return (point) => {
      if (this.#state !== 'well') {
        if (point === 'gate.after' && this.#state === 'frozen' && this.#standsLong) {
          // Nothing in a frozen process runs: it reaches its gate after it returns, and then it is too late.
          throw new TooLate();
        }
        return this.#passAt(point);
      }
      const plannedFault = plannedFaultAt(point);
      switch (plannedFault?.act) {
        case 'dies':
          this.die();
          return this.#passAt(point);
        case 'freezes':
          this.#freeze(plannedFault.ms);
          return this.#passAt(point);
        case 'clock-jumps':
          this.#clock.jump(plannedFault.ms);
          return undefined;
        case 'throws':
          throw new Error(`failed at ${point}`);
        case undefined:
          return undefined;
      }
    };
  }

  #freeze(ms: number): void {
    this.#state = 'frozen';
    this.#standsLong = ms > deadlineMs;
    this.#thawed = this.#clock.sleep(ms).then(() => {
      if (this.#state === 'frozen') {
        this.#state = 'well';
      }
    });
    this.#reportFrozen('froze');
  }

  /** Continues at once, or when allowed; never in a dead worker. */
  async #pass(): Promise<void> {
    while (this.#state !== 'well') {
      await (this.#state === 'dead' ? new Promise<never>(() => undefined) : this.#thawed);
    }
  }

  /** Does the same at a point. A request in transit is cut off if its worker died, or was frozen for too long. */
  async #passAt(point: FaultPoint): Promise<void> {
    if (!withinFetch.has(point)) {
      return await this.#pass();
    }
    const since = this.#clock.monotonic();
    while (this.#state === 'frozen') {
      await Promise.race([this.#thawed, this.died]);
    }
    if (this.isDead) {
      throw new Error('killed within a request');
    }
    if (isOnTheWay(point) && this.#clock.monotonic() - since > heldConnectionMs) {
      throw new Error('the store closed the connection');
    }
  }

  async #sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await this.#clock.sleep(ms, signal);
    await this.#pass();
  }

  /** A request from a dead worker continues in the store; the worker receives nothing more. */
  #fetch(fetch: Services['fetch']): Services['fetch'] {
    return async (input, init) => {
      if (this.#state !== 'well') {
        await this.#pass();
      }
      try {
        return await this.#clock.during(() => fetch(input, init));
      } finally {
        if (this.#state !== 'well') {
          await this.#pass();
        }
      }
    };
  }

  #database(db: Db): Db {
    const transaction: Db['transaction'] = () => {
      const builder = db.transaction();
      return new Proxy(builder, {
        get: (target, name) =>
          name === 'execute'
            ? (work: Parameters<typeof builder.execute>[0]) => this.#execute(builder, work)
            : Reflect.get(target, name),
      });
    };
    return new Proxy(db, {
      get(target, name) {
        const value: unknown = name === 'transaction' ? transaction : Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  async #execute(
    builder: ReturnType<Db['transaction']>,
    work: Parameters<ReturnType<Db['transaction']>['execute']>[0],
  ): Promise<unknown> {
    await this.#pass();
    try {
      // The database notices a death at once, whatever the transaction waits for, and rolls it back.
      const undone = this.died.then(() => {
        throw new Error('killed: what was not committed is undone');
      });
      undone.catch(() => undefined);
      return await this.#clock.during(() => builder.execute((open) => Promise.race([work(open), undone])));
    } finally {
      await this.#pass();
    }
  }
}
