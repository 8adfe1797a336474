const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns the local time of a time zone at an instant, in milliseconds, expressed as if it were UTC. */
export function localTime(instant: Date, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** Returns the day number of a local time. */
export function dayOf(onClock: number): number {
  return Math.floor(onClock / dayMs);
}

/**
 * Returns the first instant at which the time zone has this local time. A local time skipped by a clock change moves
 * later by the size of the change: 2:30, where 2:00 becomes 3:00, is 3:30.
 * @param wanted a local time as returned by `localTime`
 */
export function instantAt(wanted: number, timeZone: string): Date {
  const offsets = [-dayMs, dayMs].map((away) => {
    const near = Math.floor(wanted / 1000) * 1000 + away;
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

/** Reports whether this machine knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    return clockOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** Reports whether the date exists; false for a day such as 30 February. */
export function isRealTime(first: string): boolean {
  const read = new Date(`${first}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(first);
}
