import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from './list.ts';
import { browserRoute, route } from './route.ts';

export const RunId = z.uuid();
export type RunId = string;

export const runKinds = ['collect', 'edit', 'import', 'export', 'listing', 'undo', 'claim'] as const;
export type RunKind = (typeof runKinds)[number];
export const runStates = [
  'waiting',
  'scheduled',
  'running',
  'paused',
  'held',
  'complete',
  'partial',
  'failed',
  'cancelled',
] as const;
export type RunState = (typeof runStates)[number];
/** What a listing run does that does not list. */
export const listingActs = ['delist', 'relist', 'remove', 'undo'] as const;
/** States that a run does not leave by itself. */
export const endStates = ['complete', 'partial', 'failed', 'cancelled'] as const satisfies RunState[];

/** A failure as a person is told it: the code, and the values its sentence needs. */
export const Fault = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Fault = z.infer<typeof Fault>;

/** One piece of long work, of any kind. */
export const Run = z.object({
  id: RunId,
  kind: z.enum(runKinds),
  state: z.enum(runStates),
  /** What the person would call it: the host collected, the stores listed to, the file's name. */
  title: z.string(),
  done: z.int(),
  /** Null while nobody knows. */
  total: z.nullable(z.int()),
  /** Items that ended badly (skipped, refused). */
  failed: z.int(),
  /** Seconds to the end at the pace so far; null while unknown. */
  secondsLeft: z.nullable(z.number()),
  /** Why it is held, paused by itself, partial or failed. */
  fault: z.nullable(Fault),
  /** When a held run goes on by itself. */
  goesOnAt: z.nullable(Instant),
  createdBy: z.nullable(z.string()),
  createdAt: Instant,
  startedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Grows by one with every change; events carry it. */
  version: z.int(),
  /** What its end offers: a file to download, refused items to see. */
  exportFileId: z.nullable(z.uuid()),
  /** Read in a merchant's own browser: it grew with what the plugin sent. */
  byPlugin: z.optional(z.literal(true)),
  /** Images of its first products, four at most; left out where a run is answered as a part of something else. */
  images: z.optional(z.array(z.string())),
  /** Of a listing run that does not list: what it does. */
  act: z.optional(z.enum(listingActs)),
});
export type Run = z.infer<typeof Run>;

export const listRuns = route({
  method: 'GET',
  path: '/runs',
  needs: { permission: 'runs', action: 'query' },
  query: z.object({
    ...pageQuery,
    kind: z.optional(z.enum(runKinds)),
    state: z.optional(z.enum([...runStates, 'open'])),
  }),
  answer: listOf(Run),
});

/** What runs now, waits, or ended within ten minutes: the tray's content. */
export const listCurrentRuns = route({
  method: 'GET',
  path: '/runs/current',
  needs: 'signed-in',
  programs: true,
  answer: z.array(Run),
});

const runParams = z.object({ id: RunId });
export const getRun = route({
  method: 'GET',
  path: '/runs/:id',
  needs: { permission: 'runs', action: 'get' },
  params: runParams,
  answer: Run,
});
export const pauseRun = route({
  method: 'POST',
  path: '/runs/:id/pause',
  needs: { permission: 'runs', action: 'edit' },
  params: runParams,
  answer: Run,
});
export const resumeRun = route({
  method: 'POST',
  path: '/runs/:id/resume',
  needs: { permission: 'runs', action: 'edit' },
  params: runParams,
  answer: Run,
});
/** Ends it for good; what it already did stays. */
export const cancelRun = route({
  method: 'POST',
  path: '/runs/:id/cancel',
  needs: { permission: 'runs', action: 'edit' },
  params: runParams,
  answer: Run,
});

/** Server-sent events: `run` with `{ id, version }` for every change of the caller's owner's runs, `notice` for a new notice. */
export const streamRuns = browserRoute({
  method: 'GET',
  path: '/runs/stream',
  needs: 'signed-in',
  programs: true,
  streams: 'events',
});
