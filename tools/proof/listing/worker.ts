import { requestMoments } from '@bowerbird/platforms/gated';
import { TooLate } from '@bowerbird/platforms/too-late';
import type { Db } from '../../../apps/server/src/db/database.ts';
import type { FaultPoint, Strike } from '../../../apps/server/src/listing/fault-points.ts';
import { workOnLane } from '../../../apps/server/src/listing/lane-work.ts';
import type { JobAsk } from '../../../apps/server/src/runs/jobs.ts';
import type { Services } from '../../../apps/server/src/services.ts';
import type { ProofClock } from './clock.ts';

/** The deadline of every round: who stands still for longer finds its gate shut. */
export const deadlineMs = 8000;

/** A store closes the connection of a worker that stands still for longer before the last byte of its request. */
const heldConnectionMs = deadlineMs;

/** Whether a request is on its way there: the gate is passed, and the store does not have all of it. */
function isOnTheWay(point: FaultPoint): boolean {
  return point === 'gate.after' || point === 'send.first-byte' || point === 'send.body-half';
}

/** Moments within a call of `fetch`; the answer's body is read after it. */
const withinFetch: ReadonlySet<string> = new Set(
  requestMoments.filter((moment) => moment !== 'answer.body-half'),
);

/** What befalls a worker at a fault point. */
export interface Blow {
  point: FaultPoint;
  /** At which time that any worker comes there. */
  nth: number;
  /** It dies; stands still for so long and comes back; fails; or its wall clock is set on by so much. */
  act: 'dies' | 'freezes' | 'throws' | 'clock-jumps';
  ms: number;
}

/**
 * One worker as a process of its own would be: killed, it sends nothing, hears nothing and writes nothing any more, and
 * what it had open in the database is undone; frozen, it does none of that until it comes back.
 */
export class ProofWorker {
  /** The first time that it stands still. */
  readonly froze: Promise<'froze'>;
  readonly died: Promise<'died'>;
  /** When the run's lane is left: null when it was left well. Never, for one that died. */
  readonly ended: Promise<unknown>;
  #state: 'well' | 'frozen' | 'dead' = 'well';
  #thawed: Promise<void> = Promise.resolve();
  #standsLong = false;
  #tellFrozen: (what: 'froze') => void = () => undefined;
  #tellDeath: (what: 'died') => void = () => undefined;
  readonly #clock: ProofClock;
  readonly #stop = new AbortController();

  constructor(
    services: Services,
    clock: ProofClock,
    ask: JobAsk,
    blowAt: (point: FaultPoint) => Blow | null,
  ) {
    this.#clock = clock;
    this.froze = new Promise((resolve) => {
      this.#tellFrozen = resolve;
    });
    this.died = new Promise((resolve) => {
      this.#tellDeath = resolve;
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
    this.ended = workOnLane(own, this.#strikeBy(blowAt), ask, this.#stop.signal).then(
      () => null,
      (thrown: unknown) => thrown,
    );
  }

  get isDead(): boolean {
    return this.#state === 'dead';
  }

  die(): void {
    this.#state = 'dead';
    this.#tellDeath('died');
  }

  #strikeBy(blowAt: (point: FaultPoint) => Blow | null): Strike {
    return (point) => {
      if (this.#state !== 'well') {
        if (point === 'gate.after' && this.#state === 'frozen' && this.#standsLong) {
          // Nothing of a process that stands still runs: it comes to its gate when it is back, and then it is too late.
          throw new TooLate();
        }
        return this.#passAt(point);
      }
      const blow = blowAt(point);
      switch (blow?.act) {
        case 'dies':
          this.die();
          return this.#passAt(point);
        case 'freezes':
          this.#freeze(blow.ms);
          return this.#passAt(point);
        case 'clock-jumps':
          this.#clock.jump(blow.ms);
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
    this.#tellFrozen('froze');
  }

  /** Goes on at once, or when it may; never, in one that died. */
  async #pass(): Promise<void> {
    while (this.#state !== 'well') {
      await (this.#state === 'dead' ? new Promise<never>(() => undefined) : this.#thawed);
    }
  }

  /** The same at a point. A request on its way breaks off where its worker died, and where it stood still for too long. */
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

  /** What one that died had sent goes on in the store; it hears no more of it. */
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
      // The database hears of a death at once, whatever the transaction waits for, and undoes it.
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
