import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { Selection } from '../products/products.ts';
import { route } from '../route.ts';
import { Fault, RunId, runStates } from '../runs.ts';
import { Delisted, ListingOptions } from './listing.ts';
import { StoreId } from './stores.ts';

/** Hours between two runs, for an hourly schedule. */
export const scheduleHours = [1, 2, 3, 4, 6, 8, 12] as const;

/** A local date and time without a time zone: `2026-11-21T09:30`. */
export const LocalTime = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/));

/**
 * How often it repeats. Days are calendar days in the store's time zone, 1 for Monday to 7 for Sunday; hours are
 * elapsed time, whatever clocks show.
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
 * First time and repetition. Each store uses its own time zone: 9:00 is nine in the morning in every store, and so not
 * the same moment in all of them. A time that a clock change skips is moved later by the length of the change; of a
 * time that occurs twice, the first is used.
 */
export const ScheduleTimes = z.object({ first: LocalTime, repeat: Repeat });
export type ScheduleTimes = z.infer<typeof ScheduleTimes>;

const whatFor = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  times: ScheduleTimes,
  /** Time zone for stores that do not give their own. */
  timeZone: z.string().check(z.maxLength(60)),
};

/** The state of a schedule in one of its stores. */
export const SchedulePlace = z.object({
  storeId: StoreId,
  storeName: z.string(),
  platform: z.string(),
  timeZone: z.string(),
  /** True where the store does not give its time zone, so that the schedule's own is used. */
  zoneIsOurs: z.boolean(),
  /** Null when no run is planned: the schedule is paused, or was run once and is done. */
  nextAt: z.nullable(Instant),
  /** Its last result; null before the first time. */
  last: z.nullable(
    z.object({
      at: Instant,
      dueAt: Instant,
      /** Delay in seconds, because the server was not running when it was due; 0 when it was on time. */
      lateSeconds: z.int(),
      /** `nothing-new`: everything was already listed as it is. `still-going`: the previous run had not ended. */
      outcome: z.enum(['started', 'nothing-new', 'still-going', 'refused']),
      run: z.nullable(z.object({ id: RunId, state: z.enum(runStates) })),
    }),
  ),
  /** Why it could not start; without a next time it waits for a person. */
  fault: z.nullable(Fault),
});
export type SchedulePlace = z.infer<typeof SchedulePlace>;

export const scheduleStates = ['on', 'paused', 'done'] as const;

/** Scheduled listing, once or repeated. */
export const ListingSchedule = z.object({
  id: z.uuid(),
  ...whatFor,
  /**
   * A fixed number of products selected by hand; or all products, or those that match a filter, at the time of each
   * run.
   */
  products: z.object({ by: z.enum(['hand', 'all', 'filter']), count: z.nullable(z.int()) }),
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
 * Lists these products at these times. A schedule never creates a product again that was deleted in a store, whatever
 * the options say; it shows a delisted product again only with `delisted: 'show'`. After the first time, only new and
 * changed products are listed. Fails with `schedule.too-many`.
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

/**
 * Changes the name and times of a schedule, and the handling of delisted products where `delisted` is given. `on`
 * pauses it, or resumes it in every store in which it is paused.
 */
export const changeSchedule = route({
  method: 'PUT',
  path: '/listing/schedules/:id',
  needs: { permission: 'listing', action: 'edit' },
  params: scheduleParams,
  body: z.object({ ...whatFor, on: z.boolean(), delisted: z.exactOptional(Delisted) }),
  answer: ListingSchedule,
});

/** Deletes a schedule; its runs are kept. */
export const deleteSchedule = route({
  method: 'DELETE',
  path: '/listing/schedules/:id',
  needs: { permission: 'listing', action: 'delete' },
  params: scheduleParams,
  answer: z.object({ deleted: z.literal(true) }),
});

/**
 * Lists all its products now, in all its stores. While its last run is still going on, that run is returned. Its times
 * do not change.
 */
export const runSchedule = route({
  method: 'POST',
  path: '/listing/schedules/:id/run',
  needs: { permission: 'listing', action: 'add' },
  params: scheduleParams,
  answer: z.object({ runId: RunId }),
  status: 202,
});
