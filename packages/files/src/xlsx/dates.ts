const dayMs = 86_400_000;

/** What a format shows of a date. */
export interface DateParts {
  day: boolean;
  time: boolean;
  /** Hours beyond a day are counted on: `26:30:00`. */
  elapsed: boolean;
}

/**
 * Returns the date that a number stands for, as `2025-03-05`, `2025-03-05 14:30:00` or `14:30:00`; null for numbers that
 * stand for none. Day 60 of the calendar of 1900 is 1900-02-29, which that calendar has by mistake.
 */
export function dateText(
  serial: number,
  { day, time, elapsed }: DateParts,
  date1904: boolean,
): string | null {
  if (!(serial >= 0 && serial < 2_958_466)) {
    return null;
  }
  const seconds = Math.round((serial % 1) * 86_400);
  const days = Math.floor(serial) + (seconds === 86_400 ? 1 : 0);
  const clock = clockText(elapsed ? Math.round(serial * 86_400) : seconds % 86_400);
  if (elapsed || (!day && time)) {
    return clock;
  }
  const date = dayText(days, date1904);
  return time && seconds % 86_400 !== 0 ? `${date} ${clock}` : date;
}

function dayText(days: number, date1904: boolean): string {
  if (!date1904 && days === 60) {
    return '1900-02-29';
  }
  const start = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(start + days * dayMs).toISOString().slice(0, 10);
}

function clockText(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
