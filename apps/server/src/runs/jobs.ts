import type { RunKind } from '@bowerbird/contract/runs';
import { type Job, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Log } from '../log/log.ts';
import { queuedSql, runsSql, unfinishedOfSql } from './queue/queries.ts';
import { heartbeatSeconds, type Workers, wakeWorkers } from './queue/wake-workers.ts';
import type { RunRow } from './runs.ts';
import type { Signals } from './signals.ts';

/** Input of a job: a run, and which part of it (a source host, a shop; else the run's own id). */
export interface JobRequest {
  runId: string;
  ownerId: string;
  key: string;
}

/**
 * How runs of one kind are processed. A job may be delivered twice, late, or to a worker believed dead, and the work
 * must tolerate that.
 */
export interface JobKind {
  kind: RunKind;
  /** Returns the job keys: jobs of one key never run at the same time; one job is sent for each key. */
  keys(run: RunRow): string[];
  /** How many jobs of this kind one process works on at a time. */
  atOnce: number;
  /** One process works on one job of each merchant at a time, so that another merchant's job finds a free worker. */
  oneOfEach?: true;
  work(request: JobRequest, signal: AbortSignal): Promise<void>;
}

/** The queued jobs of one kind. */
export interface Queued {
  kind: string;
  active: number;
  /** Jobs ready to start. */
  waiting: number;
  /** Jobs to start at a later time. */
  later: number;
  /** Active jobs whose worker gave no sign of life for twice the heartbeat time. */
  silent: number;
  /** Seconds that the oldest ready job has waited for a worker, not counting waits for another job of its key. */
  waitSeconds: number;
}

export interface Jobs {
  /**
   * Sends the run's jobs, now or at a given time. Waking a run twice is harmless. The more jobs of a kind a merchant has
   * waiting, the later comes a further one: a merchant with one job does not wait for all of another's.
   */
  wake(run: RunRow, at?: Date): Promise<void>;
  /** Creates the queues of these kinds, so that their runs can be woken from here. */
  know(kinds: readonly JobKind[]): Promise<void>;
  /** Returns the ids of runs that have an active, waiting or later job; `due` leaves out jobs that start later. */
  runsWithJobs(options?: { due: boolean }): Promise<Set<string>>;
  /** Returns what is queued of each kind that has jobs. */
  queued(): Promise<Queued[]>;
  /** Starts to work on these kinds; woken by signals where they are given, else by looking twice a second. */
  start(kinds: readonly JobKind[], signals?: Signals): Promise<void>;
  /** Signals running jobs to stop at their next item, and does not wait. Calls and wake-ups continue until `stop`. */
  interrupt(): void;
  /** Interrupts running jobs and waits for them. */
  stop(): Promise<void>;
}

/**
 * How long a job stays after its end, and how often ended ones are looked for, in seconds. Whatever counts the jobs, as the
 * queue itself does for its busy keys, reads these too.
 */
const keptSeconds = 60;

/** Seconds between two looks of a worker that nobody wakes (`wakeWorkers`). */
const unwokenSeconds = 60;

/**
 * Creates the queue's tables, or brings them up to date, as the role that the address names; a pooler of transactions
 * cannot pass a role on.
 */
export async function prepareQueue(
  connection: ConstructorParameters<typeof PgBoss>[0] & object,
): Promise<void> {
  const boss = new PgBoss({ ...connection, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false, close: true });
}

/**
 * Opens the job queue in PostgreSQL. It provides pacing and takeover; the rows of each kind guarantee that nothing
 * happens twice.
 */
export async function openJobs(
  connection: ConstructorParameters<typeof PgBoss>[0] & object,
  log: Log,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...connection,
    schema: 'pgboss',
    superviseIntervalSeconds: 5,
    // Less than between two passes: `wakeWorkers` has the busy keys of one queue counted when a job waits for them.
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: keptSeconds,
    queueCacheIntervalSeconds: 30,
    max: 6,
  });
  boss.on('error', (error) => log.warn({ error: error.message }, 'The job queue reported an error'));
  await boss.start();
  const known = new Map<RunKind, JobKind>();
  const stopping = new AbortController();
  const wakers: ReturnType<typeof wakeWorkers>[] = [];

  return {
    async know(kinds) {
      for (const kind of kinds) {
        known.set(kind.kind, kind);
        await boss.createQueue(kind.kind, {
          policy: 'singleton',
          heartbeatSeconds,
          // A job is coarse and may take hours; its heartbeat shows whether it is alive.
          expireInSeconds: 24 * 3600 - 1,
          retryLimit: 1000,
          retryDelay: 0,
          deleteAfterSeconds: keptSeconds,
        });
        // A queue that exists already keeps the rest.
        await boss.updateQueue(kind.kind, { deleteAfterSeconds: keptSeconds });
      }
    },

    async wake(run, at) {
      const keys = known.get(run.kind)?.keys(run) ?? [];
      if (keys.length === 0) {
        return;
      }
      const before = await unfinishedOf(boss, run);
      for (const [place, key] of keys.entries()) {
        const request: JobRequest = { runId: run.id, ownerId: run.owner_id, key };
        await boss.send(run.kind, request, {
          singletonKey: key,
          group: { id: run.owner_id },
          // Jobs of the same priority begin in the order in which they were sent.
          priority: -Math.min(before + place, countedMax),
          ...(at && { startAfter: secondsTo(at) }),
        });
      }
      await boss.getDb().executeSql(`select pg_notify('job_queued', $1)`, [run.kind]);
    },

    async runsWithJobs({ due } = { due: false }) {
      const { rows } = await boss.getDb().executeSql(runsSql, [!due]);
      return new Set(
        z
          .array(z.object({ id: z.string() }))
          .parse(rows)
          .map(({ id }) => id),
      );
    },

    async queued() {
      const { rows } = await boss.getDb().executeSql(queuedSql(2 * heartbeatSeconds));
      return z.array(QueuedRow).parse(rows);
    },

    async start(kinds, signals) {
      const all = new Map<string, Workers>();
      const waker = wakeWorkers(boss, all, { signals, log });
      wakers.push(waker);
      for (const { kind, atOnce, oneOfEach, work } of kinds) {
        const workers: Workers = { ids: [], busy: 0 };
        all.set(kind, workers);
        for (let index = 0; index < atOnce; index += 1) {
          let id = '';
          id = await boss.work<JobRequest>(
            kind,
            {
              pollingIntervalSeconds: unwokenSeconds,
              batchSize: 1,
              // Counted for all workers of this kind in this process together.
              ...(oneOfEach && { localGroupConcurrency: 1 }),
            },
            async (jobs: Job<JobRequest>[]) => {
              workers.busy += 1;
              try {
                for (const job of jobs) {
                  await work(job.data, AbortSignal.any([job.signal, stopping.signal]));
                }
              } finally {
                workers.busy -= 1;
                // Makes the worker look again as soon as this job counts as done.
                boss.notifyWorker(id);
                waker.look();
              }
            },
          );
          workers.ids.push(id);
        }
      }
      waker.look();
    },

    interrupt() {
      stopping.abort(new Error('The server is stopping.'));
    },

    async stop() {
      stopping.abort(new Error('The server is stopping.'));
      await Promise.all(wakers.map((each) => each.stop()));
      await boss.stop({ graceful: true, timeout: 8000, close: true });
    },
  };
}

/** Unfinished jobs of a merchant beyond which a further one comes no later. */
const countedMax = 100;

/** Returns how many jobs of the run's kind its merchant has that have not ended, other than its own. */
async function unfinishedOf(boss: PgBoss, { id, kind, owner_id }: RunRow): Promise<number> {
  const { rows } = await boss.getDb().executeSql(unfinishedOfSql, [kind, owner_id, id, countedMax]);
  return z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count;
}

/**
 * Returns the seconds from now, which the database then counts on its own clock; that clock may differ from this
 * machine's.
 */
function secondsTo(at: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - Date.now()) / 1000));
}

const QueuedRow = z.object({
  kind: z.string(),
  active: z.number(),
  waiting: z.number(),
  later: z.number(),
  silent: z.number(),
  waitSeconds: z.number(),
});
