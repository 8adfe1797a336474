import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { ScheduleTimes } from '../listing/schedules.ts';
import { ProductFilter } from '../products/products.ts';
import { route } from '../route.ts';
import { Fault, RunId, runStates } from '../runs.ts';

/** Most files that a scheduled export keeps. */
export const keptFilesMax = 50;

const written = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  templateId: z.uuid(),
  /** The products, as they match each time; {}: all. */
  filter: ProductFilter,
  times: ScheduleTimes,
  /** The time zone of `times`. */
  timeZone: z.string().check(z.maxLength(60)),
  /** How many files are kept, the newest ones. */
  keep: z.int().check(z.minimum(1), z.maximum(keptFilesMax)),
};

/** An export that is made again and again, by a template. */
export const ExportSchedule = z.object({
  id: z.uuid(),
  ...written,
  templateName: z.string(),
  on: z.boolean(),
  /** Null when none is planned: it is paused, or was for one time. */
  nextAt: z.nullable(Instant),
  /** The last time it was due; null before. `still-going`: the export before it had not ended. */
  last: z.nullable(
    z.object({
      at: Instant,
      outcome: z.enum(['started', 'still-going', 'refused']),
      run: z.nullable(z.object({ id: RunId, state: z.enum(runStates) })),
    }),
  ),
  /** Why it could not begin. */
  fault: z.nullable(Fault),
  /** Files that it keeps, and the newest. */
  files: z.int(),
  newestFile: z.nullable(z.object({ id: z.uuid(), name: z.string(), at: Instant })),
  /** Open links to its newest file. */
  links: z.int(),
  createdAt: Instant,
});
export type ExportSchedule = z.infer<typeof ExportSchedule>;

const needs = { permission: 'products', action: 'export' } as const;
const params = z.object({ id: z.uuid() });

/** Returns the merchant's scheduled exports, oldest first. */
export const listExportSchedules = route({
  method: 'GET',
  path: '/exports/schedules',
  needs,
  answer: z.array(ExportSchedule),
});

/** Fails with `export-schedule.too-many` at its limit, and with `not-found` for an unknown template. */
export const createExportSchedule = route({
  method: 'POST',
  path: '/exports/schedules',
  needs,
  body: z.object(written),
  answer: ExportSchedule,
  status: 201,
});

/** Changes a schedule; the next time is computed again if its times changed or it is turned on. */
export const saveExportSchedule = route({
  method: 'PUT',
  path: '/exports/schedules/:id',
  needs,
  params,
  body: z.object({ ...written, on: z.boolean() }),
  answer: ExportSchedule,
});

/** Deletes a schedule and its links; its files stay until somebody deletes them. */
export const deleteExportSchedule = route({
  method: 'DELETE',
  path: '/exports/schedules/:id',
  needs,
  params,
  answer: z.object({ deleted: z.literal(true) }),
});

/** Exports now; the times stay. While one runs, its run is returned. */
export const runExportSchedule = route({
  method: 'POST',
  path: '/exports/schedules/:id/run',
  needs,
  params,
  answer: z.object({ runId: RunId }),
  status: 202,
});
