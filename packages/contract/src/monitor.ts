import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { route } from './route.ts';
import { Fault, RunId, runKinds, runStates } from './runs.ts';

/** `act`: a person must do something; `watch`: outside its normal band, and it goes on by itself. */
export const Health = z.enum(['normal', 'watch', 'act']);
export type Health = z.infer<typeof Health>;

/** What goes on between us and one store or one source host now. */
const Lane = z.object({
  what: z.enum(['store', 'source']),
  /** The store's id, or the source's host. */
  key: z.string(),
  name: z.string(),
  platform: z.string(),
  /** How many runs work, wait or rest here. */
  runs: z.int(),
  runId: z.nullable(RunId),
  state: z.enum(['idle', ...runStates]),
  /** Products a second, over the last ten seconds; a source's, which comes in batches, over two minutes. */
  perSecond: z.number(),
  /** Of what the other side allows, 0 to 100; null where it told no limit. */
  limitUsed: z.nullable(z.int()),
  /** Products not decided yet; null while nobody knows. */
  waiting: z.nullable(z.int()),
  goesOnAt: z.nullable(Instant),
  fault: z.nullable(Fault),
  health: Health,
});
export type MonitorLane = z.infer<typeof Lane>;

/** Lanes of all merchants on one platform, without a name of anything. */
const PlatformLane = z.object({
  what: z.enum(['store', 'source']),
  platform: z.string(),
  lanes: z.int(),
  held: z.int(),
  perSecond: z.number(),
  waiting: z.int(),
  health: Health,
});
export type PlatformLane = z.infer<typeof PlatformLane>;

const Gauge = z.object({
  value: z.number(),
  normalMax: z.number(),
  max: z.nullable(z.number()),
  health: Health,
});
export type Gauge = z.infer<typeof Gauge>;

/** The machine, for administrators. */
const Machine = z.object({
  queue: z.array(
    z.object({ kind: z.enum(runKinds), active: z.int(), waiting: z.int(), later: z.int(), silent: z.int() }),
  ),
  /** Seconds that the oldest job has waited that could begin. */
  queueWait: Gauge,
  /** Jobs whose worker gave no sign of life within its time. */
  silentJobs: Gauge,
  /** Milliseconds of one short question to the database. */
  databaseAnswer: Gauge,
  databaseConnections: Gauge,
  databaseBytes: z.number(),
  /** Used bytes of the disk that holds the data folder; null where the system does not tell. */
  disk: z.nullable(Gauge),
  memoryBytes: z.number(),
  upSeconds: z.number(),
});
export type Machine = z.infer<typeof Machine>;

/**
 * What happens now. A merchant gets the lanes and counts of their own; an administrator totals by platform, and the
 * machine.
 */
export const getMonitor = route({
  method: 'GET',
  path: '/dashboard/monitor',
  needs: { permission: 'dashboard', action: 'get' },
  answer: z.object({
    at: Instant,
    lanes: z.array(Lane),
    platforms: z.array(PlatformLane),
    /** Runs that have not ended, by kind and state. */
    runs: z.array(z.object({ kind: z.enum(runKinds), state: z.enum(runStates), count: z.int() })),
    machine: z.nullable(Machine),
  }),
});
