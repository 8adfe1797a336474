import { dayOf, instantAt, localTime } from '../local-time.ts';

/** When something is to happen again and again. */
export interface Schedule {
  everyHours: number;
  /** Hour of the day at `timeZone`; counts where it happens once a day or more seldom. */
  hour: number;
  timeZone: string;
}

const hourMs = 3_600_000;
const dayHours = 24;

/**
 * The next time after `now`. Every few hours it goes on from the last time, and what was missed is left out. Once a day
 * and more seldom it is the hour on the clock of the place, summer and winter; where a change of the clock leaves that
 * hour out it is the first moment after it, and where it comes twice it is the first of the two.
 * @param last when it was due last; null before the first time
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
  // A day that has begun may still have its hour before it.
  const first = Math.max(start, dayOf(onClock));
  for (let day = first; ; day += 1) {
    const onStep = last === null || (day - start) % days === 0;
    const due = onStep ? instantAt((day * dayHours + hour) * hourMs, timeZone) : null;
    if (due !== null && due.getTime() > now.getTime()) {
      return due;
    }
  }
}
