import type { Language } from '../language.ts';

/** Formats a weekday in short, 1 for Monday: "Mon". */
export function dayText(language: Language, day: number): string {
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, day));
  return new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(date);
}
