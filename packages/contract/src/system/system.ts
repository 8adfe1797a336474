import { z } from 'zod/mini';
import { watchedFields } from '../collect/collect.ts';
import { Instant } from '../list.ts';
import { route } from '../route.ts';

/** Parts of the program whose health is reported. */
export const systemParts = [
  'program',
  'database',
  'queue',
  'workers',
  'storage',
  'outbox',
  'errors',
  'readers',
] as const;
export type SystemPart = (typeof systemParts)[number];

/** The measured figures, each with one fixed unit. */
export const figureNames = [
  'uptime',
  'database.answer',
  'database.connections',
  'database.size',
  'queue.waiting',
  'queue.active',
  'queue.oldest',
  'workers.alive',
  'storage.used',
  'storage.free',
  'outbox.waiting',
  'outbox.failed',
  'outbox.kept',
  'errors.hour',
  'errors.day',
  'readers.lost',
] as const;
export type FigureName = (typeof figureNames)[number];

export const Figure = z.object({
  name: z.enum(figureNames),
  part: z.enum(systemParts),
  unit: z.enum(['count', 'bytes', 'seconds', 'milliseconds']),
  /** Null: could not be measured. */
  value: z.nullable(z.number()),
  /** The normal range; null at an open end. Both null: no range, the figure is only shown. */
  normalFrom: z.nullable(z.number()),
  normalTo: z.nullable(z.number()),
  /** Outside its range, so that a person must act. */
  act: z.boolean(),
});
export type Figure = z.infer<typeof Figure>;

/** The state of this installation, measured for each request. */
export const SystemStatus = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: Instant,
  measuredAt: Instant,
  database: z.object({ version: z.string(), embedded: z.boolean() }),
  dataFolder: z.string(),
  figures: z.array(Figure),
  queues: z.array(z.object({ kind: z.string(), waiting: z.int(), active: z.int() })),
  processes: z.array(
    z.object({
      id: z.uuid(),
      host: z.string(),
      pid: z.int(),
      role: z.enum(['api', 'worker', 'all']),
      version: z.string(),
      startedAt: Instant,
      seenAt: Instant,
      alive: z.boolean(),
      errorsDay: z.int(),
    }),
  ),
  folders: z.array(z.object({ name: z.string(), bytes: z.int() })),
  practice: z.boolean(),
  providers: z.object({ mail: z.boolean(), sms: z.boolean(), payment: z.boolean() }),
  /** Readers that find less than before, newest first; entries close automatically. Left out by older servers. */
  drift: z.optional(
    z.array(
      z.object({
        id: z.uuid(),
        platform: z.string(),
        /** Which of its readers: `list`, `page`, `one`, or `own:<way in>`. */
        way: z.string(),
        field: z.enum(watchedFields),
        before: z.number(),
        now: z.number(),
        /** Number of runs in which it was seen. */
        runs: z.int(),
        since: Instant,
        seenAt: Instant,
        /** Null while it is open; a closed entry is kept for a week. */
        closedAt: z.nullable(Instant),
      }),
    ),
  ),
});
export type SystemStatus = z.infer<typeof SystemStatus>;

const needs = { permission: 'support', action: 'get' } as const;

export const getSystemStatus = route({
  method: 'GET',
  path: '/system/status',
  needs,
  answer: SystemStatus,
});

/** Returns what an administrator's Workplace shows. */
export const getSystemOverview = route({
  method: 'GET',
  path: '/system/overview',
  needs,
  answer: z.object({
    /** Figures outside their range. */
    act: z.array(Figure),
    /** Orders whose bank transfer waits to be confirmed. */
    openOrders: z.int(),
    /** Number of frozen merchants. */
    frozen: z.int(),
    /** Messages that remain in the outbox because no provider delivers them. */
    keptMessages: z.int(),
    merchants: z.int(),
    people: z.int(),
    /** Accounts created within the last seven days, newest first, ten at most. */
    newAccounts: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        username: z.string(),
        /** Null for an administrator. */
        merchant: z.nullable(z.string()),
        createdAt: Instant,
        activated: z.boolean(),
      }),
    ),
    newAccountsTotal: z.int(),
    /** Messages that could not be sent within the last seven days, newest first, five at most. */
    failedMessages: z.array(
      z.object({
        id: z.uuid(),
        channel: z.enum(['mail', 'sms']),
        template: z.string(),
        createdAt: Instant,
      }),
    ),
    failedMessagesTotal: z.int(),
  }),
});
