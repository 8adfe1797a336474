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
    const due = onStep ? instantOf(day, hour, timeZone) : null;
    if (due !== null && due.getTime() > now.getTime()) {
      return due;
    }
  }
}

/** What clocks show at an instant, written as if it were UTC. */
function localTime(instant: Date, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

function dayOf(onClock: number): number {
  return Math.floor(onClock / (dayHours * hourMs));
}

/** The first instant at which clocks show this hour of a day, or a later one where they never do. */
function instantOf(day: number, hour: number, timeZone: string): Date {
  const wanted = (day * dayHours + hour) * hourMs;
  const offsets = [-dayHours, dayHours].map((hours) => {
    const near = Math.floor(wanted / 1000) * 1000 + hours * hourMs;
    return localTime(new Date(near), timeZone) - near;
  });
  const candidates = offsets.map((offset) => wanted - offset);
  const right = candidates.filter((each) => localTime(new Date(each), timeZone) === wanted);
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...candidates));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = clocks.get(key);
  if (known) {
    return known;
  }
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(key, clock);
  return clock;
}

/** True for the name of a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return clockOf(name) !== undefined;
  } catch {
    return false;
  }
}
