import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from './list.ts';
import { browserRoute, route } from './route.ts';

export const RunId = z.uuid();
export type RunId = string;

export const runKinds = ['collect', 'edit', 'import', 'export', 'listing', 'undo', 'claim', 'rule'] as const;
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
/** The actions of listing runs that do not list. */
export const listingActions = ['delist', 'relist', 'remove', 'undo', 'publish-stored'] as const;
/** What a run does with an edit rule. */
export const ruleChanges = ['attach', 'move', 'detach'] as const;
/** Final states: a run does not leave them by itself. */
export const endStates = ['complete', 'partial', 'failed', 'cancelled'] as const satisfies RunState[];

/** Reports whether a run has ended, whatever became of it: it stays in this state unless somebody acts. */
export function hasEnded({ state }: { state: RunState }): boolean {
  return endStates.some((end) => end === state);
}

/** An error as shown to a person: the code, and the values for its message. */
export const Fault = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Fault = z.infer<typeof Fault>;

/** As the server has read it: every page shows runs, and the language of edits would weigh on all of them. */
const FirstStep = z.custom<EditStep>((value) => typeof value === 'object' && value !== null);

/** One long-running job, of any kind. */
export const Run = z.object({
  id: RunId,
  kind: z.enum(runKinds),
  state: z.enum(runStates),
  /** A descriptive title: the collected host, the stores listed to, the file's name. */
  title: z.string(),
  done: z.int(),
  /** Null while unknown. */
  total: z.nullable(z.int()),
  /** Items that failed (skipped, rejected). */
  failed: z.int(),
  /** Estimated seconds until the end at the pace so far; null while unknown. */
  secondsLeft: z.nullable(z.number()),
  /** Why it is on hold, paused automatically, partial or failed. */
  fault: z.nullable(Fault),
  /** When a run on hold resumes automatically. */
  goesOnAt: z.nullable(Instant),
  createdBy: z.nullable(z.string()),
  createdAt: Instant,
  startedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Incremented with every change; events carry it. */
  version: z.int(),
  /** What is available at the end: a file to download, rejected items to view. */
  exportFileId: z.nullable(z.uuid()),
  /** Read in a merchant's own browser: the run grew with what the plugin sent. */
  byPlugin: z.optional(z.literal(true)),
  /** Images of its first products, four at most; left out where a run is returned as part of something else. */
  images: z.optional(z.array(z.string())),
  /** The action of a listing run that does not list. */
  act: z.optional(z.enum(listingActions)),
  /** What a bulk edit or its undo is about: its first step, and the number of all. */
  edit: z.optional(z.object({ first: FirstStep, steps: z.int() })),
  /** It set marks of the team, or undid that. */
  marks: z.optional(z.literal(true)),
  /** What a run of kind `rule` does with the rule that is its title. */
  ruleChange: z.optional(z.enum(ruleChanges)),
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

/** Returns the runs that are active, waiting, or ended within the last ten minutes: the content of the tray. */
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
/** Cancels a run permanently; what it already did is kept. */
export const cancelRun = route({
  method: 'POST',
  path: '/runs/:id/cancel',
  needs: { permission: 'runs', action: 'edit' },
  params: runParams,
  answer: Run,
});

/**
 * Streams server-sent events: `run` with `{ id, version }` for every change of a run of the caller's merchant, `notice`
 * for a new notification.
 */
export const streamRuns = browserRoute({
  method: 'GET',
  path: '/runs/stream',
  needs: 'signed-in',
  programs: true,
  streams: 'events',
});
