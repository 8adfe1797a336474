import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { Delisted, ListingOptions } from './listing.ts';
import { Selection } from './products.ts';
import { route } from './route.ts';
import { Fault, RunId, runStates } from './runs.ts';
import { StoreId } from './stores.ts';

export const schedulesMax = 100;
/** Between two runs, where they come every so many hours. */
export const scheduleHours = [1, 2, 3, 4, 6, 8, 12] as const;

/** A date and time on the clock of a place, which has no zone of its own: `2026-11-21T09:30`. */
export const LocalTime = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/));

/**
 * When it comes again. Days are as the calendar of the store has them, 1 for Monday to 7 for Sunday; hours are time gone
 * by, whatever clocks show.
 */
export const Repeat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('never') }),
  z.object({ kind: z.literal('daily') }),
  z.object({
    kind: z.literal('weekly'),
    days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  }),
  z.object({ kind: z.literal('hours'), every: z.literal(scheduleHours) }),
]);
export type Repeat = z.infer<typeof Repeat>;

/**
 * From when on, and how often. Each store lives by its own clock: 9:00 is nine in the morning in every store, and so not
 * the same moment in all of them. A time that a change of clocks leaves out comes as much later as the clocks jump; of one
 * that comes twice it is the first.
 */
export const ScheduleTimes = z.object({ first: LocalTime, repeat: Repeat });
export type ScheduleTimes = z.infer<typeof ScheduleTimes>;

const whatFor = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  times: ScheduleTimes,
  /** The clock of stores that do not tell their own zone. */
  timeZone: z.string().check(z.maxLength(60)),
};

/** Where a schedule stands in one of its stores. */
export const SchedulePlace = z.object({
  storeId: StoreId,
  storeName: z.string(),
  platform: z.string(),
  timeZone: z.string(),
  /** True where the store does not tell its zone, so that the schedule's own counts. */
  zoneIsOurs: z.boolean(),
  /** Null when nothing comes: it is paused, or was done once and for all. */
  nextAt: z.nullable(Instant),
  /** What came of it last; null before the first time. */
  last: z.nullable(
    z.object({
      at: Instant,
      dueAt: Instant,
      /** Seconds too late, as nothing ran when it was due; 0 when it was in time. */
      lateSeconds: z.int(),
      /** `nothing-new`: everything was there as it is. `still-going`: the run before had not ended. */
      outcome: z.enum(['started', 'nothing-new', 'still-going', 'refused']),
      run: z.nullable(z.object({ id: RunId, state: z.enum(runStates) })),
    }),
  ),
  /** Why it could not start; without a next time it waits for a person. */
  fault: z.nullable(Fault),
});
export type SchedulePlace = z.infer<typeof SchedulePlace>;

export const scheduleStates = ['on', 'paused', 'done'] as const;

/** Listing at a time to come, once or again and again. */
export const ListingSchedule = z.object({
  id: z.uuid(),
  ...whatFor,
  /** So many chosen by hand; or whatever there is then, of all or by a filter. */
  goods: z.object({ by: z.enum(['hand', 'all', 'filter']), count: z.nullable(z.int()) }),
  options: ListingOptions,
  state: z.enum(scheduleStates),
  places: z.array(SchedulePlace),
  createdBy: z.nullable(z.string()),
  createdAt: Instant,
});
export type ListingSchedule = z.infer<typeof ListingSchedule>;

export const listSchedules = route({
  method: 'GET',
  path: '/listing/schedules',
  needs: { permission: 'listing', action: 'query' },
  answer: z.array(ListingSchedule),
});

/**
 * Lists these products at these times. What was deleted in a store is never made anew by a schedule, whatever the options
 * say; what was delisted is shown again only with `delisted: 'show'`. After the first time only what is new or has changed since goes. Fails with `schedule.too-many`.
 */
export const createSchedule = route({
  method: 'POST',
  path: '/listing/schedules',
  needs: { permission: 'listing', action: 'add' },
  body: z.object({
    ...whatFor,
    storeIds: z.array(StoreId).check(z.minLength(1), z.maxLength(20)),
    selection: Selection,
    options: z._default(ListingOptions, { status: 'active', publish: true, again: false }),
  }),
  answer: ListingSchedule,
  status: 201,
});

const scheduleParams = z.object({ id: z.uuid() });

/** Changes its name and times, and what becomes of what was delisted where that is told; `on` pauses it, or lets it go on in every store that it is paused in. */
export const changeSchedule = route({
  method: 'PUT',
  path: '/listing/schedules/:id',
  needs: { permission: 'listing', action: 'edit' },
  params: scheduleParams,
  body: z.object({ ...whatFor, on: z.boolean(), delisted: z.exactOptional(Delisted) }),
  answer: ListingSchedule,
});

/** Its runs stay. */
export const deleteSchedule = route({
  method: 'DELETE',
  path: '/listing/schedules/:id',
  needs: { permission: 'listing', action: 'delete' },
  params: scheduleParams,
  answer: z.object({ deleted: z.literal(true) }),
});

/** Lists everything of it now, in all its stores; while its last run goes on, that one is answered. Its times stay. */
export const runSchedule = route({
  method: 'POST',
  path: '/listing/schedules/:id/run',
  needs: { permission: 'listing', action: 'add' },
  params: scheduleParams,
  answer: z.object({ runId: RunId }),
  status: 202,
});
