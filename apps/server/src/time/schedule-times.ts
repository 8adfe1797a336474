import type { ScheduleTimes } from '@bowerbird/contract/listing/schedules';
import { dayOf, instantAt, localTime } from './local-time.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Returns the first of a schedule's times after an instant; null when none is left. A schedule that repeats by the day
 * keeps its local time in summer and winter, and runs once on each of its days: a time that a clock change skips runs
 * later by the length of the jump, and of a time that occurs twice the first is used. Every few hours counts elapsed
 * hours.
 * @param after null: the very first time, also where it has passed
 */
export function nextTime(
  { first, repeat }: ScheduleTimes,
  timeZone: string,
  after: Date | null,
): Date | null {
  const begins = Date.parse(`${first}Z`);
  const start = instantAt(begins, timeZone);
  const later = (due: Date) => after === null || due.getTime() > after.getTime();
  if (repeat.kind === 'never') {
    return later(start) ? start : null;
  }
  if (repeat.kind === 'hours') {
    const step = repeat.every * hourMs;
    const gone = after === null ? -1 : after.getTime() - start.getTime();
    return new Date(start.getTime() + Math.max(0, Math.floor(gone / step) + 1) * step);
  }
  const days = repeat.kind === 'weekly' ? repeat.days : [1, 2, 3, 4, 5, 6, 7];
  const onClock = begins - dayOf(begins) * dayMs;
  const today = after === null ? 0 : dayOf(localTime(after, timeZone));
  // What was due late yesterday may run after midnight, where clocks jump at midnight.
  for (let day = Math.max(dayOf(begins), today - 1); ; day += 1) {
    const due = days.includes(weekday(day)) ? instantAt(day * dayMs + onClock, timeZone) : null;
    if (due !== null && later(due)) {
      return due;
    }
  }
}

/** Returns 1 for Monday to 7 for Sunday. The first day of 1970 was a Thursday. */
function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}
