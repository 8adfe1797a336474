import { nextAt } from '../../time/interval-times.ts';
import type { FileWatchRow } from './take.ts';

/** Milliseconds until the first, second and third retry of a look that failed; then it waits for its next time. */
export const retriesMs = [5 * 60_000, 15 * 60_000, 60 * 60_000] as const;
/** Milliseconds until a file that is still being written, or behind another one, is looked for again. */
export const soonMs = 60_000;

/** When a look is next. */
export interface Next {
  next_at: Date | null;
  due_at: Date | null;
}

type Timed = Pick<FileWatchRow, 'next_at' | 'due_at' | 'every_hours' | 'hour' | 'time_zone'>;

/**
 * Returns when a watched file is looked at after a look that ended now: at its next time, or earlier.
 * @param withinMs milliseconds to an earlier look; null: none
 */
export function nextLook(watch: Timed, now: Date, withinMs: number | null): Next {
  // One that was switched off meanwhile stays off.
  if (watch.next_at === null) {
    return { next_at: null, due_at: null };
  }
  const schedule = { everyHours: watch.every_hours, hour: watch.hour, timeZone: watch.time_zone };
  const isAhead = watch.due_at !== null && watch.due_at.getTime() > now.getTime();
  const due = isAhead && watch.due_at !== null ? watch.due_at : nextAt(schedule, now, watch.due_at);
  const early = withinMs === null ? null : new Date(now.getTime() + withinMs);
  return { next_at: early !== null && early.getTime() < due.getTime() ? early : due, due_at: due };
}
