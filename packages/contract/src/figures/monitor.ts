import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { Fault, RunId, runKinds, runStates } from '../runs.ts';

/** `act`: a person must do something; `watch`: outside its normal range, and it continues by itself. */
export const Health = z.enum(['normal', 'watch', 'act']);
export type Health = z.infer<typeof Health>;

/** The current work with one store or one source host. */
const Channel = z.object({
  what: z.enum(['store', 'source']),
  /** The store's id, or the source's host. */
  key: z.string(),
  name: z.string(),
  platform: z.string(),
  /** Number of runs that are working, waiting or paused here. */
  runs: z.int(),
  runId: z.nullable(RunId),
  state: z.enum(['idle', ...runStates]),
  /** Products per second, over the last ten seconds; for a source, which delivers in batches, over two minutes. */
  perSecond: z.number(),
  /** Share of the other side's limit in use, 0 to 100; null where it gave no limit. */
  limitUsed: z.nullable(z.int()),
  /** Products that are not decided yet; null while unknown. */
  waiting: z.nullable(z.int()),
  goesOnAt: z.nullable(Instant),
  fault: z.nullable(Fault),
  health: Health,
});
export type MonitorChannel = z.infer<typeof Channel>;

/** Totals of all merchants on one platform, without any names. */
const PlatformChannel = z.object({
  what: z.enum(['store', 'source']),
  platform: z.string(),
  channels: z.int(),
  held: z.int(),
  perSecond: z.number(),
  waiting: z.int(),
  health: Health,
});
export type PlatformChannel = z.infer<typeof PlatformChannel>;

const Gauge = z.object({
  value: z.number(),
  normalMax: z.number(),
  max: z.nullable(z.number()),
  health: Health,
});
export type Gauge = z.infer<typeof Gauge>;

/** State of the server, for administrators. */
const Machine = z.object({
  queue: z.array(
    z.object({ kind: z.enum(runKinds), active: z.int(), waiting: z.int(), later: z.int(), silent: z.int() }),
  ),
  /** Seconds that the oldest job that is ready to run has waited. */
  queueWait: Gauge,
  /** Jobs whose worker sent no heartbeat in time. */
  silentJobs: Gauge,
  /** Duration of one short database query, in milliseconds. */
  databaseAnswer: Gauge,
  databaseConnections: Gauge,
  databaseBytes: z.number(),
  /** Used bytes of the disk that holds the data folder; null where the system does not report them. */
  disk: z.nullable(Gauge),
  memoryBytes: z.number(),
  upSeconds: z.number(),
});
export type Machine = z.infer<typeof Machine>;

/**
 * Returns what is happening now. A merchant gets their own stores, sources and counts; an administrator gets totals by
 * platform, and the state of the server.
 */
export const getMonitor = route({
  method: 'GET',
  path: '/dashboard/monitor',
  needs: { permission: 'dashboard', action: 'get' },
  answer: z.object({
    at: Instant,
    channels: z.array(Channel),
    platforms: z.array(PlatformChannel),
    /** Runs that have not ended, by kind and state. */
    runs: z.array(z.object({ kind: z.enum(runKinds), state: z.enum(runStates), count: z.int() })),
    machine: z.nullable(Machine),
  }),
});
