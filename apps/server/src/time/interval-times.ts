import { dayOf, instantAt, localTime } from './local-time.ts';

/** A repeating schedule. */
export interface Schedule {
  everyHours: number;
  /** Hour of the day in `timeZone`; used for intervals of a day or more. */
  hour: number;
  timeZone: string;
}

const hourMs = 3_600_000;
const dayHours = 24;

/**
 * Returns the next time after `now`. An interval of hours continues from the last time, and missed times are skipped.
 * An interval of a day or more uses the hour of the local clock, in summer and winter. If a clock change skips that
 * hour, it is the first moment after it; if the hour occurs twice, it is the first one.
 * @param last when it was last due; null before the first time
 */
export function nextAt({ everyHours, hour, timeZone }: Schedule, now: Date, last: Date | null): Date {
  if (everyHours < dayHours) {
    const step = everyHours * hourMs;
    const from = last === null || last.getTime() > now.getTime() ? now.getTime() : last.getTime();
    return new Date(from + step * (Math.floor((now.getTime() - from) / step) + 1));
  }
  const days = everyHours / dayHours;
  const onClock = localTime(now, timeZone);
  const start = last === null ? dayOf(onClock) : dayOf(localTime(last, timeZone)) + days;
  // On a day that has begun, the hour may still be ahead.
  const first = Math.max(start, dayOf(onClock));
  for (let day = first; ; day += 1) {
    const onStep = last === null || (day - start) % days === 0;
    const due = onStep ? instantAt((day * dayHours + hour) * hourMs, timeZone) : null;
    if (due !== null && due.getTime() > now.getTime()) {
      return due;
    }
  }
}
