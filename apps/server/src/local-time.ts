const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What clocks of a place show at an instant, in milliseconds, written as if it were UTC. */
export function localTime(instant: Date, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** The number of the day that clocks which show this are in. */
export function dayOf(onClock: number): number {
  return Math.floor(onClock / dayMs);
}

/**
 * The first instant at which clocks of a place show this. A time that a change of clocks leaves out comes as much later as
 * the clocks jump: 2:30 where 2:00 becomes 3:00 is 3:30.
 * @param wanted as `localTime` answers it
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

/** True for the name of a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return clockOf(name) !== undefined;
  } catch {
    return false;
  }
}
