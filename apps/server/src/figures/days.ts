/** The points of a period, and the period it is compared with. */
export interface AnalysisSpan {
  step: 'hour' | 'day';
  /** When each point begins, and when the last one ends. */
  bounds: Date[];
  /**
   * The same part of the previous period: as many days earlier, and only as long as the current period has lasted so
   * far.
   */
  before: { from: Date; to: Date };
}

/** The most days of one period. */
export const daysMax = 732;

const hourMs = 3_600_000;

/** Nothing was counted before this day, and years with fewer digits are ambiguous. */
const firstDay = '2000-01-01';

/**
 * Returns the points of a period of days (`2026-11-20`, both included) in a time zone, where a day may have 23 or 25
 * hours: hours for a single day, else days. Returns null for an invalid period: backwards, too long, or too long ago.
 */
export function spanOf(request: { from: string; to: string; zone: string }, now: Date): AnalysisSpan | null {
  const days = daysBetween(request.from, request.to) + 1;
  if (days < 1 || days > daysMax || request.from < firstDay) {
    return null;
  }
  const starts = (first: string, count: number) =>
    Array.from({ length: count }, (_, index) => startOfDay(dayAfter(first, index), request.zone));
  const bounds = starts(request.from, days + 1);
  const [start, end] = [bounds[0] ?? now, bounds.at(-1) ?? now];
  const beforeStart = startOfDay(dayAfter(request.from, -days), request.zone);
  const lasted = Math.min(end.getTime(), Math.max(start.getTime(), now.getTime())) - start.getTime();
  const whole = now >= end;
  return {
    step: days === 1 ? 'hour' : 'day',
    bounds: days === 1 ? hoursOf(start, end) : bounds,
    before: { from: beforeStart, to: whole ? start : new Date(beforeStart.getTime() + lasted) },
  };
}

function hoursOf(start: Date, end: Date): Date[] {
  const count = Math.ceil((end.getTime() - start.getTime()) / hourMs);
  return [...Array.from({ length: count }, (_, index) => new Date(start.getTime() + index * hourMs)), end];
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * hourMs));
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * hourMs).toISOString().slice(0, 10);
}

/** Returns the instant at which a day begins in a zone; if its midnight is skipped, the first instant after it. */
function startOfDay(day: string, zone: string): Date {
  const wall = Date.parse(day);
  // Near a clock change, the offset at the first guess may be that of the other side of the change.
  const first = wall - offsetMs(new Date(wall), zone);
  const second = wall - offsetMs(new Date(first), zone);
  const isMidnight = (ms: number) => ms + offsetMs(new Date(ms), zone) === wall;
  const found = [second, first].find(isMidnight);
  return new Date(found ?? Math.max(first, second));
}

const formats = new Map<string, Intl.DateTimeFormat>();
const formatsMax = 600;

/** Returns how far a zone's clocks are ahead of UTC at an instant. */
function offsetMs(at: Date, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    if (formats.size >= formatsMax) {
      formats.clear();
    }
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000;
}

/** Returns the day (`2026-11-20`) in a time zone at an instant. */
export function dayIn(zone: string, now: Date): string {
  return new Date(now.getTime() + offsetMs(now, zone)).toISOString().slice(0, 10);
}
