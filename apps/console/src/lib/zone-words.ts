import type { Language } from './language.ts';

/** The time zone of this browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What the clock of a zone shows at an instant: `2026-11-21T09:30:00`. */
export function shownThere(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(instant))
    .replace(' ', 'T');
}

/** The instant at which the clock here shows what the clock of that zone shows at this one. */
export function clockThere(instant: string, timeZone: string): string {
  return new Date(shownThere(instant, timeZone)).toISOString();
}

/** The zone's time as the language calls it: "China Time". */
export function zoneWords(language: Language, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zoneName(timeZone);
}

/** A zone's place as people write it: "New York". */
export function zoneName(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}
